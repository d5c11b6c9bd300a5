// A worker thread that answers requests. The client starts the thread when it is first needed, ends it when it is idle,
// replaces it when it dies, and limits each wait. The thread receives one request at a time, so that a bad request
// costs the others nothing but time.
import { addAbortListener } from 'node:events';
import { Worker } from 'node:worker_threads';
import { threadReady, warmUp, type Reply } from './serveRequests.ts';
import { errorMessage } from '../errorMessage.ts';

export type WorkerReply<Data> =
  | { readonly ok: true; readonly data: Data }
  /**
   * `reason` is a clause that is already in the log: "the checker's thread took longer than 200 ms". `died` includes a
   * thread that ended before it started, if `startMs` is not set; `failed` is a bug in the thread.
   */
  | {
      readonly ok: false;
      readonly why: 'timeout' | 'died' | 'failed' | 'not_started';
      readonly reason: string;
    };

interface WorkerClientOptions {
  /** Name of the thread in messages: "checker". */
  readonly name: string;
  readonly threadFile: string;
  /** Passed to the thread when it starts. */
  readonly workerData?: unknown;
  readonly log: (line: string) => void;
  /** Maximum duration of one request in milliseconds; without `startMs`, the start of the thread counts as well. */
  readonly timeoutMs: number;
  /**
   * Maximum time in milliseconds until the thread posts `ready`; before that, it receives no request. Without this
   * option the thread need not post `ready`.
   */
  readonly startMs?: number;
  /** Time without work in milliseconds after which the thread is ended. */
  readonly idleMs: number;
  readonly heapMb: number;
}

interface Job<Data> extends PromiseWithResolvers<WorkerReply<Data>> {
  readonly message: object & { readonly id: number };
}

interface Thread<Data> {
  readonly worker: Worker;
  /** Timer that runs until the thread is ready. */
  starting: NodeJS.Timeout | undefined;
  /** The job of the thread; its caller may have gone. */
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

  /** Starts the thread, if there is none, and lets it load its code, so that the first request need not wait. */
  warm(): void {
    if (this.#disposed) return;
    this.#next();
    this.#thread?.worker.postMessage(warmUp);
  }

  /** Rejects only when aborted or disposed. */
  async request(request: object, signal: AbortSignal): Promise<WorkerReply<Data>> {
    signal.throwIfAborted();
    if (this.#disposed) throw this.#disposedError();
    const message = { ...request, id: ++this.#lastId };
    const job: Job<Data> = { message, ...Promise.withResolvers<WorkerReply<Data>>() };
    using _dropping = addAbortListener(signal, () => this.#drop(job, signal.reason));
    this.#queue.push(job);
    this.#next();
    return await job.promise;
  }

  async dispose(): Promise<void> {
    this.#disposed = true;
    const jobs = [this.#thread?.current?.job, ...this.#queue.splice(0)];
    const ended = this.#endThread();
    for (const job of jobs) job?.reject(this.#disposedError());
    await ended;
  }

  /** Gives the thread its next job; without a job, starts the idle timer. */
  #next(): void {
    clearTimeout(this.#idleTimer);
    this.#thread ??= this.#startThread();
    const thread = this.#thread;
    if (thread.current) return;
    if (thread.starting && this.#queue.length > 0) {
      thread.worker.ref();
      return;
    }
    let job = this.#queue.shift();
    while (job && !this.#send(thread, job)) job = this.#queue.shift();
    if (job) return;
    thread.worker.unref();
    this.#idleTimer = setTimeout(() => void this.#endThread(), this.#options.idleMs).unref();
  }

  /** Returns false if the job has failed because its message cannot be copied: a schema may be nested too deeply. */
  #send(thread: Thread<Data>, job: Job<Data>): boolean {
    const { name, timeoutMs } = this.#options;
    try {
      thread.worker.postMessage(job.message);
    } catch (error) {
      const reason = `request to the ${name} cannot be sent: ${errorMessage(error)}`;
      this.#options.log(`The ${reason}.`);
      job.resolve({ ok: false, why: 'failed', reason: `the ${reason}` });
      return false;
    }
    // The thread keeps the process alive while a caller waits for an answer.
    thread.worker.ref();
    const timer = setTimeout(
      () => this.#lose(thread, `took longer than ${timeoutMs} ms`, 'timeout'),
      timeoutMs,
    );
    thread.current = { job, timer };
    return true;
  }

  #startThread(): Thread<Data> {
    const { name, threadFile, workerData, heapMb, startMs } = this.#options;
    // The thread runs without the host's flags and environment.
    const worker = new Worker(threadFile, {
      name: `code-mode ${name}`,
      execArgv: [],
      env: {},
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    const thread: Thread<Data> = { worker, starting: undefined };
    const giveUp = () => this.#lose(thread, `was not ready in ${startMs} ms`);
    if (startMs !== undefined) thread.starting = setTimeout(giveUp, startMs).unref();
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
      current.job.resolve({ ok: true, data: reply.data });
    } else {
      this.#options.log(`The ${this.#options.name} failed on a script: ${reply.failure}`);
      const reason = `the ${this.#options.name} failed; see the log`;
      current.job.resolve({ ok: false, why: 'failed', reason });
    }
    this.#next();
  }

  /** Ends a thread that is no longer usable. Its job fails; waiting jobs go to another thread. */
  #lose(thread: Thread<Data>, what: string, why: 'timeout' | 'died' = 'died'): void {
    if (thread !== this.#thread) return;
    // A thread that fails to start settles one waiting job, so that a broken thread is not started forever.
    const job = thread.starting ? this.#queue.shift() : thread.current?.job;
    void this.#endThread();
    const reason = `${this.#options.name}'s thread ${what}`;
    this.#options.log(`The ${reason}.`);
    job?.resolve({ ok: false, why: thread.starting ? 'not_started' : why, reason: `the ${reason}` });
    if (this.#queue.length > 0) this.#next();
  }

  /** Rejects the job of a caller that has gone. If the thread works on it already, it finishes or the timer ends it. */
  #drop(job: Job<Data>, reason: unknown): void {
    const index = this.#queue.indexOf(job);
    if (index >= 0) this.#queue.splice(index, 1);
    job.reject(reason);
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

/** True for a reply. Our own code wrote its content, which is trusted; the thread may also post other messages. */
function isReply<Data>(message: unknown): message is Reply<Data> {
  return typeof message === 'object' && message !== null && 'id' in message;
}
