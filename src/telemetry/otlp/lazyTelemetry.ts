// Loads telemetry when the first run begins for which spans have a target, and not before.
import type { RunStart } from '../../engine/index.ts';
import type { RunEvents, RunListener } from '../../journal/index.ts';
import type { Telemetry, TelemetryOptions } from './telemetry.ts';
import type { TelemetryTarget } from './telemetryTarget.ts';

interface LazyTelemetryOptions extends TelemetryOptions {
  /** Asked as each run begins; undefined if no telemetry is wanted. */
  readonly target: () => TelemetryTarget | undefined;
}

export class LazyTelemetry implements RunListener {
  readonly #options: LazyTelemetryOptions;
  /** Telemetry by its target, since settings may change. */
  readonly #loaded = new Map<string, Promise<Telemetry | undefined>>();

  constructor(options: LazyTelemetryOptions) {
    this.#options = options;
  }

  begin(run: RunStart, id: string): RunEvents | undefined {
    const target = this.#options.target();
    if (!target) return undefined;
    const from = performance.timeOrigin + performance.now();
    const recorder: RunEvents = {
      ready: async () => {
        Object.assign(recorder, (await this.#telemetry(target))?.begin(run, id, from), { ready: undefined });
        return undefined;
      },
    };
    return recorder;
  }

  async dispose(): Promise<void> {
    await Promise.all([...this.#loaded.values()].map(async (loading) => (await loading)?.dispose()));
  }

  #telemetry(target: TelemetryTarget): Promise<Telemetry | undefined> {
    const key = JSON.stringify(target);
    const loaded =
      this.#loaded.get(key) ??
      import('./telemetry.ts').then(
        ({ createTelemetry }) => createTelemetry(target, this.#options),
        (error: unknown) => {
          this.#options.warn(`Telemetry cannot be loaded: ${String(error)}`);
          return undefined;
        },
      );
    this.#loaded.set(key, loaded);
    return loaded;
  }
}
