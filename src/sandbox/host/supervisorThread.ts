// The supervisor thread, as the extension host sees it: its worker, the detection of its end, and its shutdown.
import { Worker } from 'node:worker_threads';
import type { FromSupervisor, ToSupervisor } from '../protocol/messages.ts';
import type { SupervisorOptions } from '../protocol/sandboxOptions.ts';
import { errorMessage } from '../../base/errorMessage.ts';

interface SupervisorThreadOptions {
  readonly threadFile: string;
  readonly thread: SupervisorOptions;
  readonly onMessage: (message: FromSupervisor) => void;
  /** Called when the worker is gone. `spoke` is true if the worker ever sent a message. */
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
    // The thread does not inherit flags of the host, such as an inspector.
    this.worker = new Worker(options.threadFile, {
      workerData: options.thread,
      execArgv: [],
      name: 'code-mode-sandbox',
      // Most data lives in the thread for a moment only. A small young generation keeps a flood of messages from
      // growing the host by a hundred megabytes.
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

  /**
   * Keeps the host's process alive while `work` is pending. A message port would not do so after the thread has died.
   */
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

  /** Asks the thread to end its processes and itself. Terminates the thread if it does not end in time. */
  async close(): Promise<void> {
    this.worker.postMessage({ type: 'dispose' } satisfies ToSupervisor);
    const force = setTimeout(() => void this.worker.terminate(), closeLimitMs);
    await this.hold(this.#gone);
    clearTimeout(force);
  }
}
