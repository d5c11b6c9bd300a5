// The extension host's end of the sandbox thread: starts the worker, sends and receives in batches, and says once when
// the worker is gone.
import { Worker } from 'node:worker_threads';
import type { FromSupervisor, ToSupervisor } from '../protocol/messages.ts';
import type { SupervisorOptions } from '../protocol/sandboxOptions.ts';

interface SupervisorClientOptions {
  readonly threadFile: string;
  readonly thread: SupervisorOptions;
  readonly onMessage: (message: FromSupervisor) => void;
  /** The worker is gone; `spoke` says whether it had ever answered. */
  readonly onGone: (reason: string, spoke: boolean) => void;
}

const closeLimitMs = 3_000;

export class SupervisorClient {
  readonly #worker: Worker;
  readonly #gone: Promise<void>;
  #outbox: ToSupervisor[] = [];
  #spoke = false;
  #reason = 'The sandbox thread ended.';

  constructor(options: SupervisorClientOptions) {
    // The flags of the host (an inspector, say) are not for the thread.
    this.#worker = new Worker(options.threadFile, {
      workerData: options.thread,
      execArgv: [],
      name: 'code-mode-sandbox',
      // What passes through lives for a moment: a small nursery keeps a flood from growing the host by a hundred MB.
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
    });
    this.#worker.on('message', (batch: readonly FromSupervisor[]) => {
      this.#spoke = true;
      for (const message of batch) options.onMessage(message);
    });
    this.#worker.on(
      'error',
      (error) => (this.#reason = `The sandbox thread ended: ${error instanceof Error ? error.message : String(error)}`),
    );
    this.#gone = new Promise((resolve) => {
      this.#worker.on('exit', () => {
        options.onGone(this.#reason, this.#spoke);
        resolve();
      });
    });
    this.holdProcess(false);
  }

  /** Sends at the end of the current tick, with what else is sent in this tick. */
  send(message: ToSupervisor): void {
    if (this.#outbox.push(message) > 1) return;
    process.nextTick(() => {
      const batch = this.#outbox;
      this.#outbox = [];
      this.#worker.postMessage(batch);
    });
  }

  /** Whether the worker keeps the host's process from ending: only while something runs. */
  holdProcess(hold: boolean): void {
    if (hold) this.#worker.ref();
    else this.#worker.unref();
  }

  /** Asks the thread to end its processes and itself; ends it by force when it does not. */
  async close(): Promise<void> {
    this.holdProcess(true);
    this.send({ type: 'dispose' });
    const force = setTimeout(() => void this.#worker.terminate(), closeLimitMs);
    await this.#gone;
    clearTimeout(force);
  }
}
