// Makes records of runs for tests. Every member that a test does not set has the value of a script that finished.
import type { RecordedCall, RunRecord } from '../../src/journal/record/runRecord.ts';
import type { JsonValue } from '../../src/base/json.ts';
import { defaultLimits } from '../../src/sandbox/host/sandboxPort.ts';

/** The first line of the record of a run. */
export const beginLine = {
  t: 'begin',
  whole: 1,
  format: 1,
  id: 'k3f9a-2b71c000',
  door: 'terminal',
  title: 't',
  code: { v: 'return 1' },
  codeHash: 'x',
  session: 's',
  startedAt: 1_700_000_000_000,
  version: '1',
  pid: 1,
  host: 'h',
};

export function recordOf(changes: Partial<RunRecord> = {}): RunRecord {
  const callList = changes.callList ?? [];
  return {
    id: 'k3f9-2b71',
    door: 'chat',
    title: 'Compare the weather of two cities',
    startedAt: Date.UTC(2026, 4, 3, 10, 3, 41),
    durationMs: 1_000,
    state: 'done',
    dryRun: false,
    calls: callList.length,
    failedCalls: callList.filter(({ state }) => state === 'failed').length,
    writes: callList.filter(({ writes }) => writes).length,
    bytes: 1_000,
    version: '1.0.0',
    session: 'chat-1',
    codeHash: 'c0de',
    code: { v: 'return 1;\n' },
    stages: [],
    script: { at: 100, names: { v: {} }, results: {}, limits: defaultLimits, typeCheck: 'error' },
    ticks: [],
    callList,
    output: [],
    questions: [],
    errors: [],
    warnings: [],
    notes: [],
    ...changes,
  };
}

/** Returns a finished call of `tools.<server>.<name>`. */
export function callOf(
  call: number,
  path: string,
  times: readonly [madeAt: number, sentAt: number, answeredAt: number],
  changes: Partial<RecordedCall> = {},
): RecordedCall {
  const [server = '', name = ''] = path.split('.');
  const [madeAt, sentAt, answeredAt] = times;
  const input: JsonValue = { number: call };
  return {
    call,
    target: 'tool',
    server,
    name,
    form: 'value',
    path: `tools.${path}`,
    writes: false,
    input: { v: input },
    madeAt,
    decision: { allowed: true, by: 'readOnly' },
    sentAt,
    answeredAt,
    state: 'finished',
    output: { v: { answer: call } },
    progress: [],
    ...changes,
  };
}
