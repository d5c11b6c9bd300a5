import assert from 'node:assert/strict';
import type { CallOutcome } from '../../../../src/catalog/toolSource.ts';
import { CallRecords } from '../../../../src/engine/calls/callRecords.ts';
import { CallErrors } from '../../../../src/mcp/connection/callErrors.ts';
import { toolFailure } from '../../../fakes/startedRun.ts';

const errors = new CallErrors('notes', 'add');
const add = { server: 'notes', tool: 'add', path: 'tools.notes.add', writes: true };

function stateAfter(outcome: CallOutcome, isSent = true): string {
  assert.ok(!outcome.ok);
  const records = new CallRecords();
  const open = records.begin(add, 1, {});
  open.isSent = isSent;
  return records.end(open, { ok: false, error: outcome.error }).state;
}

describe('what became of a call', () => {
  it('is that it was not called where its tool is another one now: the user denied nothing', () => {
    assert.equal(stateAfter(errors.graverNow('writes'), false), 'not_called');
    assert.equal(stateAfter(errors.appOnlyNow(), false), 'not_called');
  });

  it('is that it was denied where the user did not want its server to start', () => {
    assert.equal(stateAfter(errors.notStarted('you refused.', true), false), 'denied');
  });

  it('is unknown while its server has it, and that it was not called before', () => {
    const records = new CallRecords();
    for (const sequence of [1, 2]) records.begin(add, sequence, {}).isSent = sequence === 1;
    assert.deepEqual(
      records.all().map(({ state }) => state),
      ['unknown', 'not_called'],
    );
  });

  it('is that it was under way, without a reason, where the end of the run cancelled it', () => {
    const records = new CallRecords();
    const open = records.begin(add, 1, {});
    open.isSent = true;
    const error = toolFailure({ code: 'cancelled' });
    const { state, message } = records.end(open, { ok: false, error }, true);
    assert.deepEqual([state, message], ['unknown', undefined]);
  });

  it('is unknown where its server was lost after it was sent', () => {
    assert.equal(stateAfter(errors.lost('its stream ended')), 'unknown');
    assert.equal(stateAfter(errors.ended('it exited', false), false), 'not_called');
  });
});
