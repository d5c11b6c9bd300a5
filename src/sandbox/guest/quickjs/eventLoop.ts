// An event loop for an engine that has none: timers that share one alarm of the host, and work that waits for the end
// of a tick. The host drains the microtasks between any two work items.
import type { Host } from './host.ts';

interface Timer {
  readonly due: number;
  readonly work: () => void;
}

type Work = () => void;

export class EventLoop {
  readonly #host: Pick<Host, 'now' | 'setAlarm'>;
  /** Timers ordered by due time; timers that are due at the same time stay in the order in which they were set. */
  readonly #timers: Timer[] = [];
  readonly #endOfTick: Work[] = [];
  readonly #nextTick: Work[] = [];
  /**
   * Timers that are due by this time run in the current tick of the loop; incoming messages are handled before later
   * timers.
   */
  #until = -Infinity;

  constructor(host: Pick<Host, 'now' | 'setAlarm'>) {
    this.#host = host;
  }

  atEndOfTick(work: Work): void {
    this.#endOfTick.push(work);
  }

  inNextTick(work: Work): void {
    this.#nextTick.push(work);
  }

  setTimeout(work: Work, ms: number): Timer {
    const timer = { due: this.#host.now() + ms, work };
    let at = this.#timers.length;
    while (at > 0 && (this.#timers[at - 1]?.due ?? 0) > timer.due) at -= 1;
    this.#timers.splice(at, 0, timer);
    if (at === 0) this.#setAlarm();
    return timer;
  }

  clearTimeout(timer: unknown): void {
    const at = this.#timers.findIndex((candidate) => candidate === timer);
    if (at >= 0) this.#timers.splice(at, 1);
    if (at === 0) this.#setAlarm();
  }

  wake(): void {
    this.#until = this.#host.now();
  }

  /** Runs the next work item of this tick of the loop. Returns false if none is left. */
  proceed(): boolean {
    const work = this.#endOfTick.shift() ?? this.#nextTick.shift() ?? this.#takeDue();
    work?.();
    return work !== undefined;
  }

  #takeDue(): Work | undefined {
    const [first] = this.#timers;
    if (this.#until === -Infinity) return undefined;
    if (first !== undefined && first.due <= this.#until) return this.#timers.shift()?.work;
    this.#until = -Infinity;
    this.#setAlarm();
    return undefined;
  }

  #setAlarm(): void {
    const [first] = this.#timers;
    this.#host.setAlarm(first === undefined ? -1 : Math.max(0, first.due - this.#host.now()));
  }
}
