// Decides when a run has a notification: after it has gone on for a while without a question, until it asks the user or
// ends. The module is pure; `show` makes the notification.
import type { TrackedRun } from './trackedRun.ts';

export interface ShownNotification {
  /** To be called when the state of the run has changed. */
  update(): void;
  close(): void;
}

interface NotificationOptions {
  /** Time without a question until the notification appears, in milliseconds; 0 shows it even beside a question. */
  readonly afterMs: number;
  readonly show: () => ShownNotification;
}

/** Time between two updates in milliseconds, because a run may make a hundred thousand calls. */
const updateMs = 100;

export class RunNotification implements Disposable {
  readonly #run: TrackedRun;
  readonly #options: NotificationOptions;
  #timer: NodeJS.Timeout | undefined;
  #update: NodeJS.Timeout | undefined;
  #shown: ShownNotification | undefined;

  constructor(run: TrackedRun, options: NotificationOptions) {
    this.#run = run;
    this.#options = options;
    this.changed();
  }

  /** To be called when the state of the run has changed. */
  changed(): void {
    const { afterMs } = this.#options;
    if (afterMs > 0 && this.#run.isAsking) this.#hide();
    else if (this.#shown) this.#update ??= setTimeout(() => this.#updateNow(), updateMs);
    else if (afterMs === 0) this.#show();
    else this.#timer ??= setTimeout(() => this.#show(), afterMs);
  }

  [Symbol.dispose](): void {
    this.#hide();
  }

  #show(): void {
    this.#shown ??= this.#options.show();
  }

  #updateNow(): void {
    this.#update = undefined;
    this.#shown?.update();
  }

  #hide(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#update);
    this.#timer = undefined;
    this.#update = undefined;
    this.#shown?.close();
    this.#shown = undefined;
  }
}
