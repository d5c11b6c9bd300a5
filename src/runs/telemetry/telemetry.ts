// Telemetry while it is on: the exporter, and the spans of each run. A chunk of its own, which nothing loads while it is off.
import { hostname } from 'node:os';
import type { RunRecorder, RunStart } from '../../engine/runJournal.ts';
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
    const own = { 'service.name': 'code-mode', 'service.version': options.version, 'host.name': hostname(), 'process.pid': process.pid };
    const resource = { attributes: { ...own, ...target.resource }, scope: { name: 'code-mode', version: options.version } };
    this.#exporter = new OtlpExporter({ ...options, target, resource });
    this.#options = options;
    this.#target = target;
  }

  /** `from`: when the run began, in milliseconds since 1970. */
  begin(run: RunStart, id: string, from: number): Omit<RunRecorder, 'id'> {
    const redactor = this.#target.includeValues ? this.#options.redactor : undefined;
    return runSpans(run, id, from, { export: (span) => this.#exporter.add(span), redactor, now });
  }

  /** Sends what waits, for a second at most. */
  dispose(): Promise<void> {
    return this.#exporter.dispose();
  }
}

/** A clock that never goes back. */
function now(): number {
  return performance.timeOrigin + performance.now();
}
