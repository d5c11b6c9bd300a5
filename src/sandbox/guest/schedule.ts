// Decides when the ticks of a script begin: with answers to its calls, and with timers that are due. Recorded ticks
// come first, in the order and at the times of the recording. After them, or in a run without a recording, answers and
// timers begin ticks as they come. A run in round trips goes on with all its answers at once, or else with its next
// timer.
import { maxTicks } from '../protocol/bounds.ts';
import type { GuestFailureCode, RunCourse, Tick } from '../protocol/messages.ts';
import type { Calls } from './calls.ts';
import { rounded, type ScriptClock } from './clock.ts';
import type { HostBindings } from './hostBindings.ts';

/** A cause of a tick: the number of an answered call or the negative handle of a timer, and the script's work. */
interface Cause {
  readonly call: number;
  readonly deliver: () => void;
}

/** An answer that has arrived. `missing` is true if this run will never have the answer. */
export interface ArrivedAnswer extends Cause {
  readonly missing: boolean;
}

interface Timer extends Cause {
  /** Due time by the script's clock, in milliseconds. */
  readonly dueAt: number;
  /** The timer of the engine, when the run is live. */
  running?: unknown;
}

interface ScheduleOptions {
  readonly bindings: Pick<HostBindings, 'setTimeout' | 'clearTimeout' | 'inNextTick' | 'now'>;
  readonly clock: ScriptClock;
  readonly calls: Pick<Calls, 'made' | 'open'>;
  /** Runs `work` as one tick of the script. */
  readonly enter: (work: () => void) => void;
  /** Called as each tick of a recorded run begins. */
  readonly record: (tick: Tick) => void;
  /** Ends the run. */
  readonly abandon: (code: GuestFailureCode, message: string) => void;
}

export class Schedule {
  readonly #options: ScheduleOptions;
  /** Answers that a replay has received before their recorded tick. */
  readonly #answers = new Map<number, ArrivedAnswer>();
  /** Timers by their negative handles. */
  readonly #timers = new Map<number, Timer>();
  /** Undefined before the script starts. */
  #course: RunCourse | undefined;
  /** Time of the engine's clock at which the script's clock was 0; undefined while recorded ticks are left. */
  #liveSince: number | undefined;
  #next = 0;
  /** The position of each call's answer in the recording, for a run in round trips. */
  #places: ReadonlyMap<number, number> | undefined;
  #recorded = 0;
  #advancing = false;

  constructor(options: ScheduleOptions) {
    this.#options = options;
  }

  /** Starts the clock. Must be called in the script's first tick. */
  start(course: RunCourse): void {
    this.#course = course;
    this.#options.clock.start(course.conditions.startedAt);
    if (course.ticks.length === 0 && course.then === 'live') this.#goLive();
    else this.#advance();
  }

  /** Takes answers that arrived together. */
  answers(batch: readonly ArrivedAnswer[]): void {
    if (this.#liveSince === undefined) {
      for (const answer of batch) this.#answers.set(answer.call, answer);
      this.#advance();
      return;
    }
    this.#begin(this.#elapsedSince(this.#liveSince), batch);
  }

  startTimer(handle: number, ms: number, fire: () => void): void {
    const timer = { call: -handle, deliver: fire, dueAt: this.#options.clock.elapsed() + ms };
    this.#timers.set(timer.call, timer);
    if (this.#liveSince !== undefined) this.#startLive(this.#liveSince, timer, ms);
  }

  clearTimer(handle: number): void {
    const running = this.#timers.get(-handle)?.running;
    if (running !== undefined) this.#options.bindings.clearTimeout(running);
    this.#timers.delete(-handle);
  }

  #startLive(since: number, timer: Timer, ms: number): void {
    timer.running = this.#options.bindings.setTimeout(() => {
      this.#timers.delete(timer.call);
      // Engines count whole milliseconds from the start of their own tick, so an engine timer may fire early. The
      // script's clock never shows a time before the timer is due.
      this.#begin(Math.max(this.#elapsedSince(since), rounded(timer.dueAt)), [timer]);
    }, ms);
  }

  #elapsedSince(since: number): number {
    return Math.max(this.#options.clock.elapsed(), rounded(this.#options.bindings.now() - since));
  }

  #begin(elapsed: number, causes: readonly Cause[]): void {
    const { clock, enter, record } = this.#options;
    enter(() => {
      clock.set(elapsed);
      if (this.#course?.record === true && this.#recorded < maxTicks) {
        this.#recorded += 1;
        record([elapsed, ...causes.map(({ call }) => call)]);
      }
      for (const { deliver } of causes) deliver();
    });
  }

  /** Runs the next recorded tick after the current one, if everything that begins that tick has arrived. */
  #advance(): void {
    if (this.#advancing) return;
    this.#advancing = true;
    this.#options.bindings.inNextTick(() => {
      this.#advancing = false;
      if (this.#course?.trips) this.#runTrip(this.#course.trips);
      else this.#runRecorded();
    });
  }

  /**
   * Begins a tick with the answers to all open calls: first the answers that need no server, then the others in their
   * recorded order. If no call is open, the next timer begins the tick.
   */
  #runTrip(trips: readonly number[]): void {
    const open = this.#options.calls.open;
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
    const placeOf = ({ call }: ArrivedAnswer) => places.get(call) ?? -1;
    answers.sort((a, b) => placeOf(a) - placeOf(b));
    for (const call of open) this.#answers.delete(call);
    this.#begin(this.#options.clock.elapsed(), answers);
    this.#advance();
  }

  #runTimer(): void {
    let next: Timer | undefined;
    for (const timer of this.#timers.values()) if (!next || timer.dueAt < next.dueAt) next = timer;
    if (!next) return;
    this.#timers.delete(next.call);
    this.#begin(next.dueAt, [next]);
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
    const causes = begunBy.map((number) => (number > 0 ? this.#answers : this.#timers).get(number));
    if (!causes.every((cause) => cause !== undefined)) return;
    this.#next += 1;
    for (const number of begunBy) (number > 0 ? this.#answers : this.#timers).delete(number);
    this.#begin(elapsed, causes);
    this.#advance();
  }

  /**
   * Describes what the script has failed to do before this recorded tick; undefined if nothing is missing. The replay
   * waits for an answer that has not arrived yet.
   */
  #misfitOf(number: number): string | undefined {
    const { made } = this.#options.calls;
    if (number > 0)
      return number > made ? `call ${number} was answered, but the script made only ${made}` : undefined;
    return this.#timers.has(number) ? undefined : `timer ${-number} was due, but the script did not start it`;
  }

  #leaveRecording(code: 'recording_ended' | 'diverged', message: string): void {
    const { enter, abandon } = this.#options;
    if (this.#course?.then === 'live') this.#goLive();
    // If the previous tick was the script's last, the run has already ended by itself.
    else enter(() => abandon(code, message));
  }

  /**
   * Continues live after the recording: timers run for the rest of their time, the next one first, and answers that
   * have arrived are delivered.
   */
  #goLive(): void {
    const { bindings, clock } = this.#options;
    const now = clock.elapsed();
    const since = bindings.now() - now;
    this.#liveSince = since;
    const timers = [...this.#timers.values()].sort((a, b) => a.dueAt - b.dueAt);
    // Engines drop fractions of a millisecond, so the time is rounded up and no timer fires early.
    for (const timer of timers) this.#startLive(since, timer, Math.max(0, Math.ceil(timer.dueAt - now)));
    const answers = [...this.#answers.values()];
    this.#answers.clear();
    if (answers.length > 0) this.answers(answers);
  }
}
