// What begins the ticks of a script: answers to its calls and timers that are due. Those of a recording come first, in its order and at its
// times; when they end, and in a run that has none, answers and timers begin them as they come. A run in trips goes on with all its answers at
// once, or else with its next timer.
import { maxTicks } from '../protocol/bounds.ts';
import type { GuestFailureCode, RunCourse, Tick } from '../protocol/messages.ts';
import { rounded, type ScriptClock } from './clock.ts';
import type { HostBindings } from './hostBindings.ts';

/** One answer that has come: the number of its call, and what hands it to the script. `missing`: that it will not come in this run. */
export interface Answer {
  readonly call: number;
  readonly deliver: () => void;
  readonly missing: boolean;
}

interface Timer {
  /** By the script's clock. */
  readonly dueAt: number;
  readonly fire: () => void;
  /** The engine's own, when the run is live. */
  running?: unknown;
}

interface ScheduleOptions {
  readonly bindings: Pick<HostBindings, 'setTimeout' | 'clearTimeout' | 'inNextTick' | 'now'>;
  readonly clock: ScriptClock;
  /** Runs a piece of the script as a tick of its own. */
  readonly enter: (work: () => void) => void;
  /** Hears of each tick of a run that is recorded, as it begins. */
  readonly record: (tick: Tick) => void;
  /** How many calls the script has made. */
  readonly callsMade: () => number;
  /** Those that are not answered, in the order in which they were made. */
  readonly callsOpen: () => readonly number[];
  /** Ends the run. */
  readonly abandon: (code: GuestFailureCode, message: string) => void;
}

export class Schedule {
  readonly #options: ScheduleOptions;
  /** Of a replay: those that have come before their turn. */
  readonly #answers = new Map<number, Answer>();
  readonly #timers = new Map<number, Timer>();
  /** undefined before the script starts. */
  #course: RunCourse | undefined;
  /** When the script's clock was at 0, by the engine's clock; undefined while recorded ticks are left. */
  #liveSince: number | undefined;
  #next = 0;
  /** Of a run in trips: by call, which of the answers it has. */
  #places: ReadonlyMap<number, number> | undefined;
  #recorded = 0;
  #advancing = false;

  constructor(options: ScheduleOptions) {
    this.#options = options;
  }

  /** To be called in the script's first tick. */
  start(course: RunCourse): void {
    this.#course = course;
    if (course.ticks.length === 0 && course.then === 'live') this.#goLive();
    else this.#advance();
  }

