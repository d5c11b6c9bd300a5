// Types for the tools of well-known servers that declare no output, so that no call is needed to learn them. They are in recordedOutputs.json, which
// scripts/recordOutputs.mjs writes from real answers, as shapes without values. Like all learned types they help the writer of a script, and keep
// no script from running.
import { readFile } from 'node:fs/promises';
import type { LearnedOutput } from './learnedOutput.ts';
import { observedOutput, own, readShape } from './observedShape.ts';
import { entries, keyword } from './schema/jsonSchema.ts';
import type { ToolShape } from './toolShape.ts';

/** Keyed by the name that a server reports. A server may report any name, so a name is only looked up as an own key. */
export type RecordedServers = Readonly<Record<string, RecordedServer>>;

export interface RecordedServer {
  /** The version that the server reported. */
  readonly version: string;
  /** Stands in place of `recorded` where the answers are not from the service that the server is for. */
  readonly source?: string;
  readonly tools: Readonly<Record<string, RecordedTool>>;
}

export interface RecordedTool {
  /** The names of its arguments. */
  readonly input: readonly string[];
  /** An `ObservedShape`. */
  readonly answers: unknown;
}

export class RecordedOutputs {
  readonly #servers: RecordedServers;

  constructor(servers: RecordedServers) {
    this.#servers = servers;
  }

  /** Reads recordedOutputs.json, a file of its own because code in a bundle takes longer to load. Rejects if it cannot be read. */
  static async load(file: string): Promise<RecordedOutputs> {
    return new RecordedOutputs(JSON.parse(await readFile(file, 'utf8')) as RecordedServers); // written by scripts/recordOutputs.mjs
  }

  /**
   * undefined for a tool of an unknown server, and for one that takes an argument which the recorded one had not. Versions alone decide nothing: some
   * servers report another at every release, and others the same for years.
   */
  of({ serverName = '', serverVersion, name, inputSchema }: RecordedTo): LearnedOutput | undefined {
    const server = own(this.#servers, serverName);
    const tool = server && own(server.tools, name);
    const shape = tool && readShape(tool.answers);
    if (!shape || !entries(keyword(inputSchema, 'properties')).every(([argument]) => tool.input.includes(argument))) return undefined;
    const of = server.version === serverVersion ? 'this version' : 'another version';
    return { ...observedOutput(shape), source: `${server.source ?? 'recorded'} for ${of}` };
  }
}

type RecordedTo = Pick<ToolShape, 'serverName' | 'serverVersion' | 'name' | 'inputSchema'>;
