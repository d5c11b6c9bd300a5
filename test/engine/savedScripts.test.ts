// Tests saved scripts as tools over the real checker, a sandbox and a server that counts its writes.
import assert from 'node:assert/strict';
import { symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type Approver } from '../../src/engine/consent/approval.ts';
import { answerFindTools } from '../../src/engine/answerFindTools.ts';
import { receipt } from '../../src/engine/formatting/receipt.ts';
import { dryRunText } from '../../src/engine/formatting/dryRunText.ts';
import { defaultBudget } from '../../src/engine/textBudget.ts';
import { callProblem } from '../../src/engine/savedScripts/callProblem.ts';
import { parametrised } from '../../src/engine/savedScripts/parametrised.ts';
import { realChecker } from '../fakes/realChecker.ts';
import { RecordingApprover } from '../fakes/recordingApprover.ts';
import { eventually, sandboxProcesses } from '../sandbox/sandboxProcesses.ts';
import { onlyError } from './cityTools.ts';
import { SavedScriptsBed, value, addTwo, readsOnly } from './savedScriptsBed.ts';
import { fullTest } from '../fakes/everyTest.ts';

describe('a saved script', () => {
  const bed = new SavedScriptsBed();

  it('is called as a tool, with the types of its signature', async () => {
    await bed.open({ 'add-two': addTwo }, { typeCheck: 'error' });
    assert.deepEqual(
      value(await bed.engine.run('return (await tools.scripts.addTwo({ first: 5 })).totals.length')),
      2,
    );
    assert.deepEqual(bed.writes(), [5, 2]);
    const wrongInput = onlyError(await bed.engine.run('return await tools.scripts.addTwo({ first: "5" })'));
    assert.deepEqual([wrongInput.code, /first/.test(wrongInput.message)], ['type_error', true]);
    const wrongOutput = onlyError(
      await bed.engine.run('return (await tools.scripts.addTwo({ first: 5 })).sum'),
    );
    assert.deepEqual([wrongOutput.code, /sum/.test(wrongOutput.message)], ['type_error', true]);
    assert.deepEqual(bed.writes(), [5, 2]);
  });

  it('gets its input checked where types are not', async () => {
    await bed.open({ addTwo });
    const error = onlyError(await bed.engine.run('return await tools.scripts.addTwo({ first: "5" })'));
    assert.equal(error.code, 'invalid_input');
    assert.deepEqual(bed.writes(), []);
  });

  it('reads its arguments as codemode.args where it has no main, and calls other scripts', async () => {
    const outer =
      '/** @param {number} n The first */\nconst { totals } = await tools.scripts.addTwo({ first: codemode.args.n });\nreturn totals;';
    await bed.open({ addTwo, outer }, { typeCheck: 'error' });
    assert.deepEqual(value(await bed.engine.run('return await tools.scripts.outer({ n: 7 })')), [1, 2]);
    assert.deepEqual(bed.writes(), [7, 2]);
  });

  it('answers .raw() as a tool does', async () => {
    await bed.open({ readsOnly });
    assert.deepEqual(value(await bed.engine.run('return await tools.scripts.readsOnly.raw({})')), {
      content: [{ type: 'text', text: '0' }],
      isError: false,
    });
  });

  it('is as its file is when a run begins', async () => {
    await bed.open({ one: 'return 1' });
    assert.equal(value(await bed.engine.run('return await tools.scripts.one({})')), 1);
    bed.scripts.save('one', 'return 2');
    bed.scripts.save('more', 'return 3');
    assert.deepEqual(
      value(await bed.engine.run('return [await tools.scripts.one({}), await tools.scripts.more({})]')),
      [2, 3],
    );
    bed.scripts.remove('one');
    assert.equal(onlyError(await bed.engine.run('return await tools.scripts.one({})')).code, 'unknown_tool');
  });

  it('stays as it was within a run', async () => {
    await bed.open({ one: 'return 1' });
    const edits: Approver = new (class extends RecordingApprover {
      override approveRun() {
        bed.scripts.save('one', 'await tools.counting.add({ n: 666 }); return 2');
        return super.approveRun({ asked: [], uses: [], source: '' });
      }
    })();
    const outcome = await bed.engine.run(
      'await tools.counting.add({ n: 1 }); return await tools.scripts.one({})',
      { approver: edits },
    );
    assert.deepEqual([value(outcome), bed.writes()], [1, [1]]);
  });

  fullTest('has a process ready in the next run, beside that of the script that calls it', async () => {
    await bed.open({ one: 'return 1' }, { realSandbox: true });
    await bed.engine.run('return 1');
    assert.equal((await eventually(sandboxProcesses, (pids) => pids.length === 1)).length, 1);
    await bed.engine.run('return await tools.scripts.one({})');
    const two = Math.min(2, availableParallelism());
    assert.equal((await eventually(sandboxProcesses, (pids) => pids.length === two)).length, two);
  });

  it('comes first where a search finds it beside the tools that it calls', async () => {
    await bed.open({ 'add-two': addTwo });
    const snapshot = await bed.engine.snapshot();
    const found = await bed.engine.engine.finder.findTools(snapshot, { query: 'add numbers' });
    assert.ok(found.indexOf('tools.scripts.addTwo') < found.indexOf('tools.counting.add('), found);
    assert.ok(found.includes('tools.counting.add('), found);
  });

  it('can be excluded', async () => {
    await bed.open({ addTwo }, { exclusions: ['scripts.addTwo'] });
    assert.equal(
      onlyError(await bed.engine.run('return await tools.scripts.addTwo({ first: 1 })')).code,
      'excluded_tool',
    );
  });

  it('may not call what is excluded from its caller, which is told before anything runs', async () => {
    await bed.open({ addTwo }, { exclusions: ['counting.add'] });
    const error = onlyError(
      await bed.engine.run(
        'await tools.counting.flaky({ n: 1 }); return await tools.scripts.addTwo({ first: 1 })',
      ),
    );
    assert.equal(error.code, 'excluded_tool');
    assert.match(error.message, /^tools\.scripts\.addTwo cannot run: .*\(addTwo\.ts:4\)$/);
    assert.deepEqual([error.position?.line, bed.writes()], [1, []]);
  });
});

