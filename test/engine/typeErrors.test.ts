// Tests the type check within a run: the errors that stop the run, the errors that only cause warnings, and that a run
// does not depend on the check.
import assert from 'node:assert/strict';
import { InMemorySource, structuredResult } from '../fakes/inMemorySource.ts';
import { RecordingApprover } from '../fakes/recordingApprover.ts';
import { TestEngine } from '../fakes/testEngine.ts';
import type { RunError } from '../../src/engine/runOutcome.ts';
import { trackerTools } from '../fakes/trackerTools.ts';

const WRONG =
  'const { id } = await tools.tracker.createIssue({ title: "x" }); return { id, state: (await tools.tracker.getIssue({ id })).status }';

describe('the type check of a run', () => {
  const answer = () =>
    structuredResult({ id: 1, url: 'u', title: 'x', state: 'open', labels: [], assignee: null, fields: {} });
  const newSource = () => new InMemorySource({ tracker: trackerTools.map((tool) => ({ ...tool, answer })) });

  const engines = new Map<string, TestEngine>();
  /** One engine for all tests of a mode, since most of the time of an engine goes into the thread of its type check. */
  const engineThat = (typeCheck: 'error' | 'warn'): TestEngine => {
    const engine = engines.get(typeCheck) ?? new TestEngine([newSource()], { typeCheck });
    engines.set(typeCheck, engine);
    return engine;
  };
  after(() => Promise.all([...engines.values()].map((engine) => engine[Symbol.asyncDispose]())));

  it('stops a script before anybody is asked and anything is called', async () => {
    const [source, approver] = [newSource(), new RecordingApprover()];
    await using test = new TestEngine([source], { typeCheck: 'error' });
    const { ok, errors, calls } = await test.run(WRONG, { approver });
    assert.deepEqual([ok, errors.map(({ code }) => code), calls], [false, ['type_error'], []]);
    assert.deepEqual([approver.asked, source.calls], [[], []]);
  });

  it('is told with the result where it only warns', async () => {
    const { value, warnings } = await engineThat('warn').run(WRONG);
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

  describe('beside a wrong name', () => {
    const errorsOf = async (code: string, typeCheck: 'error' | 'warn' = 'error') => {
      const { errors, warnings } = await engineThat(typeCheck).run(code);
      const told = ({ code: problem, position }: RunError) =>
        `${problem} ${position?.line ?? 0}:${position?.column ?? 0}`;
      return { errors: errors.map(told), warnings: warnings.map(told) };
    };
    const rest = 'const issue = await tools.tracker.getIssue({ id: "7" });\nreturn [id, issue.status];';

    for (const [what, line] of [
      ['a tool', 'const { id } = await tools.tracker.createIssu({ title: "x" });'],
      ['a server', 'const { id } = await tools.trakker.createIssue({ title: 7 });'],
      [
        'a tool of a server in another case',
        'const { id } = await tools.Tracker.createIssu({ title: "x" });',
      ],
      ['what a server does not offer', 'const [id] = await tools.tracker.$resources.list();'],
    ] as const) {
      it(`of ${what} wrong types are told that do not depend on it, once each`, async () => {
        const [first, ...others] = (await errorsOf(`${line}\n${rest}`)).errors;
        assert.match(first ?? '', /^unknown_(?:tool|server) 1:/);
        assert.deepEqual(others, ['type_error 2:50', 'type_error 3:19']);
      });
    }

    it('nothing else is told of a server of which no other tool is named', async () => {
      const { errors } = await errorsOf(
        'const a = await tools.tracker.nothingLikeIt({ x: 1 });\nconst n: number = "7";\nreturn [a, n];',
      );
      assert.equal(errors.length, 1);
    });

    it('forgotten awaits are told, too', async () => {
      const { errors } = await errorsOf('const issues = tools.tracker.listIssus({});\nreturn issues.length;');
      assert.deepEqual(
        errors.map((error) => error.split(' ')[0]),
        ['unknown_tool', 'missing_await'],
      );
    });

    it('do not stop a run where they only warn, but the name does', async () => {
      const { errors, warnings } = await errorsOf(
        `const { id } = await tools.tracker.createIssu({});\n${rest}`,
        'warn',
      );
      assert.deepEqual([errors.length, warnings.length], [1, 2]);
    });
  });

  it('looks at tools under computed names as far as they are known', async () => {
    const { errors } = await engineThat('error').run(
      'const t = tools.tracker; const name = codemode.args.name; return [await t[name]({}), (await t.getIssue({ id: 1 })).state.length, t.listIssues({ stat: "open" })]',
    );
    assert.deepEqual(
      errors.map(({ message }) => message.slice(0, 40)),
      ['`t.listIssues(…)` gives a Promise: await', '`stat` is not an argument (did you mean '],
    );
  });
});
