import assert from 'node:assert/strict';
import type { CallRecord, RunError, RunOutcome } from '../../../../src/engine/runOutcome.ts';
import { outcomeLines } from '../../../../src/vscode/scratch/outcomeLines.ts';

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
  const errors = [{ code, message: 'What failed.', hint: 'Ask the user.' }];
  return { ok: false, value: undefined, errors, warnings: [], logs: [], notes: [], calls, displays: [], durationMs: 12.3 };
}

describe('what a person reads of a run', () => {
  it('says what failed and what to do next', () => {
    assert.deepEqual(outcomeLines(ended('tool_error')), ['Failed (tool_error): What failed.\nNext: Ask the user.', 'Failed after 12 ms.']);
  });

  it('does not ask them to tell the user', () => {
    const [error] = outcomeLines(ended('server_unavailable'));
    assert.equal(error, 'Failed (server_unavailable): What failed.');
  });

  it('does not explain to them that they cancelled it, but tells what was called', () => {
    const lines = outcomeLines(ended('cancelled', [call]));
    assert.deepEqual([lines[0], lines.at(-1)], ['Receipt of the calls made:', 'Cancelled after 12 ms.']);
  });

  it('does not explain to them what they did not allow', () => {
    assert.deepEqual(outcomeLines(ended('denied')), ['You did not allow it: nothing was run.']);
  });
});
