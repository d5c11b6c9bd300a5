// Telemetry while it is on: the exporter, and the spans of each run. The module is a separate chunk that is not loaded
// while telemetry is off.
import { hostname } from 'node:os';
import type { RunRecorder, RunStart } from '../../engine/index.ts';
import { OtlpExporter, type ExporterOptions } from './otlpExporter.ts';
import { runSpans, type ValueRedactor } from './runSpans.ts';
import type { TelemetryTarget } from './telemetryTarget.ts';

export interface TelemetryOptions extends Pick<ExporterOptions, 'fetch' | 'warn' | 'times'> {
  readonly version: string;
  readonly redactor: ValueRedactor;
}

export class Telemetry {
  readonly #exporter: OtlpExporter;
  readonly #options: TelemetryOptions;
  readonly #target: TelemetryTarget;

  constructor(target: TelemetryTarget, options: TelemetryOptions) {
    const own = {
      'service.name': 'code-mode',
      'service.version': options.version,
      'host.name': hostname(),
      'process.pid': process.pid,
    };
    const resource = {
      attributes: { ...own, ...target.resource },
      scope: { name: 'code-mode', version: options.version },
    };
    this.#exporter = new OtlpExporter({ ...options, target, resource });
    this.#options = options;
    this.#target = target;
  }

  /** `from`: start of the run in milliseconds since 1970. */
  begin(run: RunStart, id: string, from: number): Omit<RunRecorder, 'id'> {
    const redactor = this.#target.includeValues ? this.#options.redactor : undefined;
    return runSpans(run, id, from, { export: (span) => this.#exporter.add(span), redactor, now });
  }

  dispose(): Promise<void> {
    return this.#exporter.dispose();
  }
}

/** Returns milliseconds since 1970 from a clock that never goes back. */
function now(): number {
  return performance.timeOrigin + performance.now();
}
