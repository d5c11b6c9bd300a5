// Measures the longest time for which this thread's own work blocks its event loop. A busy machine also wakes an idle
// thread late, so only the computation of the thread between two beats counts.
import assert from 'node:assert/strict';

const beatMs = 5;
/** Maximum time for which a script may block the host, in milliseconds; `npm run bench` checks the same limit. */
const barMs = 50;
export const mostTries = 3;
/** The largest of the values that the tests send through the host. */
export const wideObject = Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`key${i}`, i]));

export class EventLoopWatch {
  #longestMs = 0;
  #wall = performance.now();
  #cpu = process.threadCpuUsage();
  readonly #timer = setInterval(() => this.#beat(), beatMs);

  /** Ends the watch and returns milliseconds. */
  stop(): number {
    this.#beat();
    clearInterval(this.#timer);
    return this.#longestMs;
  }

  #beat(): void {
    this.#longestMs = Math.max(this.#longestMs, Math.min(performance.now() - this.#wall, cpuMs(this.#cpu)));
    this.#wall = performance.now();
    this.#cpu = process.threadCpuUsage();
  }
}

/**
 * Fails if this thread is blocked for too long in each of several measurements. Time that the hypervisor takes from
 * this machine counts as the thread's own time, but it is not constant and slows down all work. `tried` counts from 0;
 * `where` returns the step with the last long block.
 */
export async function assertHardlyStill(
  measureMs: (tried: number) => Promise<number>,
  where = () => '',
): Promise<void> {
  const seen: string[] = [];
  while (seen.length < mostTries) {
    const stillMs = await measureMs(seen.length);
    if (stillMs <= barMs) return;
    const boundMs = Math.max(barMs, 2 * wideAsJsonMs());
    if (stillMs <= boundMs) return;
    seen.push(`${stillMs} ms, over ${boundMs} ms ${where()}`.trimEnd());
  }
  assert.fail(`it stood still for ${seen.join(', then for ')}`);
}

/** Returns the current time to turn the value into JSON and back, in milliseconds. */
function wideAsJsonMs(): number {
  const start = process.threadCpuUsage();
  JSON.parse(JSON.stringify(wideObject));
  return cpuMs(start);
}

function cpuMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(since);
  return (user + system) / 1_000;
}
