// Counts the calls of a script and of the saved scripts that it calls, together (codeMode.limits.calls).

export class CallBudget {
  readonly #most: number;
  #made = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Counts a call. Returns why it must not be made, half a sentence; undefined where it may be made. */
  take(): string | undefined {
    this.#made += 1;
    return this.#made <= this.#most ? undefined : `the script and its saved scripts made ${this.#most} calls (codeMode.limits.calls).`;
  }
}
