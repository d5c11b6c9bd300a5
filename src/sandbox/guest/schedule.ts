// What begins the ticks of a script: answers to its calls and timers that are due. Live, they begin as they come, and
// a recording gets what began when; in a replay they begin in the order and at the times of the recording.
import { maxTicks } from '../protocol/bounds.ts';
import type { Tick } from '../protocol/messages.ts';
import { rounded, type ScriptClock } from './clock.ts';
import type { HostBindings } from './hostBindings.ts';

/** One answer that has come: the number of its call, and what hands it to the script. */
export interface Answer {
  readonly call: number;
  readonly deliver: () => void;
}

export interface Schedule {
  /** Answers that came together. */
  answers(batch: readonly Answer[]): void;
  startTimer(handle: number, ms: number, fire: () => void): void;
  clearTimer(handle: number): void;
}

interface ScheduleOptions {
  readonly bindings: Pick<HostBindings, 'setTimeout' | 'clearTimeout' | 'inNextTick' | 'now'>;
  readonly clock: ScriptClock;
  /** Runs a piece of the script as a tick of its own. */
  readonly enter: (work: () => void) => void;
}

export class LiveSchedule implements Schedule {
  readonly #options: ScheduleOptions;
  readonly #record: ((tick: Tick) => void) | undefined;
  readonly #timers = new Map<number, unknown>();
  readonly #startedAt: number;
  #recorded = 0;

  /** `record` hears of each tick as it begins. */
  constructor(options: ScheduleOptions, record?: (tick: Tick) => void) {
    this.#options = options;
    this.#record = record;
    this.#startedAt = options.bindings.now();
  }

  answers(batch: readonly Answer[]): void {
    this.#begin(
      batch.map(({ call }) => call),
      () => {
        for (const { deliver } of batch) deliver();
      },
    );
  }

  startTimer(handle: number, ms: number, fire: () => void): void {
    const { setTimeout } = this.#options.bindings;
    const due = () => {
      this.#timers.delete(handle);
      this.#begin([-handle], fire);
    };
    this.#timers.set(handle, setTimeout(due, ms));
  }

  clearTimer(handle: number): void {
    const timer = this.#timers.get(handle);
    if (timer !== undefined) this.#options.bindings.clearTimeout(timer);
    this.#timers.delete(handle);
  }

  #begin(begunBy: readonly number[], work: () => void): void {
    const { bindings, clock, enter } = this.#options;
    const elapsed = rounded(bindings.now() - this.#startedAt);
    enter(() => {
      clock.set(elapsed);
      if (this.#record !== undefined && this.#recorded < maxTicks) {
        this.#recorded += 1;
        this.#record([elapsed, ...begunBy]);
      }
      work();
    });
  }
}

interface ReplayOptions extends ScheduleOptions {
  readonly ticks: readonly Tick[];
  /** How many calls the script has made. */
  readonly callsMade: () => number;
  /** The script does something else than the recording has. */
  readonly onDiverged: (what: string) => void;
  /** Every tick of the recording has been run, and the script still waits. */
  readonly onRecordingEnded: () => void;
}

export class ReplaySchedule implements Schedule {
  readonly #options: ReplayOptions;
  readonly #answers = new Map<number, () => void>();
  readonly #timers = new Map<number, () => void>();
  #next = 0;
  #advancing = false;

  /** To be made in the script's first tick. */
  constructor(options: ReplayOptions) {
    this.#options = options;
    this.#advance();
  }

  answers(batch: readonly Answer[]): void {
    for (const { call, deliver } of batch) this.#answers.set(call, deliver);
    this.#advance();
  }

  /** A timer of the recording is due when its turn comes. */
  startTimer(handle: number, _ms: number, fire: () => void): void {
    this.#timers.set(handle, fire);
  }

  clearTimer(handle: number): void {
    this.#timers.delete(handle);
  }

  /** Runs the next tick when this one is over, if all that begins it is there. */
  #advance(): void {
    if (this.#advancing) return;
    this.#advancing = true;
    this.#options.bindings.inNextTick(() => {
      this.#advancing = false;
      this.#runNext();
    });
  }

  #runNext(): void {
    const { ticks, clock, enter, onRecordingEnded } = this.#options;
    const tick = ticks[this.#next];
    if (tick === undefined) {
      onRecordingEnded();
      return;
    }
    const [elapsed, ...begunBy] = tick;
    const work = begunBy.map((number) => this.#workOf(number));
    if (!work.every((part) => part !== undefined)) return;
    this.#next += 1;
    for (const number of begunBy) (number > 0 ? this.#answers : this.#timers).delete(Math.abs(number));
    enter(() => {
      clock.set(elapsed);
      for (const part of work) part();
    });
    this.#advance();
  }

  /** undefined while an answer has not come, and when the script went another way. */
  #workOf(number: number): (() => void) | undefined {
    const { callsMade, onDiverged } = this.#options;
    if (number > 0) {
      if (number > callsMade()) onDiverged(`call ${number} was answered, but the script made only ${callsMade()}`);
      return this.#answers.get(number);
    }
    const fire = this.#timers.get(-number);
    if (fire === undefined) onDiverged(`timer ${-number} was due, but the script did not start it`);
    return fire;
  }
}
