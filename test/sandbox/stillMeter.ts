// How long this thread's event loop stands still. On a busy machine a thread that has nothing to do wakes late as well: it
// stood still only for as long as it also worked.

const periodMs = 5;

export class StillMeter {
  /** In milliseconds. */
  longest = 0;
  readonly #timer = setInterval(() => this.#tick(), periodMs);
  #at = performance.now();
  #cpu = process.threadCpuUsage();

  stop(): void {
    this.#tick();
    clearInterval(this.#timer);
  }

  #tick(): void {
    const now = performance.now();
    const { user, system } = process.threadCpuUsage(this.#cpu);
    this.longest = Math.max(this.longest, Math.min(now - this.#at, (user + system) / 1_000));
    this.#at = now;
    this.#cpu = process.threadCpuUsage();
  }
}
