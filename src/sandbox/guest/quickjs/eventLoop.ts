// An event loop for an engine that has none: timers on one alarm of the host, and work put off to the end of a tick. The
// host drains the microtasks between any two pieces of work.
import type { Host } from './host.ts';

interface Timer {
  readonly due: number;
  readonly work: () => void;
}

type Work = () => void;

export class EventLoop {
  readonly #host: Pick<Host, 'now' | 'setAlarm'>;
  /** By when they are due, those of the same time in the order in which they were set. */
  readonly #timers: Timer[] = [];
  readonly #endOfTick: Work[] = [];
  readonly #nextTick: Work[] = [];
  /** Timers that are due until then run in this tick of the loop; later ones let messages pass first. */
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

  /** Does what is next, if anything is left in this tick of the loop. */
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
