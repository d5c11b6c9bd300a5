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

  it('tell nothing more to one that has left', () => {
    const [heard, left]: [string[], string[]] = [[], []];
    const leaves: (() => void)[] = [];
    const leaving = {
      begin: (_run: unknown, _id: string, leave: () => void) => (leaves.push(leave), part(left)),
    };
    const recorder = begunWith(leaving, { begin: () => part(heard) });
    recorder?.log({ level: 'log', text: 'a', ms: 1 });
    for (const leave of [...leaves, ...leaves]) leave();
    recorder?.ended(runOutcome());
    assert.deepEqual([heard, left], [['log', 'ended'], ['log']]);
  });

  it('lose what fails in one of them, and nothing of the others', async () => {
    const [heard, problems]: [string[], string[]] = [[], []];
    const broken = part([], {
      decided: thrower,
      ended: thrower,
      asks: thrower,
      sending: () => Promise.reject(new Error('no')),
      ready: () => Promise.reject(new Error('no')),
    });
    const listeners = [{ begin: thrower }, { begin: () => broken }, { begin: () => part(heard) }];
    const journal = combinedJournal({ begin: thrower }, listeners, (line) => problems.push(line));
    const recorder = journal.begin(startedRun());
    assert.ok(recorder);
    assert.equal(await recorder.ready?.(), undefined);
    recorder.decided(1, addItem, { allowed: true, by: 'user' });
    await recorder.sending(1, true);
    recorder.asks(1)();
    recorder.ended(runOutcome());
    assert.deepEqual(heard, ['decided', 'asked', 'ended']);
    assert.equal(problems.length, 6);
  });

  it('lose what of a call fails in one of them, and nothing of the others', () => {
    const [heard, problems]: [string[], string[]] = [[], []];
    const broken = part([], {
      tick: thrower,
      called: thrower,
      decided: thrower,
      sending: thrower,
      answered: thrower,
      trace: thrower,
    });
    const listeners = [{ begin: () => part(heard) }];
    const journal = combinedJournal({ begin: () => broken }, listeners, (line) => problems.push(line));
    const recorder = journal.begin(startedRun());
    assert.ok(recorder);
    recorder.tick?.([1, 1]);
    recorder.called({ target: 'codemode', sequence: 1, method: 'store.keys', params: [] });
    recorder.decided(1, addItem, { allowed: true, by: 'readOnly' });
    assert.equal(recorder.sending(1, false), undefined);
    assert.equal(recorder.trace?.(1), undefined);
    recorder.answered(1, { ok: true, value: undefined }, undefined);
    assert.deepEqual(heard, ['tick', 'called', 'decided', 'answered']);
    assert.equal(problems.length, 6);
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

  it('refuse a run that one of them must not miss, where it fails', async () => {
    const isRequired = () => Promise.resolve(true);
    const failing = [
      { begin: thrower, isRequired },
      { begin: () => part([], { ready: () => Promise.reject(new Error('no')) }), isRequired },
      { begin: thrower, isRequired: () => Promise.reject(new Error('no')) },
    ];
    for (const listener of failing) {
      const recorder = combinedJournal(nothing, [listener], () => undefined).begin(startedRun());
      assert.match((await recorder?.ready?.()) ?? '', /^It has to be recorded, /);
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
