// Learns output types of tools that declare no output schema, from their results, so that later scripts are typed. The
// types are stored as shapes in one file of the workspace's storage; values are never stored. Before the first result
// of a tool, the type that was recorded for its server is used, if there is one.
import { createHash } from 'node:crypto';
import { jsonText, type JsonValue } from '../../base/json.ts';
import { Listeners } from '../../base/listeners.ts';
import {
  observe,
  observedOutput,
  readShape,
  RecordedOutputs,
  type LearnedOutput,
  type ObservedShape,
  type ToolShape,
} from '../../declarations/index.ts';
import { CacheFile } from '../../base/files/cacheFile.ts';
import { setNewest } from '../../base/setNewest.ts';
import { errorMessage } from '../../base/errorMessage.ts';

/** The properties of a tool to which an observation belongs. */
export type ObservedTool = Pick<
  ToolShape,
  'server' | 'serverName' | 'serverVersion' | 'name' | 'description' | 'inputSchema'
>;

interface ObservedOutputsOptions {
  /** Path of the file; if undefined, observations end with the process. */
  readonly file?: string | undefined;
  /** Path of recordedOutputs.json from the build; if undefined, no type is known before the first result. */
  readonly recordedFile?: string;
  /** Returns `codeMode.learnOutputTypes`: true if results in this workspace are observed. Called at each use. */
  readonly enabled: () => boolean;
  readonly log: (line: string) => void;
}

interface Observation {
  /** Hash of the observed tool. Observations of a changed tool are discarded. */
  readonly fingerprint: string;
  readonly shape: ObservedShape;
}

const version = 1;
/** Maximum number of tools; the oldest observations are removed. */
const mostTools = 2_000;
/** After `wellKnown` results of a tool, only one in `lookedAt` is observed: a loop may make thousands of calls. */
const wellKnown = 50;
const lookedAt = 10;

interface Identity {
  readonly key: string;
  readonly fingerprint: string;
  /** Number of results in this session. */
  answers: number;
}

export class ObservedOutputs {
  readonly #options: ObservedOutputsOptions;
  readonly #observations = new Map<string, Observation>();
  /** Identities of tools, cached because a fingerprint needs the whole schema. */
  readonly #identities = new WeakMap<ObservedTool, Identity>();
  readonly #listeners = new Listeners();
  readonly #file: CacheFile;
  #recorded: RecordedOutputs | undefined;
  #loaded: Promise<void> | undefined;

  constructor(options: ObservedOutputsOptions) {
    this.#options = options;
    const { file, log } = options;
    const content = () => this.#observations;
    this.#file = new CacheFile({ file, what: 'The observed output types', version, content, log });
  }

  /** Reads the stored observations. An unreadable file counts as empty. Never rejects. */
  load(): Promise<void> {
    this.#loaded ??= Promise.all([this.#read(), this.#readRecorded()]).then(() => undefined);
    return this.#loaded;
  }

  /** Returns undefined if no result of the tool in its present form was observed, here or in the recorded types. */
  of(tool: ObservedTool): LearnedOutput | undefined {
    const known = this.#options.enabled() ? this.#known(tool) : undefined;
    return known ? observedOutput(known) : this.#recorded?.of(tool);
  }

  /** Returns the number of results in this workspace from which the type was learned. */
  callsOf(tool: ObservedTool): number {
    return this.#options.enabled() ? (this.#known(tool)?.seen ?? 0) : 0;
  }

  /** Learns the shape of a result; the result itself is not stored. */
  observe(tool: ObservedTool, answer: JsonValue | undefined): void {
    if (!this.#options.enabled() || answer === undefined) return;
    const known = this.#known(tool);
    const identity = this.#identityOf(tool);
    identity.answers += 1;
    if (known && known.seen >= wellKnown && identity.answers % lookedAt > 0) return;
    const { key, fingerprint } = identity;
    const shape = observe(known, answer);
    setNewest(this.#observations, key, { fingerprint, shape }, mostTools);
    this.#file.writeSoon();
    const schemaOf = (seen: ObservedShape) => JSON.stringify(observedOutput(seen).schema);
    if (!known || schemaOf(known) !== schemaOf(shape)) this.#listeners.fire();
  }

  /** Calls `listener` when the type of a tool changes. Returns a function that removes the listener. */
  onDidChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Writes pending changes. */
  async dispose(): Promise<void> {
    this.#listeners.clear();
    await this.#file.dispose();
  }

  /** Returns the shape that was observed for the tool in its present form. */
  #known(tool: ObservedTool): ObservedShape | undefined {
    const { key, fingerprint } = this.#identityOf(tool);
    const observation = this.#observations.get(key);
    return observation?.fingerprint === fingerprint ? observation.shape : undefined;
  }

  #identityOf(tool: ObservedTool): Identity {
    const identity = this.#identities.get(tool) ?? {
      key: JSON.stringify([tool.server, tool.name]),
      fingerprint: fingerprintOf(tool),
      answers: 0,
    };
    this.#identities.set(tool, identity);
    return identity;
  }

  async #readRecorded(): Promise<void> {
    const { recordedFile } = this.#options;
    if (recordedFile === undefined) return;
    try {
      this.#recorded = await RecordedOutputs.load(recordedFile);
    } catch (error) {
      // The file may be missing: an update of Code Mode replaces its files while it runs.
      this.#options.log(`The recorded output types cannot be read: ${errorMessage(error)}`);
    }
  }

  async #read(): Promise<void> {
    for (const [key, value] of await this.#file.readTools()) {
      const { fingerprint, shape } = (value ?? {}) as { fingerprint?: unknown; shape?: unknown };
      const read = readShape(shape);
      if (typeof fingerprint === 'string' && read && !this.#observations.has(key))
        this.#observations.set(key, { fingerprint, shape: read });
    }
  }
}

function fingerprintOf({ serverVersion, description, inputSchema }: ObservedTool): string {
  // All schemas that are nested too deeply for JSON have the same text.
  return createHash('sha1')
    .update(JSON.stringify([serverVersion ?? null, description, jsonText(inputSchema) ?? '']))
    .digest('base64');
}
