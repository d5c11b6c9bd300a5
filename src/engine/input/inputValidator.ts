// Checks the argument of a call against the tool's schema before the server is asked, so that a wrong call costs
// nothing and its error names the argument. Simple schemas are checked directly, all others in a thread with a time
// limit, because a server's schema may take forever.
import { passesFastCheck, type CatalogTool } from '../../catalog/index.ts';
import { jsonText, type JsonObject } from '../../base/json.ts';
import { setNewest } from '../../base/setNewest.ts';
import { rejectOnAbort } from '../../base/withTimeout.ts';
import { WorkerClient, type WorkerReply } from '../../base/threads/workerClient.ts';
import { stringifyExact } from '../../base/exactJson.ts';

const DEFAULT_TIMEOUT_MS = 1_000;
const START_MS = 10_000;
const IDLE_MS = 300_000;
const HEAP_MB = 192;
/** Maximum number of schemas of a server that may cost a thread, before none of its schemas is checked any more. */
const MOST_STRIKES = 3;
/** Maximum number of servers for which these counts are kept. */
const MOST_SERVERS = 1_000;

export interface InputValidatorOptions {
  /** Path of the built `thread.ts`. */
  readonly threadFile: string;
  readonly log: (line: string) => void;
  /** Maximum duration of the check of one argument, in milliseconds; default 1,000. */
  readonly timeoutMs?: number;
}

/**
 * A request to the thread, which answers with a text, or undefined if it found nothing. Schema and argument are JSON
 * text, the cheapest form to transfer a large value.
 */
export type InputRequest =
  /** `doubts` asks for mistakes that a server may find in an input which `check` accepts. */
  | { readonly what: 'check' | 'doubts'; readonly schema: string; readonly input: string }
  /** Asks for an example call of the tool at `path` that its schema accepts. */
  | { readonly what: 'example'; readonly schema: string; readonly path: string };

/** The data that the thread receives when it starts: the kind of its first request. */
export interface InputThreadData {
  readonly beginsWith: InputRequest['what'];
}

type Checked = Pick<CatalogTool, 'server' | 'path' | 'inputSchema'>;

export class InputValidator {
  readonly #newThread: (workerData: InputThreadData) => WorkerClient<string | undefined>;
  #thread: WorkerClient<string | undefined> | undefined;
  readonly #log: (line: string) => void;
  /** Schemas as JSON text; undefined for a schema that is nested too deeply to be written. */
  readonly #texts = new WeakMap<JsonObject, { readonly text: string | undefined }>();
  /** Schemas that a thread did not finish. */
  readonly #unfit = new WeakSet<JsonObject>();
  readonly #strikes = new Map<string, number>();
  /** The last request of each server, which has one at a time, so that no server waits for many requests of another. */
  readonly #turns = new Map<string, Promise<unknown>>();
  #disposed = false;

  constructor({ threadFile, log, timeoutMs = DEFAULT_TIMEOUT_MS }: InputValidatorOptions) {
    this.#log = log;
    this.#newThread = (workerData) =>
      new WorkerClient({
        name: 'validator',
        threadFile,
        workerData,
        log,
        timeoutMs,
        startMs: START_MS,
        idleMs: IDLE_MS,
        heapMb: HEAP_MB,
      });
  }

  /**
   * Returns the mistakes in `input`, one clause for each; undefined if it fits or only the server can decide. Rejects
   * only when aborted or disposed.
   */
  problem(tool: Checked, input: JsonObject, signal = never()): Promise<string | undefined> {
    return this.#mistakes('check', tool, input, signal);
  }

  /**
   * Returns deviations of an input that the server refused from parts of the schema that no check enforces, such as
   * formats; undefined if there are none.
   */
  doubts(tool: Checked, input: JsonObject, signal = never()): Promise<string | undefined> {
    return this.#mistakes('doubts', tool, input, signal);
  }

  /** Returns an example call that the schema accepts; undefined if it would say no more than the types. */
  example(tool: Checked, signal = never()): Promise<string | undefined> {
    return this.#ask(tool, (schema) => ({ what: 'example', schema, path: tool.path }), signal);
  }

  /** True if only the server checks the arguments of the tool, because the check took too long. */
  givenUp({ server, inputSchema }: Checked): boolean {
    return this.#unfit.has(inputSchema) || (this.#strikes.get(server) ?? 0) >= MOST_STRIKES;
  }

  async dispose(): Promise<void> {
    this.#disposed = true;
    await this.#thread?.dispose();
  }

  async #mistakes(
    what: 'check' | 'doubts',
    tool: Checked,
    input: JsonObject,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    if (passesFastCheck(tool.inputSchema, input)) return undefined;
    return this.#ask(tool, (schema) => ({ what, schema, input: stringifyExact(input) }), signal);
  }

  async #ask(
    tool: Checked,
    request: (schema: string) => InputRequest,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    return this.#inTurn(tool.server, signal, async () => {
      const text = this.givenUp(tool) ? undefined : this.#textOf(tool.inputSchema);
      if (text === undefined) return undefined;
      if (this.#disposed) throw new Error('Validator shut down.');
      const asked = request(text);
      this.#thread ??= this.#newThread({ beginsWith: asked.what });
      const reply = await this.#thread.request(asked, signal);
      if (reply.ok) return reply.data;
      this.#strike(tool, reply);
      return undefined;
    });
  }

  /** Runs `work` after all earlier work for the same server. */
  async #inTurn<T>(server: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(server) ?? Promise.resolve();
    const mine = before.then(() => {
      signal.throwIfAborted();
      return work();
    });
    const settled = Promise.allSettled([mine]);
    this.#turns.set(server, settled);
    void settled.then(() => this.#turns.get(server) === settled && this.#turns.delete(server));
    return rejectOnAbort(mine, signal);
  }

  #strike(
    { server, path, inputSchema }: Checked,
    { why, reason }: Extract<WorkerReply<unknown>, { ok: false }>,
  ): void {
    this.#unfit.add(inputSchema);
    if (why !== 'failed')
      setNewest(this.#strikes, server, (this.#strikes.get(server) ?? 0) + 1, MOST_SERVERS);
    this.#log(`Arguments of ${path} are now checked only by its server: ${reason}.`);
  }

  #textOf(schema: JsonObject): string | undefined {
    const known = this.#texts.get(schema) ?? { text: jsonText(schema) };
    this.#texts.set(schema, known);
    return known.text;
  }
}

/** Returns a signal that never aborts, for a check that only its time limit ends. */
function never(): AbortSignal {
  return new AbortController().signal;
}
