// The checker as the engine uses it: what reads a script works in a thread of its own, and whatever becomes of that thread, the script gets
// an answer.
import type { CachedCode } from '../threads/cachedCode.ts';
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
  timeout: 'Simplify it: fewer nested brackets, no large data in the code.',
  died: 'Try again; see the log.',
  failed: 'Rewrite it.',
  not_started: 'Try again; see the log.',
};

export class ThreadedChecker extends WorkerClient<PreparationData> implements Checker {
  constructor({ threadFile, cachedCode, log, timeoutMs = DEFAULT_TIMEOUT_MS, idleMs = DEFAULT_IDLE_MS }: ThreadedCheckerOptions) {
    const workerData: CheckerThreadData = { ...(cachedCode && { cachedCode }) };
    super({ name: 'checker', threadFile, workerData, log, timeoutMs, idleMs, heapMb: HEAP_MB });
  }

  async prepare(code: string, signal: AbortSignal): Promise<Preparation> {
    const reply = await this.request({ code }, signal);
    if (reply.ok) return toPreparation(reply.data);
    const { reason, why } = reply;
    return { ok: false, problems: [{ code: 'syntax_error', message: `Cannot check the script: ${reason}.`, hint: hints[why] }] };
  }
}
