// What a breached limit says: which limit, its value, its setting, and what to do about it.
import { displayLimit } from '../protocol/bounds.ts';
import type { RunFailure, RunFailureCode, RunLimits } from '../protocol/messages.ts';

function failure(code: RunFailureCode, what: string, value: number, unit: string, setting: keyof RunLimits, advice: string): RunFailure {
  return { code, message: `${what} the limit of ${value.toLocaleString('en-US')} ${unit} (codeMode.limits.${setting}). ${advice}` };
}

export const limitErrors = {
  meter: (reason: string): RunFailure => ({
    code: 'meter_failed',
    message:
      `The script was ended because its processor time and memory could not be measured, so that no limit held it (${reason}). ` +
      'Run it again; if it happens again, the setting codeMode.sandbox.engine = "wasm" runs scripts without that measurement.',
  }),
  cpu: (limits: RunLimits) =>
    failure(
      'cpu_limit',
      'The script used more processor time than',
      limits.cpuMs,
      'ms',
      'cpuMs',
      'Look for a loop that does not end (the clock stands still while a script computes: wait with setTimeout), or do less in one run.',
    ),
  wall: (limits: RunLimits, cpuMs: number) =>
    failure(
      'timeout',
      'The script ran longer than',
      limits.wallMs,
      'ms',
      'wallMs',
      `Of that, it computed for ${Math.round(cpuMs).toLocaleString('en-US')} ms. ` +
        'Do less in one run, make independent calls at once with Promise.all, or give a larger timeoutMs.',
    ),
  heap: (limits: RunLimits) =>
    failure(
      'memory_limit',
      'The script needed more heap than',
      limits.heapMb,
      'MB',
      'heapMb',
      'Keep less data at once: filter and count while reading.',
    ),
  resident: (limits: RunLimits) =>
    failure(
      'memory_limit',
      'The script needed more memory than',
      limits.residentMb,
      'MB',
      'residentMb',
      'Keep less data at once: filter and count while reading.',
    ),
  calls: (limits: RunLimits) =>
    failure(
      'call_limit',
      'The script made more calls than',
      limits.calls,
      'calls',
      'calls',
      'Look for a loop that does not end, or split the work over several runs.',
    ),
  result: (limits: RunLimits): RunFailure => ({
    ...failure(
      'result_limit',
      'The result is larger than',
      limits.resultBytes,
      'bytes',
      'resultBytes',
      'Return a part of it, a count or a summary.',
    ),
    clue: [],
  }),
  display: (limits: RunLimits) =>
    failure(
      'result_limit',
      'The script displays more than',
      displayLimit(limits),
      'bytes, 8 times the limit of results',
      'resultBytes',
      'Display fewer or smaller blocks.',
    ),
  logs: (limits: RunLimits) =>
    failure(
      'log_limit',
      'Console lines and progress messages are larger than',
      limits.logBytes,
      'bytes',
      'logBytes',
      'Log less: counts and samples instead of whole values.',
    ),
};
