// The checker as the engine uses it: what reads a script works in a thread of its own, and whatever becomes of that thread, the script gets
// an answer.
import type { CachedCode } from '../threads/cachedCode.ts';
import { isRecord } from '../threads/serveRequests.ts';
import { WorkerClient } from '../threads/workerClient.ts';
import type { Checker, Preparation } from './checkedScript.ts';
import { toPreparation, type PreparationData } from './preparationData.ts';

const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_IDLE_MS = 60_000;
/** The largest script takes about 600 MB to be read. */
const HEAP_MB = 1_024;

/** What the thread is given when it starts. */
export interface CheckerThreadData {
  /** Of the built `prepareScript.ts`; without it the thread loads it as any other module. */
  readonly cachedCode?: CachedCode;
}

export interface ThreadedCheckerOptions extends CheckerThreadData {
  /** The built `thread.ts`. */
  readonly threadFile: string;
  readonly log: (line: string) => void;
  /** How long one script may take to be checked. Default 10 s. */
  readonly timeoutMs?: number;
  /** After how long without work the thread is ended. Default 60 s. */
  readonly idleMs?: number;
}

const hints = {
  timeout: 'Write it shorter and plainer: fewer nested brackets, and no large data in the code.',
  died: 'Try once more; the log may tell more.',
  failed: 'Write it in another way.',
  not_started: 'Try once more; the log may tell more.',
};

export class ThreadedChecker implements Checker {
  readonly #thread: WorkerClient<PreparationData>;

  constructor({ threadFile, cachedCode, log, timeoutMs = DEFAULT_TIMEOUT_MS, idleMs = DEFAULT_IDLE_MS }: ThreadedCheckerOptions) {
    const workerData: CheckerThreadData = { ...(cachedCode && { cachedCode }) };
    this.#thread = new WorkerClient({ name: 'checker', threadFile, workerData, isData, log, timeoutMs, idleMs, heapMb: HEAP_MB });
  }

  /** Starts the thread, if there is none, so that a first script need not wait for it. */
  warm(): void {
    this.#thread.warm();
  }

  async prepare(code: string, signal: AbortSignal): Promise<Preparation> {
    const reply = await this.#thread.request({ code }, signal);
    if (reply.ok) return toPreparation(reply.data);
    const { reason, why } = reply;
    return { ok: false, problems: [{ code: 'syntax_error', message: `The script could not be checked: ${reason}.`, hint: hints[why] }] };
  }

  dispose(): Promise<void> {
    return this.#thread.dispose();
  }
}

function isData(data: unknown): data is PreparationData {
  if (!isRecord(data)) return false;
  if (data['ok'] === false) return Array.isArray(data['problems']) && data['problems'].every(isProblem);
  return data['ok'] === true && isScript(data['script']);
}

function isProblem(problem: unknown): boolean {
  return isRecord(problem) && typeof problem['code'] === 'string' && typeof problem['message'] === 'string';
}

function isScript(script: unknown): boolean {
  if (!isRecord(script)) return false;
  const { source, body, dynamic, searches, resultHandles, map, locations, references } = script;
  if (!isRecord(map) || !isRecord(locations) || !isRecord(references)) return false;
  const texts = [source, body];
  const flags = [dynamic, searches];
  const lists = [
    ...[resultHandles, map['generated'], map['original']],
    ...['returns', 'throws', 'waits', 'timers'].map((list) => locations[list]),
    ...['servers', 'tools', 'features'].map((column) => references[column]),
  ];
  return (
    texts.every((text) => typeof text === 'string') &&
    flags.every((flag) => typeof flag === 'boolean') &&
    lists.every(Array.isArray) &&
    ['which', 'lines', 'columns'].every((column) => references[column] instanceof Uint32Array)
  );
}
