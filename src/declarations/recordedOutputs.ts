// Recorded output types of tools of well-known servers that declare none, so that no call is needed to learn them.
// scripts/recordOutputs.mjs writes recordedOutputs.json from real results, as shapes without values. Like all learned
// types, they help to write a script and never refuse one.
import { readFile } from 'node:fs/promises';
import { observedOutput, own, readShape } from './observedShape.ts';
import { entries, keyword } from './schema/jsonSchema.ts';
import type { LearnedOutput, ToolShape } from './toolShape.ts';

/** Keyed by the name that a server reports. A server may report any name, so a name is only looked up as an own key. */
export type RecordedServers = Readonly<Record<string, RecordedServer>>;

interface RecordedServer {
  /** The version that the server reported. */
  readonly version: string;
  /** Replaces the word `recorded` if the results do not come from the service for which the server is made. */
  readonly source?: string;
  readonly tools: Readonly<Record<string, RecordedTool>>;
}

interface RecordedTool {
  /** Names of the tool's arguments. */
  readonly input: readonly string[];
  /** An `ObservedShape` that has not been validated yet. */
  readonly answers: unknown;
}

export class RecordedOutputs {
  readonly #servers: RecordedServers;

  constructor(servers: RecordedServers) {
    this.#servers = servers;
  }

  /** Reads recordedOutputs.json, which a bundle would load more slowly. Rejects if the file cannot be read. */
  static async load(file: string): Promise<RecordedOutputs> {
    // written by scripts/recordOutputs.mjs
    return new RecordedOutputs(JSON.parse(await readFile(file, 'utf8')) as RecordedServers);
  }

  /**
   * Returns undefined for a tool of an unknown server, and for a tool with an argument that the recorded tool did not
   * have. The version alone does not decide, because some servers report a new version at every release and others the
   * same for years.
   */
  of({ serverName = '', serverVersion, name, inputSchema }: RecordedTo): LearnedOutput | undefined {
    const server = own(this.#servers, serverName);
    const tool = server && own(server.tools, name);
    const shape = tool && readShape(tool.answers);
    if (
      !shape ||
      !entries(keyword(inputSchema, 'properties')).every(([argument]) => tool.input.includes(argument))
    )
      return undefined;
    const of = server.version === serverVersion ? 'this version' : 'another version';
    return { ...observedOutput(shape), source: `${server.source ?? 'recorded'} for ${of}` };
  }
}

type RecordedTo = Pick<ToolShape, 'serverName' | 'serverVersion' | 'name' | 'inputSchema'>;
