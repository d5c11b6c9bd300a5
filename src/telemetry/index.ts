// The public names of this room. Other rooms import them from here alone.
export { AuditJournal } from './audit/auditJournal.ts';
export { auditFiles, AuditLog } from './audit/auditLog.ts';
export { auditMode } from './audit/auditMode.ts';
export { LazyTelemetry } from './otlp/lazyTelemetry.ts';
export type { TelemetryOptions } from './otlp/telemetry.ts';
export { targetOf, targetOfEnvironment, type TelemetryTarget } from './otlp/telemetryTarget.ts';
