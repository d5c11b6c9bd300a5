// Tests runs of saved scripts beside the runs of their callers: recorded, replayed, resumed, and checked by rules about
// the flow of data.
import assert from 'node:assert/strict';
import type { ResumeRequest } from '../../src/journal/past/resumeRun.ts';
import type { RecordMode } from '../../src/journal/record/runSettings.ts';
import { LookingApprover, resumeIn } from '../fakes/countedRuns.ts';
import { runStoreIn } from '../fakes/runStoreIn.ts';
import { RecordingApprover } from '../fakes/recordingApprover.ts';
import { InMemorySource, textResult } from '../fakes/inMemorySource.ts';
import { TemporaryFolder } from '../fakes/temporaryFolder.ts';
import { type TestEngineOptions } from '../fakes/testEngine.ts';
import { onlyError } from './cityTools.ts';
import { SavedScriptsBed, value, addTwo } from './savedScriptsBed.ts';

describe('the record of a run that called a saved script', () => {
  const bed = new SavedScriptsBed();

  async function recorded(...opened: Parameters<SavedScriptsBed['openRecorded']>) {
    const store = await bed.openRecorded(...opened);
    const run = async (code: string) => {
      const outcome = await bed.engine.run(code);
      await store.list();
      return outcome;
    };
    const resume = async (id: string | undefined, request: Partial<ResumeRequest> = {}) => {
      const approver = new LookingApprover(bed.scripts.path);
      const outcome = await resumeIn(store, bed.engine, id, { approver, ...request });
      await store.list();
      return outcome;
    };
    return { store, run, resume };
  }

  it('has a run of its own for the script, which names the call', async () => {
    const { store, run } = await recorded({ addTwo });
    const outcome = await run(
      'await tools.counting.total({}); return await tools.scripts.addTwo({ first: 1 })',
    );
    const [nested, outer] = await store.list();
    assert.deepEqual(
      [nested?.parent, nested?.name, nested?.calls],
      [{ run: outcome.runId, call: 2 }, 'tools.scripts.addTwo', 2],
    );
    assert.deepEqual([outer?.id, outer?.parent], [outcome.runId, undefined]);
  });

  it('is replayed without the script and its servers', async () => {
    const { store, run } = await recorded({ addTwo });
    const outcome = await run('return await tools.scripts.addTwo({ first: 1 })');
    bed.scripts.remove('addTwo');
    const { signal } = new AbortController();
    const replayed = await store.past.replay(bed.engine.engine, String(outcome.runId), { signal });
    assert.deepEqual(value(replayed), value(outcome));
    assert.deepEqual(bed.writes(), [1, 2]);
  });

  it('is resumed within the script: what that had written is not written again', async () => {
    const flaky =
      'for (const n of [1, 2]) await tools.counting.add({ n });\nawait tools.counting.flaky({ n: 3 });\nreturn "done"';
    const { run, resume } = await recorded({ flaky });
    const failed = await run('const said = await tools.scripts.flaky({}); return said');
    assert.deepEqual([failed.ok, bed.writes()], [false, [1, 2]]);
    const resumed = await resume(failed.runId);
    assert.deepEqual([value(resumed), bed.writes()], ['done', [1, 2, 3]]);
  });

  it('is resumed before the script: what its caller did counts for nothing in it', async () => {
    const { store, run, resume } = await recorded({ addTwo });
    const failed = await run('await tools.counting.add({ n: 1 });\nthrow new Error("not yet")');
    const code =
      'await tools.counting.add({ n: 1 });\nreturn await tools.scripts.addTwo({ first: 1, second: 3 })';
    const resumed = await resume(failed.runId, { code });
    assert.deepEqual([resumed.errors, bed.writes()], [[], [1, 1, 3]]);
    const nested = (await store.list()).find(({ parent }) => parent?.run === resumed.runId);
    assert.deepEqual([nested?.calls, nested?.resumes], [2, undefined]);
  });

  it('gives changed code nothing that was read before the script wrote again', async () => {
    const { run, resume } = await recorded({ addTwo });
    const failed = await run('await tools.counting.total({}); throw new Error("not yet")');
    const code = 'await tools.scripts.addTwo({ first: 1 }); return (await tools.counting.total({})).total';
    assert.equal(value(await resume(failed.runId, { code })), 2);
  });

  it('is not resumed by the run of the script alone', async () => {
    const flaky = 'await tools.counting.add({ n: 1 });\nawait tools.counting.flaky({ n: 3 });';
    const { store, run, resume } = await recorded({ flaky });
    await run('await tools.scripts.flaky({})');
    const [nested] = await store.list();
    assert.match(onlyError(await resume(nested?.id)).message, /a saved script, which run .* called: /);
  });

  it('is not resumed past a script whose run is not recorded any more', async () => {
    const flaky = 'await tools.counting.add({ n: 1 });\nawait tools.counting.flaky({ n: 3 });';
    const { store, run, resume } = await recorded({ flaky });
    const failed = await run('await tools.scripts.flaky({})');
    await store.delete((await store.list()).slice(0, 1).map(({ id }) => id));
    const resumed = await resume(failed.runId);
    assert.match(onlyError(resumed).message, /not known what it wrote/);
    assert.deepEqual(bed.writes(), [1]);
  });

  it('is not resumed within the script where its new run is not recorded', async () => {
    const flaky = 'await tools.counting.add({ n: 1 });\nawait tools.counting.flaky({ n: 3 });';
    let mode: RecordMode = 'full';
    const { run, resume } = await recorded({ flaky }, { mode: () => mode });
    const failed = await run('await tools.scripts.flaky({})');
    const approver = new (class extends RecordingApprover {
      override approveRun(...given: Parameters<RecordingApprover['approveRun']>) {
        mode = 'off';
        return super.approveRun(...given);
      }
    })();
    assert.match(onlyError(await resume(failed.runId, { approver })).message, /would not be recorded/);
    assert.deepEqual(bed.writes(), [1]);
  });
});

