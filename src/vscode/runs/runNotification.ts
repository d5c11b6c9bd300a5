// When a run has a notification: as soon as it has gone on for a while without asking the user something, until it asks or ends. Pure: what
// is shown is given.
import type { RunState } from './runState.ts';

export interface ShownNotification {
  /** The run's state is another now. */
  update(): void;
  close(): void;
}

interface NotificationOptions {
  /** How long the run goes on without a question before it is shown, in milliseconds. With 0 it is shown at once, also beside a question. */
  readonly afterMs: number;
  readonly show: () => ShownNotification;
}

/** Milliseconds between two updates: a run may make a hundred thousand calls. */
const updateMs = 100;

export class RunNotification implements Disposable {
  readonly #run: RunState;
  readonly #options: NotificationOptions;
  #timer: NodeJS.Timeout | undefined;
  #update: NodeJS.Timeout | undefined;
  #shown: ShownNotification | undefined;

  constructor(run: RunState, options: NotificationOptions) {
    this.#run = run;
    this.#options = options;
    this.changed();
  }

  /** The run's state is another now. */
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
