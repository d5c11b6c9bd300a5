// A worker thread that answers requests: started when first needed, ended when idle, replaced when it dies, and never waited for too long.
// It gets requests one by one, so that a bad one costs the others nothing but time.
import { Worker } from 'node:worker_threads';
import { threadReady, warmUp, type Reply } from './serveRequests.ts';
import { errorMessage } from '../errorMessage.ts';

export type WorkerReply<Data> =
  | { readonly ok: true; readonly data: Data }
  /**
   * `reason` is a clause, which is in the log already: "the checker's thread took longer than 200 ms". A thread that need not say that it
   * is ready may also have `died` before it started; `failed` is a bug in it.
   */
  | { readonly ok: false; readonly why: 'timeout' | 'died' | 'failed' | 'not_started'; readonly reason: string };

interface WorkerClientOptions {
  /** In messages: "checker". */
  readonly name: string;
  readonly threadFile: string;
  /** Handed to the thread when it starts. */
  readonly workerData?: unknown;
  readonly log: (line: string) => void;
  /** How long one request may take; the start of the thread included, unless `startMs` is set. */
  readonly timeoutMs: number;
  /** How long the thread may take to post `ready`, before which it gets no request. Without it the thread need not say so. */
  readonly startMs?: number;
  /** After how long without work the thread is ended. */
  readonly idleMs: number;
  readonly heapMb: number;
}

interface Job<Data> {
  readonly message: object & { readonly id: number };
  settle(reply: WorkerReply<Data>): void;
  fail(reason: unknown): void;
}

interface Thread<Data> {
  readonly worker: Worker;
  /** Runs until the thread is ready. */
  starting: NodeJS.Timeout | undefined;
  /** The job that the thread works on; its caller may have gone. */
  current?: { readonly job: Job<Data>; readonly timer: NodeJS.Timeout };
}

export class WorkerClient<Data> {
  readonly #options: WorkerClientOptions;
  readonly #queue: Job<Data>[] = [];
  #thread: Thread<Data> | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #lastId = 0;
  #disposed = false;

  constructor(options: WorkerClientOptions) {
    this.#options = options;
  }

  /** Starts the thread, if there is none, and lets it load what it will need, so that a first request need not wait for it. */
  warm(): void {
    if (this.#disposed) return;
    this.#next();
    this.#thread?.worker.postMessage(warmUp);
  }

  /** Rejects only when aborted or disposed. */
  async request(request: object, signal: AbortSignal): Promise<WorkerReply<Data>> {
    signal.throwIfAborted();
    if (this.#disposed) throw this.#disposedError();
    const { promise, resolve, reject } = Promise.withResolvers<WorkerReply<Data>>();
    const job: Job<Data> = { message: { ...request, id: ++this.#lastId }, settle: resolve, fail: reject };
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
    for (const job of jobs) job?.fail(this.#disposedError());
    await ended;
  }

  /** Gives the thread its next job, or lets it rest. */
  #next(): void {
    clearTimeout(this.#idleTimer);
    this.#thread ??= this.#startThread();
    const thread = this.#thread;
    if (thread.current) return;
    if (thread.starting && this.#queue.length > 0) {
      thread.worker.ref();
      return;
    }
    const job = this.#queue.shift();
    if (!job) {
      thread.worker.unref();
      this.#idleTimer = setTimeout(() => void this.#endThread(), this.#options.idleMs).unref();
      return;
    }
    // While somebody waits for an answer, the thread keeps the process alive.
    thread.worker.ref();
    const { timeoutMs } = this.#options;
    const timer = setTimeout(() => this.#lose(thread, `took longer than ${timeoutMs} ms`, 'timeout'), timeoutMs);
    thread.current = { job, timer };
    thread.worker.postMessage(job.message);
  }

  #startThread(): Thread<Data> {
    const { name, threadFile, workerData, heapMb, startMs } = this.#options;
    // The thread needs no flags and no environment of the host.
    const worker = new Worker(threadFile, {
      name: `code-mode ${name}`,
      execArgv: [],
      env: {},
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    const thread: Thread<Data> = { worker, starting: undefined };
    if (startMs !== undefined) {
      thread.starting = setTimeout(() => this.#lose(thread, `was not ready in ${startMs} ms`), startMs).unref();
    }
    worker.on('message', (message: unknown) => {
      if (message === threadReady) this.#onReady(thread);
      else if (isReply<Data>(message)) this.#receive(thread, message);
      else this.#lose(thread, 'sent an invalid answer');
    });
    worker.on('messageerror', (error) => this.#lose(thread, `sent unreadable data: ${error.message}`));
    worker.on('error', (error) => this.#lose(thread, `failed: ${errorMessage(error)}`));
    worker.on('exit', (code) => this.#lose(thread, `ended with exit code ${code}`));
    return thread;
  }

  #onReady(thread: Thread<Data>): void {
    if (thread !== this.#thread) return;
    clearTimeout(thread.starting);
    thread.starting = undefined;
    this.#next();
  }

  #receive(thread: Thread<Data>, reply: Reply<Data>): void {
    const current = thread.current;
    if (thread !== this.#thread || current?.job.message.id !== reply.id) return;
    clearTimeout(current.timer);
    delete thread.current;
    if ('data' in reply) {
      current.job.settle({ ok: true, data: reply.data });
    } else {
      this.#options.log(`The ${this.#options.name} failed on a script: ${reply.failure}`);
      current.job.settle({ ok: false, why: 'failed', reason: `the ${this.#options.name} failed; see the log` });
    }
    this.#next();
  }

  /** The thread is of no use any more; its script is answered for, and those that wait go to another thread. */
  #lose(thread: Thread<Data>, what: string, why: 'timeout' | 'died' = 'died'): void {
    if (thread !== this.#thread) return;
    // A thread that does not start answers for one job, so that a broken one is not started for ever.
    const job = thread.starting ? this.#queue.shift() : thread.current?.job;
    void this.#endThread();
    const reason = `${this.#options.name}'s thread ${what}`;
    this.#options.log(`The ${reason}.`);
    job?.settle({ ok: false, why: thread.starting ? 'not_started' : why, reason: `the ${reason}` });
    if (this.#queue.length > 0) this.#next();
  }

  /** The caller has gone. What the thread has begun it finishes, or the clock ends it. */
  #drop(job: Job<Data>, reason: unknown): void {
    const index = this.#queue.indexOf(job);
    if (index >= 0) this.#queue.splice(index, 1);
    job.fail(reason);
  }

  async #endThread(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    clearTimeout(this.#idleTimer);
    clearTimeout(thread?.starting);
    clearTimeout(thread?.current?.timer);
    await thread?.worker.terminate();
  }

  #disposedError(): Error {
    return new Error(`The ${this.#options.name} has ended.`);
  }
}

/** What our own code answers is believed; what else may come of its thread is not. */
function isReply<Data>(message: unknown): message is Reply<Data> {
  return typeof message === 'object' && message !== null && 'id' in message;
}
