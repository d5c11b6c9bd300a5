// Error messages for exceeded limits. Each names the limit, its value and its setting, and gives advice.
import { displayLimit } from '../protocol/bounds.ts';
import type { RunFailure, RunLimits, SandboxFailureCode } from '../protocol/messages.ts';

function failure(
  code: SandboxFailureCode,
  what: string,
  value: number,
  unit: string,
  setting: keyof RunLimits,
  advice: string,
): RunFailure {
  return {
    code,
    message: `${what} ${value.toLocaleString('en-US')} ${unit} (codeMode.limits.${setting}). ${advice}`,
  };
}

export const limitErrors = {
  meter: (reason: string): RunFailure => ({
    code: 'meter_failed',
    message:
      `The script was ended: its processor time and memory could not be measured (${reason}). ` +
      'Rerun it; if this recurs, the setting codeMode.sandbox.engine = "wasm" needs no measurement.',
  }),
  cpu: (limits: RunLimits) =>
    failure(
      'cpu_limit',
      'Processor time exceeded',
      limits.cpuMs,
      'ms',
      'cpuMs',
      'Look for an endless loop (time stands still while a script computes: wait with setTimeout), or do less per run.',
    ),
  wall: (limits: RunLimits, cpuMs: number) =>
    failure(
      'timeout',
      'The script ran over',
      limits.wallMs,
      'ms',
      'wallMs',
      `Processor time: ${Math.round(cpuMs).toLocaleString('en-US')} ms. ` +
        'Do less per run, make independent calls with Promise.all, or raise timeoutMs.',
    ),
  heap: (limits: RunLimits) =>
    failure(
      'memory_limit',
      'Heap exceeded',
      limits.heapMb,
      'MB',
      'heapMb',
      'Keep less data: filter and count while reading.',
    ),
  resident: (limits: RunLimits) =>
    failure(
      'memory_limit',
      'Memory exceeded',
      limits.residentMb,
      'MB',
      'residentMb',
      'Keep less data: filter and count while reading.',
    ),
  calls: (limits: RunLimits) =>
    failure(
      'call_limit',
      'The script made over',
      limits.calls,
      'calls',
      'calls',
      'Look for an endless loop, or split the work into several runs.',
    ),
  result: (limits: RunLimits): RunFailure => ({
    ...failure(
      'result_limit',
      'The result exceeds',
      limits.resultBytes,
      'bytes',
      'resultBytes',
      'Return a part, a count or a summary.',
    ),
    clue: [],
  }),
  display: (limits: RunLimits) =>
    failure(
      'result_limit',
      'Displays exceed',
      displayLimit(limits),
      'bytes, 8 times the result limit',
      'resultBytes',
      'Display fewer or smaller blocks.',
    ),
  logs: (limits: RunLimits) =>
    failure(
      'log_limit',
      'Console and progress exceed',
      limits.logBytes,
      'bytes',
      'logBytes',
      'Log counts and samples, not whole values.',
    ),
};
