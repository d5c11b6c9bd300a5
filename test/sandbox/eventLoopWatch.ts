// The longest time for which this thread's event loop stood still because of its own work. A busy machine wakes a thread
// late that has nothing to do: between two beats only what the thread itself computed counts.

const beatMs = 5;

export class EventLoopWatch {
  #longestMs = 0;
  #wall = performance.now();
  #cpu = process.threadCpuUsage();
  readonly #timer = setInterval(() => this.#beat(), beatMs);

  /** Ends the watch; milliseconds. */
  stop(): number {
    this.#beat();
    clearInterval(this.#timer);
    return this.#longestMs;
  }

  #beat(): void {
    const { user, system } = process.threadCpuUsage(this.#cpu);
    const still = Math.min(performance.now() - this.#wall, (user + system) / 1_000);
    this.#longestMs = Math.max(this.#longestMs, still);
    this.#wall = performance.now();
    this.#cpu = process.threadCpuUsage();
  }
}