describe('rules about the flow of data', () => {
  const bed = new SavedScriptsBed();

  const answer = () => textResult('the number of the account is DE89 3704 0044 0532 0130 00');
  const customer = () => textResult('the customer is called Jonathan Harker');
  const flowRules = [{ pattern: 'mail.* -> web.*', action: 'deny', setting: 'test' }] as const;
  const files = {
    reads: 'return await tools.mail.read({})',
    posts: '/** @param {unknown} q */\nreturn await tools.web.get({ q: codemode.args.q })',
    both: 'return await tools.web.get({ q: await tools.mail.read({}) })',
  };
  let source: InMemorySource;

  async function watched(options: TestEngineOptions = {}): Promise<void> {
    source = new InMemorySource({
      mail: [{ name: 'read', answer }],
      crm: [{ name: 'get', answer: customer }],
      web: [{ name: 'get' }],
    });
    await bed.open(files, { flowRules, ...options }, source);
  }

  for (const [what, code] of [
    [
      'that one read and its caller passes on',
      'return await tools.web.get({ q: await tools.scripts.reads({}) })',
    ],
    [
      'that its caller read and one passes on',
      'return await tools.scripts.posts({ q: await tools.mail.read({}) })',
    ],
    [
      'that one read and another passes on',
      'return await tools.scripts.posts({ q: await tools.scripts.reads({}) })',
    ],
    ['that one read and passes on itself', 'return await tools.scripts.both({})'],
  ] as const)
    it(`hold across saved scripts for what ${what}`.replace('what that', 'what'), async () => {
      await watched();
      const error = onlyError(await bed.engine.run(code));
      assert.deepEqual([error.code, source.calls.length], ['denied', 1], error.message);
    });

  it('ask within a saved script once, and not again when it is called again', async () => {
    await watched({ flowRules: [{ pattern: '* -> web.*', action: 'ask', setting: 'test' }] });
    const approver = new RecordingApprover();
    const code = `const q = [await tools.mail.read({}), await tools.crm.get({})];
      for (const _ of [1, 2]) await tools.scripts.posts({ q });`;
    assert.equal((await bed.engine.run(code, { approver })).ok, true);
    assert.deepEqual(approver.asked, ['call: tools.web.get after tools.mail.read']);
    assert.equal(source.calls.length, 4);
  });

  it('hold in a resumed run for what a saved script had read', async () => {
    const folder = new TemporaryFolder('flows-');
    const store = runStoreIn(folder.path);
    await watched({ journal: store.journal });
    const { runId: run } = await bed.engine.run('await tools.scripts.reads({}); throw new Error("x");');
    await store.list();
    const code = 'return await tools.web.get({ q: await tools.scripts.reads({}) });';
    const resumed = await resumeIn(store, bed.engine, run, { code });
    assert.deepEqual([resumed.errors[0]?.code, source.calls.length], ['denied', 1]);
    await store.dispose();
    folder[Symbol.dispose]();
  });
});
