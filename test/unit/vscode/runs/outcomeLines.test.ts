import assert from 'node:assert/strict';
import { advice } from '../../../../src/engine/formatting/advice.ts';
import type { CallRecord, RunError, RunOutcome } from '../../../../src/engine/runOutcome.ts';
import { outcomeLines } from '../../../../src/vscode/runs/runLog.ts';

const call: CallRecord = {
  sequence: 1,
  server: 'files',
  tool: 'write',
  path: 'tools.files.write',
  state: 'finished',
  writes: true,
  ms: 3,
};

function ended(code: RunError['code'], calls: readonly CallRecord[] = []): RunOutcome {
  const errors = [{ code, message: 'What failed.', hint: advice.otherServers.model }];
  return {
    ok: false,
    value: undefined,
    errors,
    warnings: [],
    logs: [],
    notes: [],
    calls,
    forUser: [],
    progress: [],
    displays: [],
    durationMs: 12.3,
  };
}

describe('what a person reads of a run', () => {
  it('says what failed, and nothing that is for a model', () => {
    assert.deepEqual(outcomeLines(ended('tool_failed')), [
      'Failed (tool_failed): What failed.\nOther servers work.',
      'Failed after 12 ms.',
    ]);
  });

  it('does not explain to them that they cancelled it, but tells what was called', () => {
    const lines = outcomeLines(ended('cancelled', [call]));
    assert.match(lines[0] ?? '', /^Calls:\n.*tools\.files\.write/s);
    assert.equal(lines.at(-1), 'Cancelled after 12 ms.');
  });

  it('says why a script was not run that was not allowed, and no more', () => {
    assert.deepEqual(outcomeLines(ended('denied')), ['What failed. Nothing ran.']);
  });

  it('tells what was called where they stopped a resumed run', () => {
    const lines = outcomeLines(ended('denied', [call]));
    assert.match(lines[0] ?? '', /^Calls:\n.*tools\.files\.write/s);
    assert.equal(lines.at(-1), 'What failed. Stopped after 12 ms.');
  });
});
