import assert from 'node:assert/strict';
import type { CallFailure } from '../../../../src/base/callFailure.ts';
import { CallRecords, recordCalls } from '../../../../src/engine/calls/callRecords.ts';
import type { FoundCall } from '../../../../src/engine/calls/callStep.ts';
import { appOnlyNow, callFailure, graverNow } from '../../../../src/mcp/connection/callErrors.ts';
import { toolFailure } from '../../../fakes/startedRun.ts';

const add = { server: 'notes', tool: 'add', path: 'tools.notes.add', writes: true };

function stateAfter({ error }: { readonly error: CallFailure }, isSent = true): string {
  const records = new CallRecords();
  const open = records.begin(add, 1, {});
  open.isSent = isSent;
  return records.end(open, { ok: false, error }).state;
}

describe('what became of a call', () => {
  it('is that it was not called where its tool is another one now: the user denied nothing', () => {
    assert.equal(stateAfter(graverNow(add, 'writes'), false), 'not_called');
    assert.equal(stateAfter(appOnlyNow(add), false), 'not_called');
  });

  it('is that it was denied where the user did not want its server to start', () => {
    const refused = { ok: false, error: 'you refused.', denied: true } as const;
    assert.equal(stateAfter(callFailure(add, { kind: 'not_started', ...refused }), false), 'denied');
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

  it('is unknown where a step fails unexpectedly after it was sent', async () => {
    const records = new CallRecords();
    const { signal } = new AbortController();
    const call = { called: add, sequence: 1, passed: {}, context: { signal } } as unknown as FoundCall;
    await recordCalls(
      records,
      {},
      undefined,
    )(call, ({ open }) => {
      open.isSent = true;
      return Promise.reject(new RangeError('too deep'));
    });
    assert.deepEqual(
      records.all().map(({ state }) => state),
      ['unknown'],
    );
  });

  it('is unknown where its server was lost after it was sent', () => {
    assert.equal(stateAfter(callFailure(add, { kind: 'lost', message: 'its stream ended' })), 'unknown');
    const ended = { kind: 'ended', reason: 'it exited', asked: false } as const;
    assert.equal(stateAfter(callFailure(add, ended), false), 'not_called');
  });
});
