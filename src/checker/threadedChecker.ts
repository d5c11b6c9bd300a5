// The checker as the engine uses it: a worker thread that is started when first needed, ended when idle, replaced when
// it dies, and never waited for too long. Requests are given to it one by one, so that one of them, however bad, costs
// the others nothing but time.
import { Worker } from 'node:worker_threads';
import type { Checker, Preparation, ScriptProblem } from './checkedScript.ts';
import { toPreparation } from './preparationData.ts';
import { isPrepareAnswer, type PrepareAnswer, type PrepareRequest } from './threadMessages.ts';

const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_IDLE_MS = 60_000;
const TOO_LONG_HINT = 'Write it shorter and plainer: fewer nested brackets, and no large data in the code.';

export interface ThreadedCheckerOptions {
  /** The built `thread.ts`. */
  readonly threadFile: string;
  readonly log: (line: string) => void;
  /** How long one script may take to be checked. Default 10 s. */
  readonly timeoutMs?: number;
  /** After how long without work the thread is ended. Default 60 s. */
  readonly idleMs?: number;
}

interface Job {
  readonly request: PrepareRequest;
  settle(result: Preparation): void;
  fail(reason: unknown): void;
}

interface Thread {
  readonly worker: Worker;
  /** The job that the thread works on; its caller may have gone. */
  current?: { readonly job: Job; readonly timer: NodeJS.Timeout };
}

export class ThreadedChecker implements Checker {
  readonly #options: Required<ThreadedCheckerOptions>;
  readonly #queue: Job[] = [];
  #thread: Thread | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #lastId = 0;
  #disposed = false;

  constructor(options: ThreadedCheckerOptions) {
    this.#options = { timeoutMs: DEFAULT_TIMEOUT_MS, idleMs: DEFAULT_IDLE_MS, ...options };
  }

  /** Starts the thread, if there is none, so that a first script need not wait for it. */
  warm(): void {
    if (!this.#disposed) this.#next();
  }

  async prepare(code: string, signal: AbortSignal): Promise<Preparation> {
    signal.throwIfAborted();
    if (this.#disposed) throw disposedError();
    const { promise, resolve, reject } = Promise.withResolvers<Preparation>();
    const job: Job = { request: { id: ++this.#lastId, code }, settle: resolve, fail: reject };
    const onAbort = (): void => this.#drop(job, signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    this.#queue.push(job);
    this.#next();
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  async dispose(): Promise<void> {
    this.#disposed = true;
    const jobs = [this.#thread?.current?.job, ...this.#queue.splice(0)];
    const ended = this.#endThread();
    for (const job of jobs) job?.fail(disposedError());
    await ended;
  }

  /** Gives the thread its next job, or lets it rest. */
  #next(): void {
    clearTimeout(this.#idleTimer);
    this.#thread ??= this.#startThread();
    const thread = this.#thread;
    if (thread.current) return;
    const job = this.#queue.shift();
    if (!job) {
      thread.worker.unref();
      this.#idleTimer = setTimeout(() => void this.#endThread(), this.#options.idleMs).unref();
      return;
    }
    // While somebody waits for an answer, the thread keeps the process alive.
    thread.worker.ref();
    const { timeoutMs } = this.#options;
    const timer = setTimeout(() => this.#lose(thread, `took longer than ${timeoutMs} ms`, TOO_LONG_HINT), timeoutMs);
    thread.current = { job, timer };
    thread.worker.postMessage(job.request);
  }

  #startThread(): Thread {
    // The thread needs no flags and no environment of the host. The largest script takes about 600 MB to be read.
    const worker = new Worker(this.#options.threadFile, {
      name: 'code-mode checker',
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 1_024 },
    });
    const thread: Thread = { worker };
    worker.on('message', (message: unknown) => {
      if (isPrepareAnswer(message)) this.#receive(thread, message);
      else this.#lose(thread, 'sent a message that is no answer');
    });
    worker.on('messageerror', (error) => this.#lose(thread, `sent what cannot be read: ${error.message}`));
    worker.on('error', (error) => this.#lose(thread, `failed: ${error instanceof Error ? error.message : String(error)}`));
    worker.on('exit', (code) => this.#lose(thread, `ended with exit code ${code}`));
    return thread;
  }

  #receive(thread: Thread, answer: PrepareAnswer): void {
    const current = thread.current;
    if (thread !== this.#thread || current?.job.request.id !== answer.id) return;
    clearTimeout(current.timer);
    delete thread.current;
    if ('data' in answer) {
      current.job.settle(toPreparation(answer.data));
    } else {
      this.#options.log(`The checker failed on a script: ${answer.failure}`);
      current.job.settle(unchecked('the checker made a mistake, which is in the log', 'Write it in another way.'));
    }
    this.#next();
  }

  /** The thread is of no use any more; its script is answered for, and those that wait go to another thread. */
  #lose(thread: Thread, reason: string, hint = 'Try once more; the log may tell more.'): void {
    if (thread !== this.#thread) return;
    const job = thread.current?.job;
    void this.#endThread();
    this.#options.log(`The checker's thread ${reason}.`);
    job?.settle(unchecked(`the checker's thread ${reason}`, hint));
    if (this.#queue.length > 0) this.#next();
  }

  /** The caller has gone. What the thread has begun it finishes, or the clock ends it. */
  #drop(job: Job, reason: unknown): void {
    const index = this.#queue.indexOf(job);
    if (index >= 0) this.#queue.splice(index, 1);
    job.fail(reason);
  }

  async #endThread(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    clearTimeout(this.#idleTimer);
    clearTimeout(thread?.current?.timer);
    await thread?.worker.terminate();
  }
}

function unchecked(reason: string, hint: string): Preparation {
  const problem: ScriptProblem = { code: 'syntax_error', message: `The script could not be checked: ${reason}.`, hint };
  return { ok: false, problems: [problem] };
}

function disposedError(): Error {
  return new Error('The checker was shut down.');
}
