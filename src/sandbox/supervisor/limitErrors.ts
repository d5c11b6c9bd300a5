// Error messages for exceeded limits. Each names the limit, its value and its setting, and gives advice.
import { grouped } from '../../base/text/counted.ts';
import { displayLimit } from '../protocol/bounds.ts';
import type { RunFailure, RunLimits } from '../protocol/messages.ts';

const keepLess = 'Keep less data: filter and count while reading.';

export const limitErrors = {
  meter: (reason: string): RunFailure => ({
    code: 'meter_failed',
    message:
      `The script was ended: its processor time and memory could not be measured (${reason}). ` +
      'Rerun it; if this recurs, the setting codeMode.sandbox.engine = "wasm" needs no measurement.',
  }),
  cpu: ({ cpuMs }: RunLimits): RunFailure => ({
    code: 'cpu_limit',
    message:
      `Processor time exceeded ${grouped(cpuMs)} ms (codeMode.limits.cpuMs). ` +
      'Look for an endless loop (time stands still while a script computes: wait with setTimeout), or do less per run.',
  }),
  wall: ({ wallMs }: RunLimits, cpuMs: number): RunFailure => ({
    code: 'timeout',
    message:
      `The script ran over ${grouped(wallMs)} ms (codeMode.limits.wallMs). ` +
      `Processor time: ${grouped(Math.round(cpuMs))} ms. ` +
      'Do less per run, make independent calls with Promise.all, or raise timeoutMs.',
  }),
  heap: ({ heapMb }: RunLimits): RunFailure => ({
    code: 'memory_limit',
    message: `Heap exceeded ${grouped(heapMb)} MB (codeMode.limits.heapMb). ${keepLess}`,
  }),
  resident: ({ residentMb }: RunLimits): RunFailure => ({
    code: 'memory_limit',
    message: `Memory exceeded ${grouped(residentMb)} MB (codeMode.limits.residentMb). ${keepLess}`,
  }),
  calls: ({ calls }: RunLimits): RunFailure => ({
    code: 'call_limit',
    message:
      `The script made over ${grouped(calls)} calls (codeMode.limits.calls). ` +
      'Look for an endless loop, or split the work into several runs.',
  }),
  result: ({ resultBytes }: RunLimits): RunFailure => ({
    code: 'result_limit',
    message:
      `The result exceeds ${grouped(resultBytes)} bytes (codeMode.limits.resultBytes). ` +
      'Return a part, a count or a summary.',
    clue: [],
  }),
  display: (limits: RunLimits): RunFailure => ({
    code: 'result_limit',
    message:
      `Displays exceed ${grouped(displayLimit(limits))} bytes, 8 times the result limit ` +
      '(codeMode.limits.resultBytes). Display fewer or smaller blocks.',
  }),
  logs: ({ logBytes }: RunLimits): RunFailure => ({
    code: 'log_limit',
    message:
      `Console and progress exceed ${grouped(logBytes)} bytes (codeMode.limits.logBytes). ` +
      'Log counts and samples, not whole values.',
  }),
};
