// The data about a run that the engine gives to a journal, for tests that call a journal directly.
import type { RunStart } from '../../src/engine/runJournal.ts';
import type { CallFailure } from '../../src/base/callFailure.ts';
import type { JsonValue } from '../../src/base/json.ts';
import type { CallRecord, RunOutcome } from '../../src/engine/runOutcome.ts';
import { done } from './runStoreIn.ts';
import type { GuestCall } from '../../src/sandbox/host/sandboxPort.ts';

export function startedRun(change: Partial<RunStart> = {}): RunStart {
  const code = 'return await tools.shop.addItem({ name: "planted-value" })';
  return {
    origin: { door: 'chat', name: 'A chat' },
    session: 'chat:1',
    code,
    args: { key: 'planted-value' },
    dryRun: false,
    ...change,
  };
}

export const addItem = {
  path: 'tools.shop.addItem',
  server: 'shop',
  tool: 'add_item',
  writes: true,
} as const;

/** `path`: `<server>.<tool>` as the script names it. */
export function toolCall(sequence: number, path: string, input: JsonValue = {}) {
  const [server = '', tool = ''] = path.split('.');
  return { target: 'tool', sequence, server, tool, form: 'value', input } as const satisfies GuestCall;
}

export function toolFailure(change: Partial<CallFailure> = {}): CallFailure {
  return {
    code: 'tool_failed',
    server: 's',
    tool: 't',
    message: 'no',
    retryable: false,
    content: [],
    ...change,
  };
}

export function callRecord(change: Partial<CallRecord> = {}): CallRecord {
  return {
    ...addItem,
    sequence: 1,
    state: 'finished',
    ms: 12.4,
    input: { name: 'planted-value' },
    message: 'planted-value',
    ...change,
  };
}

export function runOutcome(change: Partial<RunOutcome> = {}): RunOutcome {
  return { ...done, value: 'planted-value', durationMs: 20, ...change };
}
