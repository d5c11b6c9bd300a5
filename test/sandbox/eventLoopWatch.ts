// The longest time for which this thread's event loop stood still because of its own work. A busy machine wakes a thread
// late that has nothing to do: between two beats only what the thread itself computed counts.
import assert from 'node:assert/strict';

const beatMs = 5;
/** How long the host may stand still, whatever a script does; `npm run bench` holds it to that. */
const barMs = 50;
export const mostTries = 3;
/** The largest of the values that the tests let through the host. */
export const wideObject = Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`key${i}`, i]));

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
    this.#longestMs = Math.max(this.#longestMs, Math.min(performance.now() - this.#wall, cpuMs(this.#cpu)));
    this.#wall = performance.now();
    this.#cpu = process.threadCpuUsage();
  }
}

/**
 * Fails when this thread stood still for too long each time that it is measured. Time that the hypervisor takes from this
 * machine is counted as the thread's own: it comes and goes, and all work takes longer. `tried` counts from 0; `where` says in what it stood still last.
 */
export async function assertHardlyStill(measureMs: (tried: number) => Promise<number>, where = () => ''): Promise<void> {
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

/** What it takes to become JSON and a value again, just now. */
function wideAsJsonMs(): number {
  const start = process.threadCpuUsage();
  JSON.parse(JSON.stringify(wideObject));
  return cpuMs(start);
}

function cpuMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(since);
  return (user + system) / 1_000;
}