  /** Answers that came together. */
  answers(batch: readonly Answer[]): void {
    if (this.#liveSince === undefined) {
      for (const answer of batch) this.#answers.set(answer.call, answer);
      this.#advance();
      return;
    }
    this.#begin(
      this.#elapsedSince(this.#liveSince),
      batch.map(({ call }) => call),
      () => {
        for (const { deliver } of batch) deliver();
      },
    );
  }

  startTimer(handle: number, ms: number, fire: () => void): void {
    const timer = { dueAt: this.#options.clock.elapsed() + ms, fire };
    this.#timers.set(handle, timer);
    if (this.#liveSince !== undefined) this.#startLive(this.#liveSince, handle, timer, ms);
  }

  clearTimer(handle: number): void {
    const running = this.#timers.get(handle)?.running;
    if (running !== undefined) this.#options.bindings.clearTimeout(running);
    this.#timers.delete(handle);
  }

  #startLive(since: number, handle: number, timer: Timer, ms: number): void {
    timer.running = this.#options.bindings.setTimeout(() => {
      this.#timers.delete(handle);
      // Engines count in whole milliseconds from when their own tick began, so a timer may come early: for the script it never does.
      this.#begin(Math.max(this.#elapsedSince(since), rounded(timer.dueAt)), [-handle], timer.fire);
    }, ms);
  }

  #elapsedSince(since: number): number {
    return Math.max(this.#options.clock.elapsed(), rounded(this.#options.bindings.now() - since));
  }

  #begin(elapsed: number, begunBy: readonly number[], work: () => void): void {
    const { clock, enter, record } = this.#options;
    enter(() => {
      clock.set(elapsed);
      if (this.#course?.record === true && this.#recorded < maxTicks) {
        this.#recorded += 1;
        record([elapsed, ...begunBy]);
      }
      work();
    });
  }

  /** Runs the next recorded tick when this one is over, if all that begins it is there. */
  #advance(): void {
    if (this.#advancing) return;
    this.#advancing = true;
    this.#options.bindings.inNextTick(() => {
      this.#advancing = false;
      this.#runNext();
    });
  }

  #runNext(): void {
    if (this.#course?.trips) this.#runTrip(this.#course.trips);
    else this.#runRecorded();
  }

  /** Every answer to the calls that are open: those that need no server first, then as they came. Else the next timer. */
  #runTrip(trips: readonly number[]): void {
    const open = this.#options.callsOpen();
    const answers = open.map((call) => this.#answers.get(call)).filter((answer) => answer !== undefined);
    if (answers.length < open.length) return;
    if (open.length === 0) {
      this.#runTimer();
      return;
    }
    if (answers.some(({ missing }) => missing)) {
      this.#leaveRecording('recording_ended', 'The script waits for calls that have no answer.');
      return;
    }
    const places = (this.#places ??= new Map(trips.map((call, place) => [call, place])));
    const placeOf = ({ call }: Answer) => places.get(call) ?? -1;
    answers.sort((a, b) => placeOf(a) - placeOf(b));
    for (const call of open) this.#answers.delete(call);
    const order = answers.map(({ call }) => call);
    this.#begin(this.#options.clock.elapsed(), order, () => {
      for (const { deliver } of answers) deliver();
    });
    this.#advance();
  }

  #runTimer(): void {
    let next: (Timer & { readonly handle: number }) | undefined;
    for (const [handle, timer] of this.#timers) if (!next || timer.dueAt < next.dueAt) next = { ...timer, handle };
    if (!next) return;
    this.#timers.delete(next.handle);
    this.#begin(next.dueAt, [-next.handle], next.fire);
    this.#advance();
  }

  #runRecorded(): void {
    const tick = this.#course?.ticks[this.#next];
    if (tick === undefined) {
      this.#leaveRecording('recording_ended', 'The recording ends here.');
      return;
    }
    const [elapsed, ...begunBy] = tick;
    const misfit = begunBy.map((number) => this.#misfitOf(number)).find((found) => found !== undefined);
    if (misfit !== undefined) {
      this.#leaveRecording('diverged', `The script diverged from its recording: ${misfit}.`);
      return;
    }
    const work = begunBy.map((number) => (number > 0 ? this.#answers.get(number)?.deliver : this.#timers.get(-number)?.fire));
    if (!work.every((part) => part !== undefined)) return;
    this.#next += 1;
    for (const number of begunBy) (number > 0 ? this.#answers : this.#timers).delete(Math.abs(number));
    this.#begin(elapsed, begunBy, () => {
      for (const part of work) part();
    });
    this.#advance();
  }

  /** What the script has not done that would have to come before this. An answer that has not come yet is waited for. */
  #misfitOf(number: number): string | undefined {
    const made = this.#options.callsMade();
    if (number > 0) return number > made ? `call ${number} was answered, but the script made only ${made}` : undefined;
    return this.#timers.has(-number) ? undefined : `timer ${-number} was due, but the script did not start it`;
  }

  #leaveRecording(code: 'recording_ended' | 'diverged', message: string): void {
    const { enter, abandon } = this.#options;
    if (this.#course?.then === 'live') this.#goLive();
    // Where the tick before was the script's last, it has ended by itself.
    else enter(() => abandon(code, message));
  }

  /** Timers have what is left of their time, the next one first; answers that have come are delivered. */
  #goLive(): void {
    const { bindings, clock } = this.#options;
    const now = clock.elapsed();
    const since = bindings.now() - now;
    this.#liveSince = since;
    const timers = [...this.#timers].sort(([, a], [, b]) => a.dueAt - b.dueAt);
    // In whole milliseconds, which engines cut: none is early.
    for (const [handle, timer] of timers) this.#startLive(since, handle, timer, Math.max(0, Math.ceil(timer.dueAt - now)));
    const answers = [...this.#answers.values()];
    this.#answers.clear();
    if (answers.length > 0) this.answers(answers);
  }
}
