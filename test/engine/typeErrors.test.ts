// The type check within a run: what it stops, what it only tells, and that a run does not depend on it.
import assert from 'node:assert/strict';
import { InMemorySource, structuredResult } from '../fakes/inMemorySource.ts';
import { RecordingApprover } from '../fakes/recordingApprover.ts';
import { TestEngine } from '../fakes/testEngine.ts';
import { trackerTools } from '../fakes/trackerTools.ts';

const WRONG =
  'const { id } = await tools.tracker.createIssue({ title: "x" }); return { id, state: (await tools.tracker.getIssue({ id })).status }';
const { signal } = new AbortController();

describe('the type check of a run', () => {
  const answer = () => structuredResult({ id: 1, url: 'u', title: 'x', state: 'open', labels: [], assignee: null, fields: {} });
  const newSource = () => new InMemorySource({ tracker: trackerTools.map((tool) => ({ ...tool, answer })) });

  it('stops a script before anybody is asked and anything is called', async () => {
    const [source, approver] = [newSource(), new RecordingApprover()];
    await using test = new TestEngine([source], { typeCheck: 'error' });
    const { ok, errors, calls } = await test.run(WRONG, { approver });
    assert.deepEqual([ok, errors.map(({ code }) => code), calls], [false, ['type_error'], []]);
    assert.deepEqual([approver.asked, source.calls], [[], []]);
  });

  it('is told with the result where it only warns', async () => {
    await using test = new TestEngine([newSource()], { typeCheck: 'warn' });
    const { value, warnings } = await test.run(WRONG);
    assert.deepEqual(value, { id: 1 });
    assert.deepEqual(
      warnings.map(({ message }) => message),
      ['The result of `tools.tracker.getIssue({ id })` has no property `status`.'],
    );
  });

  it('does not take place where it is off', async () => {
    await using test = new TestEngine([newSource()], { typeCheck: 'off' });
    const { value, warnings } = await test.run(WRONG);
    assert.deepEqual([value, warnings], [{ id: 1 }, []]);
  });

  it('is gone without where its thread fails', async () => {
    await using test = new TestEngine([newSource()], { typeCheck: 'error', typesThread: '/absent.cjs' });
    assert.deepEqual((await test.run(WRONG)).value, { id: 1 });
  });

  it('keeps a person from being asked about a script that will not run', async () => {
    await using test = new TestEngine([newSource()], { typeCheck: 'error' });
    const { problems } = await test.engine.preview(WRONG, signal, 60_000);
    assert.deepEqual(
      problems.map(({ code }) => code),
      ['type_error'],
    );
  });

  it('does not keep a preview waiting', async () => {
    await using test = new TestEngine([newSource()], { typeCheck: 'error' });
    // TypeScript cannot be loaded in that time.
    const { problems, writes } = await test.engine.preview(WRONG, signal, 1);
    assert.deepEqual([problems, writes.map(({ method }) => method)], [[], ['createIssue']]);
  });

  it('looks at tools under computed names as far as they are known', async () => {
    await using test = new TestEngine([newSource()], { typeCheck: 'error' });
    const { errors } = await test.run(
      'const t = tools.tracker; const name = codemode.args.name; return [await t[name]({}), (await t.getIssue({ id: 1 })).state.length, t.listIssues({ stat: "open" })]',
    );
    assert.deepEqual(
      errors.map(({ message }) => message.slice(0, 40)),
      ['`t.listIssues(…)` gives a Promise, which', 't.listIssues: `stat` is not an argument '],
    );
  });
});
