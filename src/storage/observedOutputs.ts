// What tools were seen to answer, for those that do not say: kept as shapes in one file of the workspace's storage, so
// that the next script is typed. Shapes only: no value is ever written. Until a tool has answered here, the type is the one that was recorded for
// its server, if any.
import { createHash } from 'node:crypto';
import type { JsonValue } from '../base/json.ts';
import { Listeners } from '../base/listeners.ts';
import type { LearnedOutput } from '../declarations/learnedOutput.ts';
import { observe, observedOutput, readShape, type ObservedShape } from '../declarations/observedShape.ts';
import { RecordedOutputs } from '../declarations/recordedOutputs.ts';
import type { ToolShape } from '../declarations/toolShape.ts';
import { CacheFile } from './cacheFile.ts';
import { setNewest } from '../base/setNewest.ts';
import { errorMessage } from '../base/errorMessage.ts';

/** A tool as the catalog has it: what its observations belong to. */
export type ObservedTool = Pick<ToolShape, 'server' | 'serverName' | 'serverVersion' | 'name' | 'description' | 'inputSchema'>;

interface ObservedOutputsOptions {
  /** Where observations are kept; without it they end with the process. */
  readonly file?: string;
  /** The build's recordedOutputs.json; without it nothing is known before the first answer. */
  readonly recordedFile?: string;
  /** `codeMode.learnOutputTypes`, asked at each use: whether answers of this workspace count. */
  readonly enabled: () => boolean;
  readonly log: (line: string) => void;
}

interface Observation {
  /** Of the tool as it was: a tool that changed starts over. */
  readonly fingerprint: string;
  readonly shape: ObservedShape;
}

const version = 1;
/** Of those observed longest ago, more are forgotten. */
const mostTools = 2_000;
/** Of a tool that has answered so often, only one in so many answers is looked at: a loop may make thousands of calls. */
const wellKnown = 50;
const lookedAt = 10;

interface Identity {
  readonly key: string;
  readonly fingerprint: string;
  /** How often it has answered in this session. */
  answers: number;
}

export class ObservedOutputs {
  readonly #options: ObservedOutputsOptions;
  readonly #observations = new Map<string, Observation>();
  /** What tools are known by; making it reads the whole schema. */
  readonly #identities = new WeakMap<ObservedTool, Identity>();
  readonly #listeners = new Listeners();
  readonly #file: CacheFile;
  #recorded: RecordedOutputs | undefined;
  #loaded: Promise<void> | undefined;

  constructor(options: ObservedOutputsOptions) {
    this.#options = options;
    const content = () => ({ version, tools: Object.fromEntries(this.#observations) });
    this.#file = new CacheFile({ file: options.file, what: 'The observed output types', content, log: options.log });
  }

  /** Reads what was kept; a file that cannot be read counts as empty. Never rejects. */
  load(): Promise<void> {
    this.#loaded ??= Promise.all([this.#read(), this.#readRecorded()]).then(() => undefined);
    return this.#loaded;
  }

  /** undefined for a tool that was never seen to answer in its present form, here or where the recorded types were made. */
  of(tool: ObservedTool): LearnedOutput | undefined {
    const known = this.#options.enabled() ? this.#known(tool) : undefined;
    return known ? observedOutput(known) : this.#recorded?.of(tool);
  }

  /** How many answers of this workspace its type is from. */
  callsOf(tool: ObservedTool): number {
    return this.#options.enabled() ? (this.#known(tool)?.seen ?? 0) : 0;
  }

  /** Takes the shape of an answer; the answer itself is not kept. */
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
    if (known && JSON.stringify(observedOutput(known).schema) === JSON.stringify(observedOutput(shape).schema)) return;
    this.#listeners.fire();
  }

  /** Fires when a tool's type has changed. Returns the function that stops listening. */
  onDidChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Writes what is not yet written. */
  async dispose(): Promise<void> {
    this.#listeners.clear();
    await this.#file.dispose();
  }

  /** What was seen of the tool in its present form. */
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
      // An update may have replaced the program's files while it runs.
      this.#options.log(`The recorded output types cannot be read: ${errorMessage(error)}`);
    }
  }

  async #read(): Promise<void> {
    for (const [key, value] of await this.#file.readTools(version)) {
      const { fingerprint, shape } = (value ?? {}) as { fingerprint?: unknown; shape?: unknown };
      const read = readShape(shape);
      if (typeof fingerprint === 'string' && read && !this.#observations.has(key))
        this.#observations.set(key, { fingerprint, shape: read });
    }
  }
}

function fingerprintOf({ serverVersion, description, inputSchema }: ObservedTool): string {
  return createHash('sha1')
    .update(JSON.stringify([serverVersion ?? null, description, written(inputSchema)]))
    .digest('base64');
}

/** A schema that is nested too deep to be written counts as any other of its kind. */
function written(schema: ObservedTool['inputSchema']): string {
  try {
    return JSON.stringify(schema);
  } catch {
    return '';
  }
}
