// Measures one run against its limits of elapsed time, processor time and resident memory, and reports the first
// breach. While processor time cannot be measured, the time in which the script does not wait for calls counts instead.
import type { RunFailure, RunLimits } from '../protocol/messages.ts';
import { limitErrors } from './limitErrors.ts';
import type { ResourceMeter } from './instance.ts';
import { failuresAllowed, type Reading } from './processMeter.ts';

interface LimitTimerOptions {
  readonly limits: RunLimits;
  readonly meter: ResourceMeter;
  readonly onBreach: (failure: RunFailure) => void;
}

/**
 * Minimum time without a reading after which a meter counts as failed, in milliseconds. A machine can run out of file
 * descriptors for a moment, in which a fast meter fails several times.
 */
const blindMs = 2_000;

export class LimitTimers {
  readonly #options: LimitTimerOptions;
  #wallTimer: NodeJS.Timeout | undefined;
  #wallLeftMs: number;
  #wallSince = 0;
  #pauses = 0;
  #waiting = false;
  #meterTimer: NodeJS.Timeout | undefined;
  /** Runs while the script waits neither for a call nor for a person. */
  readonly #work = new Stopwatch();
  #workMs = 0;
  #cpuBaseMs: number | undefined;
  /** Processor time at the last reading. */
  #cpuMs = 0;
  #failures = 0;
  #measuredAt = performance.now();
  #stopped = false;

  constructor(options: LimitTimerOptions) {
    this.#options = options;
    this.#wallLeftMs = options.limits.wallMs;
    this.#startWall();
    this.#work.run(true);
    // The script is sent first, in this tick.
    this.#meterTimer = setTimeout(() => this.#read(), 1);
  }

  /** Stops the clock of elapsed time until `resume` has been called as often as `pause`. */
  pause(): void {
    this.#pauses += 1;
    if (this.#pauses > 1) return;
    this.#work.run(false);
    clearTimeout(this.#wallTimer);
    this.#wallLeftMs -= performance.now() - this.#wallSince;
  }

  resume(): void {
    this.#pauses -= 1;
    if (this.#pauses > 0 || this.#stopped) return;
    this.#work.run(!this.#waiting);
    this.#startWall();
  }

  /** Records whether the script waits for a call. Only used while processor time cannot be measured. */
  setWaiting(waiting: boolean): void {
    if (waiting === this.#waiting) return;
    this.#waiting = waiting;
    this.#work.run(!waiting && this.#pauses === 0);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#wallTimer);
    clearTimeout(this.#meterTimer);
  }

  #startWall(): void {
    this.#wallSince = performance.now();
    this.#wallTimer = setTimeout(
      () => this.#report(limitErrors.wall(this.#options.limits, this.#cpuMs)),
      Math.max(0, this.#wallLeftMs),
    );
  }

  #read(): void {
    const { meter } = this.#options;
    meter.read((reading) => {
      if (this.#stopped) return;
      // The next reading is scheduled first, because the verdict may stop the timers.
      this.#meterTimer = setTimeout(() => this.#read(), meter.periodMs);
      this.#judge(reading);
    });
  }

  #judge(reading: Reading): void {
    const { limits } = this.#options;
    const usage = reading.state === 'measured' ? reading.usage : undefined;
    const workMs = this.#work.ms;
    if (usage?.cpuMs === undefined) this.#cpuMs += workMs - this.#workMs;
    else {
      this.#cpuBaseMs ??= usage.cpuMs - this.#cpuMs;
      this.#cpuMs = usage.cpuMs - this.#cpuBaseMs;
    }
    this.#workMs = workMs;
    if (reading.state === 'failed') this.#failures += 1;
    if (usage !== undefined) {
      this.#failures = 0;
      this.#measuredAt = performance.now();
    }
    if (this.#cpuMs > limits.cpuMs) this.#report(limitErrors.cpu(limits));
    else if ((usage?.residentBytes ?? 0) > limits.residentMb * 1_048_576)
      this.#report(limitErrors.resident(limits));
    else if (reading.state === 'failed' && this.#isBlind()) this.#report(limitErrors.meter(reading.reason));
  }

  #isBlind(): boolean {
    return this.#failures >= failuresAllowed && performance.now() - this.#measuredAt >= blindMs;
  }

  #report(failure: RunFailure): void {
    if (this.#stopped) return;
    this.stop();
    this.#options.onBreach(failure);
  }
}

class Stopwatch {
  #total = 0;
  #since: number | undefined;

  /** Starts or stops the stopwatch. */
  run(running: boolean): void {
    this.#total = this.ms;
    this.#since = running ? performance.now() : undefined;
  }

  get ms(): number {
    return this.#total + (this.#since === undefined ? 0 : performance.now() - this.#since);
  }
}