describe('the bounds of a saved script', () => {
  const bed = new SavedScriptsBed();

  it('are that it cannot call itself, by way of others either', async () => {
    await bed.open({
      ping: 'return await tools.scripts.pong({})',
      pong: 'return await tools.scripts.ping({})',
    });
    const { message } = onlyError(await bed.engine.run('return await tools.scripts.ping({})'));
    assert.match(
      message,
      /tools\.scripts\.ping → tools\.scripts\.pong → tools\.scripts\.ping\). Saved scripts cannot call themselves\./,
    );
  });

  it('are that at most five call one another', async () => {
    const chain = Object.fromEntries(
      Array.from({ length: 6 }, (_, n) => [
        `s${n}`,
        n === 5 ? 'return 1' : `return await tools.scripts.s${n + 1}({})`,
      ]),
    );
    await bed.open(chain);
    assert.match(
      onlyError(await bed.engine.run('return await tools.scripts.s0({})')).message,
      /at most 5 saved scripts call one another/,
    );
    assert.equal(value(await bed.engine.run('return await tools.scripts.s1({})')), 1);
  });

  it('are the calls that its caller has left', async () => {
    await bed.open(
      { many: 'for (let n = 0; n < 8; n++) await tools.counting.total({});' },
      { limits: { calls: 10 } },
    );
    assert.equal(value(await bed.engine.run('await tools.scripts.many({}); return 1')), 1);
    const { message } = onlyError(
      await bed.engine.run('await tools.scripts.many({}); await tools.scripts.many({});'),
    );
    assert.match(message, /made 10 calls \(codeMode\.limits\.calls\)/);
  });

  it('are calls that its caller has not left then', async () => {
    await bed.open(
      { many: 'for (let n = 0; n < 8; n++) await tools.counting.total({});' },
      { limits: { calls: 10 } },
    );
    const { message } = onlyError(
      await bed.engine.run(
        'await tools.scripts.many({}); for (const n of [1, 2, 3]) await tools.counting.add({ n });',
      ),
    );
    assert.match(message, /made 10 calls \(codeMode\.limits\.calls\)/);
    assert.deepEqual(bed.writes(), [1]);
  });

  it('end with its caller', async () => {
    await bed.open({ endless: 'await new Promise(() => setTimeout(() => undefined, 1e9))' });
    const stopping = new AbortController();
    const running = bed.engine.run('await tools.scripts.endless({})', {
      signal: stopping.signal,
      observer: { onCallStarted: () => stopping.abort() },
    });
    assert.equal(onlyError(await running).code, 'cancelled');
  });

  it('leave out files that are no scripts of the folder', async () => {
    await bed.open({
      fine: 'return 1',
      '.hidden': 'return 1',
      'types.d': 'export {}',
      large: `// ${'x'.repeat(300_000)}`,
    });
    writeFileSync(join(bed.scripts.path, 'outside.ts'), 'return "outside"');
    symlinkSync(join(bed.scripts.path, 'outside.ts'), join(bed.scripts.scripts, 'link.ts'));
    const snapshot = await bed.engine.snapshot();
    assert.deepEqual(
      snapshot.servers.find(({ name }) => name === 'scripts')?.tools.map(({ name }) => name),
      ['fine'],
    );
    assert.match(snapshot.warnings.join('\n'), /large\.ts is no tool: it has more than 262,144 bytes\./);
  });

  it('are none that a workspace which is not trusted could pass: it has no scripts', async () => {
    await bed.open({ fine: 'return 1' });
    bed.scripts.isTrusted = false;
    assert.equal(
      onlyError(await bed.engine.run('return await tools.scripts.fine({})')).code,
      'unknown_server',
    );
  });
});

