import assert from 'node:assert/strict';
import type { RunEvents } from '../../../../src/journal/record/combinedJournal.ts';
import type { AuditEntry } from '../../../../src/telemetry/audit/auditEntry.ts';
import { AuditJournal } from '../../../../src/telemetry/audit/auditJournal.ts';
import type { AuditMode } from '../../../../src/telemetry/audit/auditMode.ts';
import { addItem, callRecord, runOutcome, startedRun, toolCall } from '../../../fakes/startedRun.ts';

const machine = { folder: '/shop', user: 'ann', host: 'desk', version: '1.2.3' };

function audit(mode: AuditMode, failure?: string) {
  const entries: AuditEntry[] = [];
  const log = {
    add: (entry: AuditEntry) => void entries.push(entry),
    written: () => Promise.resolve(failure),
  };
  return { entries, journal: new AuditJournal({ mode: () => Promise.resolve(mode), log, ...machine }) };
}

async function begun(journal: AuditJournal): Promise<RunEvents> {
  const recorder = journal.begin(startedRun(), 'run-1');
  await recorder.ready?.();
  return recorder;
}

async function oneCall(recorder: RunEvents): Promise<void> {
  recorder.called?.(toolCall(1, 'shop.addItem', { name: 'planted-value' }));
  recorder.decided?.(1, addItem, { allowed: true, by: 'user' });
  await recorder.sending?.(1, true);
  recorder.answered?.(1, { ok: true, value: 'planted-value' }, callRecord());
  recorder.ended?.(runOutcome({ calls: [callRecord()] }));
}

describe('the audit log of a run', () => {
  it('says who asked, where, what was allowed by what, and what came of it', async () => {
    const { entries, journal } = audit('on');
    await oneCall(await begun(journal));
    const [run, ...others] = entries;
    assert.ok(run?.t === 'run');
    assert.deepEqual(
      { ...run, session: run.session.length, code: run.code.length, pid: 0 },
      {
        t: 'run',
        run: 'run-1',
        door: 'chat',
        name: 'A chat',
        session: 16,
        code: 64,
        pid: 0,
        ...machine,
      },
    );
    const call = { run: 'run-1', call: 1 };
    const { path, server, tool } = addItem;
    assert.deepEqual(others, [
      { t: 'decision', ...call, path, server, tool, writes: true, allowed: true, by: 'user' },
      { t: 'sent', ...call },
      { t: 'outcome', ...call, path, server, tool, state: 'finished', ms: 12 },
      { t: 'end', run: 'run-1', state: 'done', ms: 20, calls: 1, errors: [] },
    ]);
  });

  it('says at the end that it was a dry run, also where the user chose one', async () => {
    const { entries, journal } = audit('on');
    const recorder = await begun(journal);
    recorder.ended?.(runOutcome({ dryRun: 'chosen' }));
    const end = entries.at(-1);
    assert.ok(end?.t === 'end' && end.dryRun);
  });

  it('has no value of code, arguments, inputs, answers or messages', async () => {
    const { entries, journal } = audit('on');
    const recorder = await begun(journal);
    recorder.log?.({ level: 'log', text: 'planted-value', ms: 1 });
    recorder.progress?.('planted-value', undefined, undefined);
    recorder.answered?.(
      2,
      { ok: true, value: 1 },
      callRecord({ sequence: 2, server: 'planted-value', tool: 'planted-value' }),
    );
    await oneCall(recorder);
    assert.equal(entries.length, 5);
    assert.equal(JSON.stringify(entries).includes('planted-value'), false);
  });

  it('keeps a call that writes waiting until its line is on disk', async () => {
    const written = Promise.withResolvers<undefined>();
    const log = { add: () => undefined, written: () => written.promise };
    const recorder = await begun(new AuditJournal({ mode: () => Promise.resolve('on'), log, ...machine }));
    let isSent = false;
    const sending = recorder.sending?.(1, true)?.then(() => (isSent = true));
    assert.equal(recorder.sending?.(2, false), undefined);
    await new Promise(setImmediate);
    assert.equal(isSent, false);
    written.resolve(undefined);
    await sending;
  });

  it('is empty where it is off', async () => {
    const { entries, journal } = audit('off');
    await oneCall(await begun(journal));
    assert.deepEqual(entries, []);
  });

  for (const [mode, failure, isRefused] of [
    ['required', 'EROFS', true],
    ['required', undefined, false],
    ['on', 'EROFS', false],
    ['off', 'EROFS', false],
  ] as const) {
    it(`${isRefused ? 'refuses' : 'lets'} a run ${isRefused ? '' : 'start '}where it is ${mode} and ${failure === undefined ? 'can' : 'cannot'} be written`, async () => {
      const recorder = audit(mode, failure).journal.begin(startedRun(), 'run-1');
      assert.equal((await recorder.ready?.())?.includes('EROFS'), isRefused ? true : undefined);
    });
  }
});
