import assert from 'node:assert/strict';
import type { RunRecorder } from '../../../../src/engine/runJournal.ts';
import { combinedJournal, type RunListener } from '../../../../src/journal/record/combinedJournal.ts';
import { addItem, runOutcome, startedRun } from '../../../fakes/startedRun.ts';

function part(heard: string[], change: Partial<RunRecorder> = {}): Omit<RunRecorder, 'id'> {
  const hear = (what: string) => () => void heard.push(what);
  return {
    scriptStarted: hear('scriptStarted'),
    conditions: hear('conditions'),
    tick: hear('tick'),
    called: hear('called'),
    decided: hear('decided'),
    sending: () => undefined,
    answered: hear('answered'),
    log: hear('log'),
    display: hear('display'),
    progress: hear('progress'),
    forUser: hear('forUser'),
    asks: () => hear('asked'),
    ended: hear('ended'),
    ...change,
  };
}

const thrower = (): never => {
  throw new Error('out of order');
};
const nothing = { begin: () => undefined };

/** Begins a run of these listeners without a record. */
const begunWith = (...listeners: readonly RunListener[]) =>
  combinedJournal(nothing, listeners, thrower).begin(startedRun());

describe('the record, the audit log and telemetry of one run', () => {
  it('have the id of the record', () => {
    const ids: string[] = [];
    const listener = { begin: (_run: unknown, id: string) => void ids.push(id) };
    const record = { begin: () => ({ id: 'of-record', ...part([]) }) };
    assert.equal(combinedJournal(record, [listener], thrower).begin(startedRun())?.id, 'of-record');
    assert.deepEqual(ids, ['of-record']);
  });

  it('have one id where there is no record, which no receipt names', () => {
    const ids: string[] = [];
    const listener = { begin: (_run: unknown, id: string) => (ids.push(id), part([])) };
    const recorder = begunWith(listener, listener);
    assert.deepEqual([recorder?.id, recorder?.isResumable], [undefined, false]);
    assert.deepEqual([ids.length, new Set(ids).size], [2, 1]);
  });

  it('need no ticks where there is no record', () => {
    const recorder = begunWith({ begin: () => part([]) });
    assert.ok(recorder && !('tick' in recorder));
  });

  it('are nothing where none of them wants the run', () => {
    assert.equal(begunWith(nothing), undefined);
  });

  it('lose what fails in one of them, and nothing of the others', async () => {
    const [heard, problems]: [string[], string[]] = [[], []];
    const rejecting = () => Promise.reject(new Error('no'));
    const broken = part([], {
      tick: thrower,
      called: thrower,
      decided: thrower,
      answered: thrower,
      asks: thrower,
      ended: thrower,
      trace: thrower,
      sending: (_sequence, writes) => (writes ? rejecting() : thrower()),
      ready: rejecting,
    });
    const listeners = [{ begin: thrower }, { begin: () => part(heard) }];
    const journal = combinedJournal({ begin: () => broken }, listeners, (line) => problems.push(line));
    const recorder = journal.begin(startedRun());
    assert.ok(recorder);
    assert.equal(await recorder.ready?.(), undefined);
    recorder.tick?.([1, 1]);
    recorder.called({ target: 'codemode', sequence: 1, method: 'store.keys', params: [] });
    recorder.decided(1, addItem, { allowed: true, by: 'user' });
    assert.equal(recorder.sending(1, false), undefined);
    assert.equal(await recorder.sending(2, true), undefined);
    assert.equal(recorder.trace?.(1), undefined);
    recorder.answered(1, { ok: true, value: undefined }, undefined);
    recorder.asks(1)();
    recorder.ended(runOutcome());
    assert.deepEqual(heard, ['tick', 'called', 'decided', 'answered', 'asked', 'ended']);
    assert.equal(problems.length, 11);
  });

  it('refuse a run that goes on with another and has no record', async () => {
    for (const begin of [thrower, () => undefined]) {
      const journal = combinedJournal({ begin }, [], () => undefined);
      assert.match(
        (await journal.begin(startedRun({ resumes: 'k3f9a-2b71c000' }))?.ready?.()) ?? '',
        /is not resumed, since it cannot be recorded/,
      );
      assert.equal(journal.begin(startedRun()), undefined);
    }
  });

  it('refuse a run where one of them does', async () => {
    const recorder = begunWith(
      { begin: () => part([]) },
      { begin: () => part([], { ready: () => Promise.resolve('No.') }) },
    );
    assert.equal(await recorder?.ready?.(), 'No.');
  });
});
