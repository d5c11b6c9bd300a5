// Tests that a failed run is resumed from its record, over a real server that counts its writes.
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { formatResult } from '../../src/engine/formatting/formatResult.ts';
import type { RunOutcome } from '../../src/engine/runOutcome.ts';
import { defaultBudget } from '../../src/engine/textBudget.ts';
import { InMemorySource, textResult } from '../fakes/inMemorySource.ts';
import { TestEngine } from '../fakes/testEngine.ts';
import { CountedRuns, resumeIn, writesIn } from '../fakes/countedRuns.ts';
import { runStoreIn } from '../fakes/runStoreIn.ts';
import { RecordingApprover } from '../fakes/recordingApprover.ts';
import { TemporaryFolder } from '../fakes/temporaryFolder.ts';
import { sandboxProcesses } from '../sandbox/sandboxProcesses.ts';
import { openedForEach } from '../fakes/opened.ts';

describe('resuming a run', () => {
  const folder = openedForEach(() => new TemporaryFolder('code-mode-runs-'));
  const runs = openedForEach(() => CountedRuns.open(folder.path));

  const refusal = ({ errors }: RunOutcome) => errors[0]?.message ?? '';
  const loop =
    'const seen = []; for (let n = 1; n <= 4; n++) seen.push((await tools.counting.add({ n })).total); return seen;';

  const failsTwice =
    'await tools.counting.add({ n: 1 }); await tools.counting.flaky({ n: 2 }); await tools.counting.flaky({ n: 3 });';

  it('makes the call again that failed, and none of those before', async () => {
    const code = loop.replace(
      'return seen',
      'seen.push((await tools.counting.flaky({ n: 5 })).total); return seen',
    );
    const failed = await runs.run(code);
    assert.equal(failed.errors[0]?.code, 'tool_failed');
    const resumed = await runs.resume(failed.runId);
    assert.deepEqual([resumed.ok, resumed.value, resumed.errors], [true, [1, 2, 3, 4, 5], []]);
    assert.deepEqual(writesIn(folder.path), [1, 2, 3, 4, 5]);
    const { resumes, callList, state, writes } = await runs.record(resumed.runId);
    assert.deepEqual([resumes, state, writes], [failed.runId, 'done', 1]);
    assert.deepEqual(
      callList.map(({ decision }) => decision?.by),
      ['record', 'record', 'record', 'record', 'user'],
    );
  });

  it('keeps the title of the run, unless the model gives another', async () => {
    const failed = await runs.run(
      'await tools.counting.flaky({ n: 1 }); await tools.counting.flaky({ n: 2 });',
      { title: 'Count to two' },
    );
    const again = await runs.resume(failed.runId);
    const titled = await runs.resume(again.runId, {
      title: 'Count on',
      code: '// Counts\nreturn await tools.counting.flaky({ n: 3 });',
    });
    const titles = await Promise.all(
      [failed, again, titled].map(async ({ runId }) => (await runs.record(runId)).title),
    );
    assert.deepEqual(titles, ['Count to two', 'Count to two', 'Count on']);
  });

  it('keeps time, dice and failures that the script survived', async () => {
    const code = `const id = crypto.randomUUID(); const at = Date.now();
      const caught = await tools.counting.flaky({ n: 1 }).catch((error) => error.message);
      await tools.counting.flaky({ n: 2 });
      return { id, at, caught };`;
    const failed = await runs.run(code);
    const resumed = await runs.resume(failed.runId);
    const { value } = await runs.replay(resumed.runId);
    assert.deepEqual(resumed.value, value);
    assert.match(JSON.stringify(value), /not yet/);
    assert.deepEqual(writesIn(folder.path), [2]);
    const { conditions } = await runs.record(failed.runId);
    assert.deepEqual((await runs.record(resumed.runId)).conditions, conditions);
  });

  it('makes the call again whose failure the script threw after other calls', async () => {
    const code = `const late = tools.counting.flaky({ n: 1 }).catch((error) => error);
      for (let n = 2; n <= 4; n++) await tools.counting.add({ n });
      const found = await late;
      if (found instanceof Error) throw found;
      return found.total;`;
    const failed = await runs.run(code);
    assert.equal(failed.errors[0]?.toolError?.tool, 'flaky');
    const resumed = await runs.resume(failed.runId);
    assert.deepEqual([resumed.errors, resumed.value, writesIn(folder.path)], [[], 4, [2, 3, 4, 1]]);
  });

  it('is cancelled, as a replay is, also while the record is read', async () => {
    const failed = await runs.run(failsTwice);
    const signal = AbortSignal.abort();
    for (const outcome of [
      await runs.resume(failed.runId, { signal }),
      await runs.replay(failed.runId, { signal }),
    ])
      assert.equal(outcome.errors[0]?.code, 'cancelled');
    assert.deepEqual(writesIn(folder.path), [1]);
  });

  it('goes on with changed code, and makes what is new', async () => {
    const failed = await runs.run(loop.replace('return seen', 'return seen.map((x) => x.wrong.field)'));
    assert.equal(failed.errors[0]?.code, 'script_error');
    const resumed = await runs.resume(failed.runId, { code: loop.replace('n <= 4', 'n <= 5') });
    assert.deepEqual(
      [resumed.value, writesIn(folder.path)],
      [
        [1, 2, 3, 4, 5],
        [1, 2, 3, 4, 5],
      ],
    );
  });

  for (const [then, now] of [
    ['tools["my-bank"]["pay_now"]({ n: 1 })', 'tools.myBank.payNow({ n: 1 })'],
    ['tools.myBank.payNow({ n: 1 })', 'tools.myBank.pay_now({ n: 1 })'],
    ['tools.myBank.payNow()', 'tools.myBank.payNow({})'],
  ] as const)
    it(`goes on with changed code in which ${then} is ${now}, and does not make the call again`, async () => {
      const source = new InMemorySource({ 'my-bank': [{ name: 'pay_now', annotations: {} }] });
      const store = runStoreIn(folder.path);
      await using test = new TestEngine([source], { journal: store.journal });
      const failed = await test.run(`await ${then}; throw new Error("x");`);
      const resumed = await resumeIn(store, test, failed.runId, { code: `return await ${now};` });
      assert.deepEqual([resumed.value, source.calls.length], ['ok', 1]);
      await store.dispose();
    });

  it('knows the calls of code that writes raw names, also those that were refused before any decision', async () => {
    const inputSchema = {
      type: 'object',
      properties: { n: { type: 'number' } },
      additionalProperties: false,
    };
    const source = new InMemorySource({ 'my-bank': [{ name: 'pay_now', annotations: {}, inputSchema }] });
    const store = runStoreIn(folder.path);
    await using test = new TestEngine([source], { journal: store.journal });
    const code = `const pay = tools["my-bank"]["pay_now"];
      await pay(JSON.parse('{"wrong":1}')).catch(() => undefined);
      await pay({ n: 1 });
      if (Math.random() >= 0) throw new Error("x");`;
    const failed = await test.run(code);
    const { signal } = new AbortController();
    for (const again of [
      await resumeIn(store, test, failed.runId),
      await store.past.replay(test.engine, String(failed.runId), { signal }),
    ])
      assert.equal(again.errors[0]?.code, 'script_error');
    assert.equal(source.calls.length, 1);
    await store.dispose();
  });

  it('asks about a write in flight when it was cancelled, and makes it where it did not take effect', async () => {
    const controller = new AbortController();
    const run = runs.run(
      'await tools.counting.add({ n: 1 }); return await tools.counting.add({ n: 2, ms: 60_000 });',
      {
        signal: controller.signal,
      },
    );
    while (!writesIn(folder.path).includes(2)) await delay(5);
    controller.abort();
    const cancelled = await run;
    assert.equal(cancelled.errors[0]?.code, 'cancelled');
    const stopping = new RecordingApprover();
    const stopped = await runs.resume(cancelled.runId, { approver: stopping });
    assert.deepEqual(stopping.asked.at(-1), 'in flight: tools.counting.add');
    assert.deepEqual([stopped.errors[0]?.code, stopped.errors[0]?.message], ['denied', 'No.']);
    const resumed = await runs.resume(stopped.runId);
    assert.deepEqual([resumed.ok, resumed.value, writesIn(folder.path)], [true, undefined, [1, 2]]);
    assert.match(resumed.notes.join(), /tools\.counting\.add \(call 2\) counts as done/);
  });

  it('goes on after a time limit, and after its sandbox died', async () => {
    const code = 'for (let n = 1; n <= 6; n++) await tools.counting.add({ n, ms: 100 }); return "done";';
    await using real = await CountedRuns.open(folder.path, { realSandbox: true });
    const late = await real.run(code, { timeoutMs: 350 });
    assert.equal(late.errors[0]?.code, 'timeout');
    const dying = real.resume(late.runId);
    while (writesIn(folder.path).length < 5) await delay(5);
    for (const pid of sandboxProcesses()) process.kill(pid, 'SIGKILL');
    const dead = await dying;
    assert.equal(dead.ok, false);
    const resumed = await real.resume(dead.runId);
    assert.deepEqual([resumed.value, writesIn(folder.path)], ['done', [1, 2, 3, 4, 5, 6]]);
  });

  it('goes on from the newest of several resumptions alone, one at a time', async () => {
    const failed = await runs.run(failsTwice);
    const [one, other] = await Promise.all([runs.resume(failed.runId), runs.resume(failed.runId)]);
    const messages = [one, other].map(refusal);
    assert.ok(
      messages.some((message) => message.includes('is being resumed already')),
      messages.join('\n'),
    );
    const again = one.runId ?? other.runId;
    assert.match(refusal(await runs.resume(failed.runId)), new RegExp(`went on as run ${again}`));
    assert.equal((await runs.resume(again)).ok, true);
    assert.deepEqual(writesIn(folder.path), [1, 2, 3]);
  });

  it('refuses what cannot be resumed, and for a model every run but those of its session', async () => {
    const done = await runs.run('return 1;');
    const failed = await runs.run('await tools.counting.add({ n: 1 }); throw new Error("x");');
    const reasons = [];
    for (const [id, request] of [
      [done.runId, {}],
      [failed.runId, { session: 'another' }],
      ['../../../etc/passwd', {}],
      [{ toString: () => 'x' }, {}],
      ['zzzzz-zzzzz000', { session: 'test' }],
    ] as const) {
      reasons.push(refusal(await runs.resume(id, request)));
    }
    assert.match(reasons[0] ?? '', /is done\. Pass `code`/);
    assert.equal(reasons[1], `There is no run "${failed.runId}" of this session.`);
    assert.match(reasons[2] ?? '', /^There is no run "\.\.\/\.\.\/\.\.\/etc\/passwd"\.$/);
    assert.match(reasons[3] ?? '', /^There is no run/);
    assert.match(reasons[4] ?? '', /^There is no run "zzzzz-zzzzz000" of this session\.$/);
  });

  it('refuses while runs are not recorded: the next resumption would repeat its writes', async () => {
    const failed = await runs.run(
      'await tools.counting.add({ n: 1 }); await tools.counting.flaky({ n: 2 }); throw new Error("x");',
    );
    await using off = await CountedRuns.open(folder.path, { record: 'off' });
    for (const each of [await off.resume(failed.runId), await off.resume(failed.runId)]) {
      assert.match(refusal(each), /is not resumed, .*codeMode\.runs\.record is "off"/);
    }
    assert.deepEqual(writesIn(folder.path), [1]);
  });

  it('refuses a run that went on by way of a run which wrote nothing', async () => {
    const failed = await runs.run('await tools.counting.add({ n: 1 }); throw new Error("x");');
    const idle = await runs.resume(failed.runId, { code: 'throw new Error("y");' });
    assert.equal((await runs.record(idle.runId)).writes, 0);
    const code =
      'await tools.counting.add({ n: 1 }); await tools.counting.add({ n: 2 }); throw new Error("z");';
    const wrote = await runs.resume(idle.runId, { code });
    assert.match(
      refusal(await runs.resume(failed.runId, { code })),
      new RegExp(`went on as run ${wrote.runId}`),
    );
    assert.deepEqual(writesIn(folder.path), [1, 2]);
  });

  it('refuses a run whose later run was deleted, and with it what is known of its writes', async () => {
    const failed = await runs.run(failsTwice);
    const later = await runs.resume(failed.runId);
    assert.deepEqual(writesIn(folder.path), [1, 2]);
    await runs.store.delete([String(later.runId)]);
    assert.match(refusal(await runs.resume(failed.runId)), /is not whole: writes may /);
    assert.deepEqual(writesIn(folder.path), [1, 2]);
  });

  it('refuses a run whose earlier run was deleted: with other code it may not have come to all that was written', async () => {
    const failed = await runs.run(
      'await tools.counting.add({ n: 1 }); await tools.counting.add({ n: 2 }); throw new Error("x");',
    );
    const code = `await tools.counting.add({ n: 9 }); if (codemode.args.stop) throw new Error("y");
      await tools.counting.add({ n: 1 }); await tools.counting.add({ n: 2 });`;
    const later = await runs.resume(failed.runId, { code, args: { stop: true } });
    assert.deepEqual(writesIn(folder.path), [1, 2, 9]);
    await runs.store.delete([String(failed.runId)]);
    const message = new RegExp(
      `^Run ${later.runId} cannot be resumed: it went on with run ${failed.runId}, whose record is gone`,
    );
    assert.match(refusal(await runs.resume(later.runId, { code, args: {} })), message);
    assert.deepEqual(writesIn(folder.path), [1, 2, 9]);
  });

  it('refuses a run beside which its earlier run went on and wrote, also where that one was deleted', async () => {
    const loopOf = `for (let n = 1; n <= 3; n++) { if (n === codemode.args.stop) throw new Error("x"); await tools.counting.add({ n }); }`;
    const failed = await runs.run(loopOf, { args: { stop: 2 } });
    const idle = await runs.resume(failed.runId);
    const wrote = await runs.resume(failed.runId, { code: loopOf, args: { stop: 3 } });
    assert.deepEqual(writesIn(folder.path), [1, 2]);
    const again = () => runs.resume(idle.runId, { code: loopOf, args: {} });
    assert.match(refusal(await again()), new RegExp(`went on as run ${wrote.runId}`));
    await runs.store.delete([String(wrote.runId)]);
    assert.match(refusal(await again()), /is not whole: writes may /);
    assert.deepEqual(writesIn(folder.path), [1, 2]);
  });

  it('says what is missing where only metadata was recorded', async () => {
    await using metadata = await CountedRuns.open(folder.path, { record: 'metadata' });
    const failed = await metadata.run('await tools.counting.add({ n: 1 }); throw new Error("x");');
    assert.match(
      refusal(await metadata.resume(failed.runId)),
      /recorded without values.*codeMode\.runs\.record to full/,
    );
    assert.match(refusal(await metadata.replay(failed.runId)), /recorded without values/);
  });

  it('writes again into the store what the run had stored, whose process is gone', async () => {
    const failed = await runs.run(
      'await codemode.store.set("a", 1); await tools.counting.flaky({ n: 1 }); return await codemode.store.get("a");',
    );
    runs.engine.engine.forget('test');
    assert.equal((await runs.resume(failed.runId)).value, 1);
  });

  it('is offered to a model by the receipt, for its own session', async () => {
    const failed = await runs.run(
      'await tools.counting.add({ n: 1 }); await tools.counting.flaky({ n: 2 }); return "done";',
    );
    const { text } = await formatResult(failed, defaultBudget, () => 'r1');
    assert.match(
      text,
      new RegExp(`Resume: executeCode\\(\\{ resume: "${failed.runId}" \\}\\) does not repeat finished calls`),
    );
    const request = { origin: { door: 'chat' }, session: 'test' } as const;
    assert.equal((await runs.resume(failed.runId, request)).value, 'done');
  });

  it('tells the rules about the flow of data what the record served', async () => {
    const answer = () => textResult('the number of the account is DE89 3704 0044 0532 0130 00');
    const source = new InMemorySource({ mail: [{ name: 'read', answer }], web: [{ name: 'get' }] });
    const store = runStoreIn(folder.path);
    const flowRules = [{ pattern: 'mail.* -> web.*', action: 'deny', setting: 'test' }] as const;
    await using test = new TestEngine([source], { flowRules, journal: store.journal });
    const { runId: run } = await test.run('await tools.mail.read({}); throw new Error("x");');
    const code = 'return await tools.web.get({ q: await tools.mail.read({}) });';
    const resumed = await resumeIn(store, test, run, { code });
    assert.deepEqual([resumed.errors[0]?.code, source.calls.length], ['denied', 1]);
    await store.dispose();
  });

  it('tells the rules about the flow of data of no value where the store had none', async () => {
    const source = new InMemorySource({ web: [{ name: 'get' }] });
    const store = runStoreIn(folder.path);
    const flowRules = [{ pattern: 'mail.* -> web.*', action: 'deny', setting: 'test' }] as const;
    await using test = new TestEngine([source], { flowRules, journal: store.journal });
    const read = 'const q = await codemode.store.get("k") ?? "new";';
    const { runId: run } = await test.run(`${read} throw new Error("x");`);
    const resumed = await resumeIn(store, test, run, { code: `${read} return await tools.web.get({ q });` });
    assert.deepEqual([resumed.errors, source.calls.length], [[], 1]);
    await store.dispose();
  });

  it('tells the rules about the flow of data of a stored value that another run has replaced since', async () => {
    const source = new InMemorySource({ mail: [{ name: 'read' }], web: [{ name: 'get' }] });
    const store = runStoreIn(folder.path);
    const flowRules = [{ pattern: 'mail.* -> web.*', action: 'deny', setting: 'test' }] as const;
    await using test = new TestEngine([source], { flowRules, journal: store.journal });
    await test.run('await codemode.store.set("k", await tools.mail.read({}));');
    const read = 'const q = await codemode.store.get("k");';
    const { runId: run } = await test.run(`${read} throw new Error("x");`);
    await test.run('await codemode.store.set("k", 1);');
    const resumed = await resumeIn(store, test, run, { code: `${read} return await tools.web.get({ q });` });
    assert.deepEqual([resumed.errors[0]?.code, source.calls.length], ['denied', 1]);
    await store.dispose();
  });
});
