// Tests the record of a run as the engine makes it: actions, decisions and answers in the order in which they happened.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { runStoreIn } from '../fakes/runStoreIn.ts';
import { dryRunChosen, type ScriptToApprove } from '../../src/engine/consent/approval.ts';
import { eventsFile } from '../../src/journal/record/runFolder.ts';
import { isRunId } from '../../src/journal/record/runId.ts';
import type { RecordedCall, RunRecord } from '../../src/journal/record/runRecord.ts';
import { InMemorySource, structuredResult, textResult } from '../fakes/inMemorySource.ts';
import { RecordingApprover } from '../fakes/recordingApprover.ts';
import { TemporaryFolder } from '../fakes/temporaryFolder.ts';
import { TestEngine } from '../fakes/testEngine.ts';
import { openedForAll } from '../fakes/opened.ts';

describe('the record of a run', () => {
  const folder = openedForAll(() => new TemporaryFolder('code-mode-runs-'));
  const store = openedForAll(() => runStoreIn(folder.path));
  /** The lines on disk when a write was called. */
  let atWrite: readonly string[] = [];

  const test = openedForAll(() => {
    const source = new InMemorySource({
      files: [
        { name: 'read', answer: () => structuredResult({ ok: true }) },
        {
          name: 'write',
          annotations: { readOnlyHint: false },
          answer: () => {
            atWrite = readdirSync(folder.path)
              .filter(isRunId)
              .flatMap((id) => readFileSync(eventsFile(folder.path, id), 'utf8').split('\n'));
            return structuredResult({ ok: true });
          },
        },
        { name: 'fail', answer: () => ({ ...textResult('no such file'), isError: true }) },
        {
          name: 'hang',
          annotations: { readOnlyHint: false },
          answer: () => new Promise<never>(() => undefined),
        },
      ],
    });
    return new TestEngine([source], { journal: store.journal });
  });

  it('has the code, the calls with their answers and decisions, the console, and the result', async () => {
    const { runId } = await test.run(
      `// Reads, then writes
       await tools.files.read({ path: "a" });
       console.log("read");
       await tools.files.write({ path: "b" });
       codemode.progress("done", 1);
       return codemode.args.n;`,
      { args: { n: 3 }, origin: { door: 'script', name: 'sync.ts' } },
    );
    const record = await recordOf(runId);
    const { title, name, state, calls, writes, value, callList, output, args, conditions } = record;
    assert.deepEqual(
      { title, name, state, calls, writes, value },
      { title: 'Reads, then writes', name: 'sync.ts', state: 'done', calls: 2, writes: 1, value: { v: 3 } },
    );
    assert.deepEqual(callList.map(summary), [
      'tools.files.read readOnly sent finished {"path":"a"} {"ok":true}',
      'tools.files.write user sent finished {"path":"b"} {"ok":true}',
    ]);
    assert.deepEqual(
      output.map((one) => (one.kind === 'log' ? `log of line ${one.line}` : one.kind)),
      ['log of line 3', 'progress'],
    );
    assert.deepEqual(args, { v: { n: 3 } });
    assert.match(conditions?.seed ?? '', /^[0-9a-f]{64}$/);
    assert.ok(record.ticks.length >= 2, 'ticks');
    assert.equal(record.questions.length, 0);
  });

  it('has the title that the model gave, cut, in place of what the code says of itself', async () => {
    const { runId } = await test.run('// Reads\nreturn 1', {
      title: ` Counts\nthe ${'very '.repeat(30)}large files`,
    });
    assert.equal((await recordOf(runId)).title, `Counts the ${'very '.repeat(13)}ver…`);
  });

  it('has the tools of the code for a title where there is no other', async () => {
    const { runId } = await test.run('const one = 1;\nawait tools.files.read({ path: "a" });\nreturn one', {
      title: ' ',
    });
    assert.equal((await recordOf(runId)).title, 'files.read');
  });

  it('is of a run whose question has the title, as does whoever shows the run', async () => {
    const heard: (string | undefined)[] = [];
    const approver = new RecordingApprover();
    const approveRun = (script: ScriptToApprove) => {
      heard.push(script.title);
      return approver.approveRun(script);
    };
    const request = {
      approver: Object.assign(new RecordingApprover(), { approveRun }),
      observer: { onTitled: (title: string) => heard.push(title) },
    };
    await test.run('// Writes a file\nawait tools.files.write({ path: "t" })', {
      ...request,
      title: 'Save\nthe report',
    });
    await test.run('// Writes a file\nawait tools.files.write({ path: "t" })', request);
    await test.run('await tools.files.write({ path: "t" })', request);
    assert.deepEqual(heard, [
      'Save the report',
      'Save the report',
      'Writes a file',
      'Writes a file',
      undefined,
    ]);
  });

  it('says on disk that a write is sent before it is', async () => {
    await test.run('await tools.files.write({ path: "c" })');
    assert.ok(
      atWrite.some(
        (line) => line.includes('"t":"sent"') && line.includes('"path":"tools.files.write","writes":true'),
      ),
      atWrite.join('\n'),
    );
  });

  it('has what failed, and why', async () => {
    const { runId } = await test.run('await tools.files.fail({})');
    const { state, callList, errors, failedCalls } = await recordOf(runId);
    assert.deepEqual(
      [state, failedCalls, callList[0]?.state, callList[0]?.error?.code],
      ['failed', 1, 'failed', 'tool_failed'],
    );
    assert.match(errors[0]?.message ?? '', /no such file/);
  });

  it('has a script that was refused before it ran, and one that the user refused', async () => {
    const refused = await recordOf((await test.run('return tools.nowhere.x()')).runId);
    assert.deepEqual(
      [refused.state, refused.script, refused.errors[0]?.code],
      ['failed', undefined, 'unknown_server'],
    );
    const approver = new RecordingApprover({ granted: false, why: 'refused', reason: 'The user refused.' });
    const denied = await recordOf((await test.run('await tools.files.write({})', { approver })).runId);
    assert.deepEqual([denied.state, denied.calls], ['denied', 0]);
  });

  it('has what a dry run did not send', async () => {
    const { callList, dryRun } = await recordOf(
      (await test.run('await tools.files.write({ path: "d" })', { dryRun: true })).runId,
    );
    assert.deepEqual(
      [dryRun, callList.map(summary)],
      [true, ['tools.files.write dryRun not sent dry_run {"path":"d"} ']],
    );
  });

  it('is one of a dry run where the user chose it in the question', async () => {
    const approver = new RecordingApprover(dryRunChosen);
    const { runId } = await test.run(
      'await tools.files.read({ path: "e" });\nawait tools.files.write({ path: "e" })',
      { approver },
    );
    const { dryRun, calls, failedCalls, state } = await recordOf(runId);
    assert.deepEqual(
      { dryRun, calls, failedCalls, state },
      { dryRun: true, calls: 2, failedCalls: 0, state: 'done' },
    );
  });

  it('has a cancelled run with the call that was in flight, and how long the user was asked', async () => {
    const controller = new AbortController();
    const slow = async () => {
      await setTimeout(20);
      return { granted: true, by: 'user' } as const;
    };
    const run = test.run('await tools.files.hang({})', {
      signal: controller.signal,
      approver: {
        approveRun: slow,
        approveCall: slow,
        askInFlight: () => Promise.reject(new Error('nothing is in flight')),
      },
      observer: { onCallStarted: () => void setTimeout(50).then(() => controller.abort()) },
    });
    const { state, callList, questions } = await recordOf((await run).runId);
    assert.deepEqual(
      [state, callList.map(({ state }) => state), questions.length],
      ['cancelled', ['unknown'], 1],
    );
  });

  it('has what is asked of codemode itself', async () => {
    const { callList, calls } = await recordOf(
      (await test.run('await codemode.store.set("a", 1); return codemode.store.get("a")')).runId,
    );
    assert.deepEqual(
      [calls, callList.map(({ path, state }) => `${path} ${state}`)],
      [0, ['codemode.store.set finished', 'codemode.store.get finished']],
    );
  });

  async function recordOf(runId: string | undefined): Promise<RunRecord> {
    const record = await store.read(runId ?? '');
    assert.ok(record, 'no record');
    return record;
  }
});

function summary({ path, decision, sentAt, state, input, output }: RecordedCall): string {
  const json = (value: RecordedCall['input']) => (value && 'v' in value ? JSON.stringify(value.v) : '');
  return [
    path,
    decision?.by,
    sentAt === undefined ? 'not sent' : 'sent',
    state,
    json(input),
    json(output),
  ].join(' ');
}
