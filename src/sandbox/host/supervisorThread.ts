// The sandbox thread as the extension host has it: the worker, when it is gone, and its end.
import { Worker } from 'node:worker_threads';
import type { FromSupervisor, ToSupervisor } from '../protocol/messages.ts';
import type { SupervisorOptions } from '../protocol/sandboxOptions.ts';
import { errorMessage } from '../../base/errorMessage.ts';

interface SupervisorThreadOptions {
  readonly threadFile: string;
  readonly thread: SupervisorOptions;
  readonly onMessage: (message: FromSupervisor) => void;
  /** The worker is gone; `spoke` says whether it had ever answered. */
  readonly onGone: (reason: string, spoke: boolean) => void;
}

const closeLimitMs = 3_000;

export class SupervisorThread {
  readonly worker: Worker;
  readonly #gone: Promise<void>;
  #held = 0;
  #spoke = false;
  #reason = 'Sandbox thread ended.';

  constructor(options: SupervisorThreadOptions) {
    // The flags of the host (an inspector, say) are not for the thread.
    this.worker = new Worker(options.threadFile, {
      workerData: options.thread,
      execArgv: [],
      name: 'code-mode-sandbox',
      // What passes through lives for a moment: a small nursery keeps a flood from growing the host by a hundred MB.
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
    });
    this.worker.on('message', (message: FromSupervisor) => {
      this.#spoke = true;
      options.onMessage(message);
    });
    this.worker.on('error', (error) => (this.#reason = `Sandbox thread ended: ${errorMessage(error)}`));
    this.#gone = new Promise((resolve) => {
      this.worker.on('exit', () => {
        options.onGone(this.#reason, this.#spoke);
        resolve();
      });
    });
    this.worker.unref();
  }

  /** While `work` is under way the thread keeps the host's process from ending; a port would not once the thread has died. */
  async hold<T>(work: Promise<T>): Promise<T> {
    this.#held += 1;
    this.worker.ref();
    try {
      return await work;
    } finally {
      this.#held -= 1;
      if (this.#held === 0) this.worker.unref();
    }
  }

  /** Asks the thread to end its processes and itself; ends it by force when it does not. */
  async close(): Promise<void> {
    this.worker.postMessage({ type: 'dispose' } satisfies ToSupervisor);
    const force = setTimeout(() => void this.worker.terminate(), closeLimitMs);
    await this.hold(this.#gone);
    clearTimeout(force);
  }
}
