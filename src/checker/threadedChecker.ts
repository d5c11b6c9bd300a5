// The checker as the engine uses it: what reads a script works in a thread of its own, and whatever becomes of that
// thread, the script gets an answer.
import type { Checker, Preparation, ScriptProblem } from './checkedScript.ts';
import { toPreparation, type PreparationData } from './preparationData.ts';
import { RequestThread, type Answered } from '../threads/requestThread.ts';
import { isPrepareAnswer } from './threadMessages.ts';

const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_IDLE_MS = 60_000;
/** The largest script takes about 600 MB to be read. */
const HEAP_MB = 1_024;

export interface ThreadedCheckerOptions {
  /** The built `thread.ts`. */
  readonly threadFile: string;
  readonly log: (line: string) => void;
  /** How long one script may take to be checked. Default 10 s. */
  readonly timeoutMs?: number;
  /** After how long without work the thread is ended. Default 60 s. */
  readonly idleMs?: number;
}

export class ThreadedChecker implements Checker {
  readonly #thread: RequestThread<PreparationData>;

  constructor({ threadFile, log, timeoutMs = DEFAULT_TIMEOUT_MS, idleMs = DEFAULT_IDLE_MS }: ThreadedCheckerOptions) {
    this.#thread = new RequestThread({ name: 'checker', threadFile, isAnswer: isPrepareAnswer, log, timeoutMs, idleMs, heapMb: HEAP_MB });
  }

  /** Starts the thread, if there is none, so that a first script need not wait for it. */
  warm(): void {
    this.#thread.warm();
  }

  async prepare(code: string, signal: AbortSignal): Promise<Preparation> {
    const answer = await this.#thread.ask({ code }, signal);
    return answer.ok ? toPreparation(answer.data) : unchecked(answer);
  }

  dispose(): Promise<void> {
    return this.#thread.dispose();
  }
}

const HINTS = {
  slow: 'Write it shorter and plainer: fewer nested brackets, and no large data in the code.',
  lost: 'Try once more; the log may tell more.',
  mistake: 'Write it in another way.',
  notStarted: 'Try once more; the log may tell more.',
};

function unchecked({ reason, why }: Extract<Answered<unknown>, { ok: false }>): Preparation {
  const problem: ScriptProblem = { code: 'syntax_error', message: `The script could not be checked: ${reason}.`, hint: HINTS[why] };
  return { ok: false, problems: [problem] };
}