describe('what a saved script did', () => {
  const bed = new SavedScriptsBed();

  it('is in the receipt of its caller, where that fails', async () => {
    await bed.open({ addTwo });
    const outcome = await bed.engine.run(
      'await tools.scripts.addTwo({ first: 4 }); throw new Error("later")',
    );
    const text = receipt(outcome.calls).join('\n');
    assert.match(
      text,
      /finished \(do not repeat writes\):\n {4}tools\.counting\.add\(.*4.*\) \(can write, in tools\.scripts\.addTwo\)/,
    );
  });

  it('is in it where the script fails itself, with its file and line', async () => {
    await bed.open({ half: 'await tools.counting.add({ n: 1 });\nthrow new Error("half done")' });
    const outcome = await bed.engine.run('return await tools.scripts.half({})');
    assert.match(
      onlyError(outcome).message,
      /^tools\.scripts\.half failed: Error: half done \(half\.ts:2\)$/,
    );
    assert.match(
      receipt(outcome.calls).join('\n'),
      /finished.*\n {4}tools\.counting\.add.*in tools\.scripts\.half\)\n {2}failed:\n {4}tools\.scripts\.half/,
    );
  });

  it('is listed and not sent in a dry run', async () => {
    await bed.open({ addTwo });
    const outcome = await bed.engine.run('await tools.scripts.addTwo({ first: 4 }); return 1', {
      dryRun: true,
    });
    assert.deepEqual([value(outcome), bed.writes()], [1, []]);
    assert.match(
      dryRunText(outcome),
      /2 calls were not sent:\n {2}1\. tools\.counting\.add\(\{ ?n: 4 ?\}\), line 4 of tools\.scripts\.addTwo/,
    );
  });
});

describe('a run that is saved', () => {
  const bed = new SavedScriptsBed();
  const { signal } = new AbortController();

  /** Saves the code as a script in which all literals become arguments. */
  async function savedFrom(code: string): Promise<string> {
    const checker = realChecker();
    const draft = await checker.draft(code, signal);
    const text = parametrised({ code, title: 'Adds three numbers', draft, literals: draft.literals });
    assert.equal(
      callProblem(await checker.signature(text, signal), (await checker.draft(text, signal)).reads),
      undefined,
    );
    await checker.dispose();
    return text;
  }

  it('is found and called by the next chat, with other arguments, in one request', async () => {
    await bed.open({ other: '/** Counts sheep. */\nreturn 1' }, { typeCheck: 'error' });
    // A script for work that took a model three calls the first time.
    const first = `// Adds three numbers
const seen: number[] = [];
seen.push((await tools.counting.add({ n: 5 })).total);
seen.push((await tools.counting.add({ n: 6 })).total);
return { seen, total: (await tools.counting.total({})).total };`;
    const chat = { origin: { door: 'chat' }, session: 'chat:one' } as const;
    assert.deepEqual(value(await bed.engine.run(first, chat)), { seen: [1, 2], total: 2 });
    bed.scripts.save('addThree', await savedFrom(first));

    const found = await answerFindTools(
      bed.engine.engine,
      { query: 'add three numbers' },
      defaultBudget,
      signal,
    );
    assert.match(found, /^tools\.scripts\.addThree\(input: \{ n: number; n2: number \}\)/);
    const next = await bed.engine.run('return await tools.scripts.addThree({ n: 7, n2: 8 })', {
      ...chat,
      session: 'chat:two',
    });
    assert.deepEqual([value(next), bed.writes()], [{ seen: [3, 4], total: 4 }, [5, 6, 7, 8]]);
  });
});
