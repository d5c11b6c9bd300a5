// Telemetry while it is on: the exporter, and the spans of each run. The module is a separate chunk that is not loaded
// while telemetry is off.
import { hostname } from 'node:os';
import type { RunStart } from '../../engine/index.ts';
import { OtlpExporter, type ExporterOptions } from './otlpExporter.ts';
import type { OtlpSpan } from './otlpSpan.ts';
import { runSpans, type ValueRedactor } from './runSpans.ts';
import type { TelemetryTarget } from './telemetryTarget.ts';

export interface TelemetryOptions extends Pick<ExporterOptions, 'fetch' | 'warn' | 'times'> {
  readonly version: string;
  readonly redactor: ValueRedactor;
}

export type Telemetry = ReturnType<typeof createTelemetry>;

export function createTelemetry(target: TelemetryTarget, options: TelemetryOptions) {
  const { version, redactor } = options;
  const own = {
    'service.name': 'code-mode',
    'service.version': version,
    'host.name': hostname(),
    'process.pid': process.pid,
  };
  const resource = {
    attributes: { ...own, ...target.resource },
    scope: { name: 'code-mode', version },
  };
  const exporter = new OtlpExporter({ ...options, target, resource });
  const spans = {
    export: (span: OtlpSpan) => exporter.add(span),
    redactor: target.includeValues ? redactor : undefined,
  };
  return {
    /** `from`: start of the run in milliseconds since 1970. */
    begin: (run: RunStart, id: string, from: number) => runSpans(run, id, from, spans),
    dispose: () => exporter.dispose(),
  };
}
