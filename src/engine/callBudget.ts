// Counts the calls of a script together with those of the saved scripts that it calls (`codeMode.limits.calls`).

export class CallBudget {
  readonly #most: number;
  #made = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Counts a call. Returns the reason why the call must not be made, as half a sentence; undefined if the call may be
   * made.
   */
  take(): string | undefined {
    this.#made += 1;
    return this.#made <= this.#most
      ? undefined
      : `the script and its saved scripts made ${this.#most} calls (codeMode.limits.calls).`;
  }
}
