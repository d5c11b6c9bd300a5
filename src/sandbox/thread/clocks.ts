// The clocks of one run: time on the wall, processor time and resident memory. Each breach is reported once.
import type { RunFailure, RunLimits } from '../protocol/messages.ts';
import { breach } from './breach.ts';
import type { UsageMeter } from './isolate.ts';
import type { Usage } from './processMeter.ts';

export interface ClockOptions {
  readonly limits: RunLimits;
  readonly meter: UsageMeter;
  /** Whether the script waits for a call: only asked where processor time cannot be read. */
  readonly isWaiting: () => boolean;
  readonly onBreach: (failure: RunFailure) => void;
}

export class Clocks {
  readonly #options: ClockOptions;
  #wallTimer: NodeJS.Timeout | undefined;
  #wallLeftMs: number;
  #wallSince = 0;
  #pauses = 0;
  #meterTimer: NodeJS.Timeout | undefined;
  #cpuBaseMs: number | undefined;
  #estimatedCpuMs = 0;
  /** At the last sample. */
  #cpuMs = 0;
  #stopped = false;

  constructor(options: ClockOptions) {
    this.#options = options;
    this.#wallLeftMs = options.limits.wallMs;
    this.#startWall();
    // Not in this turn: the script is sent first.
    this.#meterTimer = setTimeout(() => this.#sample(), 1);
  }

  /** The wall clock stands still until as many `resume` as `pause` have come. */
  pause(): void {
    this.#pauses += 1;
    if (this.#pauses > 1) return;
    clearTimeout(this.#wallTimer);
    this.#wallLeftMs -= performance.now() - this.#wallSince;
  }

  resume(): void {
    this.#pauses -= 1;
    if (this.#pauses === 0 && !this.#stopped) this.#startWall();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#wallTimer);
    clearTimeout(this.#meterTimer);
  }

  #startWall(): void {
    this.#wallSince = performance.now();
    this.#wallTimer = setTimeout(() => this.#report(breach.wall(this.#options.limits, this.#cpuMs)), Math.max(0, this.#wallLeftMs));
  }

  #sample(): void {
    const { meter } = this.#options;
    meter.sample((usage) => {
      if (this.#stopped) return;
      // Before the verdict, which may stop the clocks.
      this.#meterTimer = setTimeout(() => this.#sample(), meter.periodMs);
      if (usage !== undefined) this.#judge(usage);
    });
  }

  #judge(usage: Usage): void {
    const { limits } = this.#options;
    this.#cpuMs = this.#cpuUsed(usage);
    if (this.#cpuMs > limits.cpuMs) this.#report(breach.cpu(limits));
    else if ((usage.residentBytes ?? 0) > limits.residentMb * 1_048_576) this.#report(breach.resident(limits));
  }

  #cpuUsed(usage: Usage): number {
    if (usage.cpuMs === undefined) {
      if (!this.#options.isWaiting() && this.#pauses === 0) this.#estimatedCpuMs += this.#options.meter.periodMs;
      return this.#estimatedCpuMs;
    }
    this.#cpuBaseMs ??= usage.cpuMs;
    return usage.cpuMs - this.#cpuBaseMs;
  }

  #report(failure: RunFailure): void {
    if (this.#stopped) return;
    this.stop();
    this.#options.onBreach(failure);
  }
}
