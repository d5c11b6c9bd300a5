// Saved scripts as tools: over the real checker, sandbox and a server that counts its writes.
import assert from 'node:assert/strict';
import { symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { dryRunChosen, type Approver, type ScriptToApprove } from '../../src/engine/approval.ts';
import { placeText, timesText } from '../../src/engine/consent/toolUses.ts';
import { answerFindTools } from '../../src/engine/find/answerFindTools.ts';
import { receipt } from '../../src/engine/formatting/receipt.ts';
import { dryRunText } from '../../src/engine/formatting/dryRunText.ts';
import { defaultBudget } from '../../src/engine/textBudget.ts';
import type { RunOutcome } from '../../src/engine/runOutcome.ts';
import { parametrised } from '../../src/scripts/parametrised.ts';
import { countingServer, LookingApprover, newStore, writesIn } from '../fakes/countedRuns.ts';
import { realChecker } from '../fakes/realChecker.ts';
import { RecordingApprover } from '../fakes/recordingApprover.ts';
import { SavedScriptsFolder } from '../fakes/savedScripts.ts';
import { InMemorySource, textResult } from '../fakes/inMemorySource.ts';
import { TemporaryFolder } from '../fakes/temporaryFolder.ts';
import { TestEngine, type TestEngineOptions } from '../fakes/testEngine.ts';
import { eventually, sandboxProcesses } from '../sandbox/sandboxProcesses.ts';
import { McpWorkspace } from '../mcp/mcpWorkspace.ts';
import { onlyError } from './cityTools.ts';

const addTwo = `/** Adds two numbers. */
export default async function main(input: { first: number; second?: number }): Promise<{ totals: number[] }> {
  const totals: number[] = [];
  for (const n of [input.first, input.second ?? 2]) totals.push((await tools.counting.add({ n })).total);
  return { totals };
}`;
const readsOnly = 'export default async function main(): Promise<number> { return (await tools.counting.total({})).total; }';

/** Answers as told, and has seen every question. */
class ReadingApprover extends RecordingApprover implements Approver {
  readonly questions: ScriptToApprove[] = [];

  override approveRun(script: ScriptToApprove) {
    this.questions.push(script);
    return super.approveRun(script);
  }
}

let scripts: SavedScriptsFolder;
let servers: McpWorkspace;
let engine: TestEngine;

async function open(files: Readonly<Record<string, string>>, options: TestEngineOptions = {}): Promise<void> {
  scripts = new SavedScriptsFolder(files);
  servers = await McpWorkspace.create({ counting: countingServer(scripts.path) });
  engine = new TestEngine([servers.source, scripts.source], options);
}

function closeAfterEach(): void {
  afterEach(async () => {
    await engine[Symbol.asyncDispose]();
    await servers.dispose();
    await scripts[Symbol.asyncDispose]();
  });
}

const writes = () => writesIn(scripts.path);
const value = (outcome: RunOutcome) => (outcome.ok ? outcome.value : outcome.errors);

describe('a saved script', () => {
  closeAfterEach();

  it('is called as a tool, with the types of its signature', async () => {
    await open({ 'add-two': addTwo }, { typeCheck: 'error' });
    assert.deepEqual(value(await engine.run('return (await tools.scripts.addTwo({ first: 5 })).totals.length')), 2);
    assert.deepEqual(writes(), [5, 2]);
    const wrongInput = onlyError(await engine.run('return await tools.scripts.addTwo({ first: "5" })'));
    assert.deepEqual([wrongInput.code, /first/.test(wrongInput.message)], ['type_error', true]);
    const wrongOutput = onlyError(await engine.run('return (await tools.scripts.addTwo({ first: 5 })).sum'));
    assert.deepEqual([wrongOutput.code, /sum/.test(wrongOutput.message)], ['type_error', true]);
    assert.deepEqual(writes(), [5, 2]);
  });

  it('gets its input checked where types are not', async () => {
    await open({ addTwo });
    const error = onlyError(await engine.run('return await tools.scripts.addTwo({ first: "5" })'));
    assert.equal(error.code, 'invalid_input');
    assert.deepEqual(writes(), []);
  });

  it('reads its arguments as codemode.args where it has no main, and calls other scripts', async () => {
    const outer =
      '/** @param {number} n The first */\nconst { totals } = await tools.scripts.addTwo({ first: codemode.args.n });\nreturn totals;';
    await open({ addTwo, outer }, { typeCheck: 'error' });
    assert.deepEqual(value(await engine.run('return await tools.scripts.outer({ n: 7 })')), [1, 2]);
    assert.deepEqual(writes(), [7, 2]);
  });

  it('answers .raw() as a tool does', async () => {
    await open({ readsOnly });
    assert.deepEqual(value(await engine.run('return await tools.scripts.readsOnly.raw({})')), {
      content: [{ type: 'text', text: '0' }],
      isError: false,
    });
  });

  it('is as its file is when a run begins', async () => {
    await open({ one: 'return 1' });
    assert.equal(value(await engine.run('return await tools.scripts.one({})')), 1);
    scripts.save('one', 'return 2');
    scripts.save('more', 'return 3');
    assert.deepEqual(value(await engine.run('return [await tools.scripts.one({}), await tools.scripts.more({})]')), [2, 3]);
    scripts.remove('one');
    assert.equal(onlyError(await engine.run('return await tools.scripts.one({})')).code, 'unknown_tool');
  });

  it('stays as it was within a run', async () => {
    await open({ one: 'return 1' });
    const edits: Approver = new (class extends RecordingApprover {
      override approveRun() {
        scripts.save('one', 'await tools.counting.add({ n: 666 }); return 2');
        return super.approveRun({ asked: [], uses: [], source: '' });
      }
    })();
    const outcome = await engine.run('await tools.counting.add({ n: 1 }); return await tools.scripts.one({})', { approver: edits });
    assert.deepEqual([value(outcome), writes()], [1, [1]]);
  });

  it('has a process ready in the next run, beside that of the script that calls it', async () => {
    await open({ one: 'return 1' });
    await engine.run('return 1');
    assert.equal((await eventually(sandboxProcesses, (pids) => pids.length === 1)).length, 1);
    await engine.run('return await tools.scripts.one({})');
    const two = Math.min(2, availableParallelism());
    assert.equal((await eventually(sandboxProcesses, (pids) => pids.length === two)).length, two);
  });

  it('comes first where a search finds it beside the tools that it calls', async () => {
    await open({ 'add-two': addTwo });
    const snapshot = await engine.engine.snapshot({ servers: 'all', signal: new AbortController().signal });
    const found = await engine.engine.finder.findTools(snapshot, { query: 'add numbers' });
    assert.ok(found.indexOf('tools.scripts.addTwo') < found.indexOf('tools.counting.add('), found);
    assert.ok(found.includes('tools.counting.add('), found);
  });

  it('can be excluded', async () => {
    await open({ addTwo }, { exclusions: ['scripts.addTwo'] });
    assert.equal(onlyError(await engine.run('return await tools.scripts.addTwo({ first: 1 })')).code, 'excluded_tool');
  });

  it('may not call what is excluded from its caller, which is told before anything runs', async () => {
    await open({ addTwo }, { exclusions: ['counting.add'] });
    const error = onlyError(await engine.run('await tools.counting.flaky({ n: 1 }); return await tools.scripts.addTwo({ first: 1 })'));
    assert.equal(error.code, 'excluded_tool');
    assert.match(error.message, /^tools\.scripts\.addTwo cannot run: .*\(addTwo\.ts:4\)$/);
    assert.deepEqual([error.position?.line, writes()], [1, []]);
  });
});

describe('approvals of a saved script', () => {
  closeAfterEach();

  it('are asked for with those of its caller, by one question that names the file and the line', async () => {
    await open({ addTwo, readsOnly });
    const approver = new ReadingApprover();
    await engine.run('await tools.scripts.readsOnly({}); for (const first of [1, 2]) await tools.scripts.addTwo({ first })', { approver });
    assert.deepEqual(approver.asked, ['run: tools.counting.add']);
    const add = approver.questions[0]?.uses.find(({ tool }) => tool.path === 'tools.counting.add');
    assert.deepEqual([add?.places.map(placeText), timesText(add?.times)], [['addTwo.ts line 4'], 'up to 4 times']);
    assert.deepEqual(writes(), [1, 2, 2, 2]);
  });

  it('count the calls of a script that others call after it was named first', async () => {
    const leaf = 'return await tools.counting.add({ n: 1 })';
    await open({ leaf, mid: 'for (const _ of [1, 2, 3]) await tools.scripts.leaf({});' });
    const approver = new ReadingApprover();
    await engine.run('await tools.scripts.leaf({}); await tools.scripts.mid({})', { approver });
    const add = approver.questions[0]?.uses.find(({ tool }) => tool.path === 'tools.counting.add');
    assert.deepEqual([timesText(add?.times), writes().length], ['up to 4 times', 4]);
  });

  it('tell no number of calls where scripts call each other', async () => {
    const files = {
      a: 'await tools.counting.add({ n: 1 }); if (codemode.args.on) await tools.scripts.b({})',
      b: 'for (const _ of [1, 2]) await tools.scripts.a({})',
    };
    await open(files);
    const approver = new ReadingApprover();
    await engine.run('await tools.scripts.a({}); await tools.scripts.b({})', { approver });
    const add = approver.questions[0]?.uses.find(({ tool }) => tool.path === 'tools.counting.add');
    assert.deepEqual([timesText(add?.times), writes().length], [undefined, 3]);
  });

  it('that are answered with a dry run do not let its caller write', async () => {
    await open({ flakes: 'await tools.counting.flaky({ n: 1 }); return 1' });
    const approver: Approver = new (class extends RecordingApprover {
      override async approveRun(script: ScriptToApprove) {
        const approval = await super.approveRun(script);
        return this.asked.length > 1 ? dryRunChosen : approval;
      }
    })();
    const code = 'const name = ["fla", "kes"].join(""); const n = await tools.scripts[name]({}); await tools.counting.add({ n: 9 })';
    assert.equal(onlyError(await engine.run(code, { approver })).code, 'denied');
    assert.deepEqual(writes(), []);
  });

  it('are none where the script only reads', async () => {
    await open({ readsOnly });
    const approver = new ReadingApprover();
    assert.equal(value(await engine.run('return await tools.scripts.readsOnly({})', { approver })), 0);
    assert.deepEqual(approver.asked, []);
  });

  it('that are refused keep it from running', async () => {
    await open({ addTwo });
    const approver = new ReadingApprover({ granted: false, why: 'refused', reason: 'No.' });
    assert.equal(onlyError(await engine.run('return await tools.scripts.addTwo({ first: 1 })', { approver })).code, 'denied');
    assert.deepEqual(writes(), []);
  });

  it('are asked for when it is called by a computed name', async () => {
    await open({ addTwo });
    const approver = new ReadingApprover();
    await engine.run('const name = ["add", "Two"].join(""); return await tools.scripts[name]({ first: 1 })', { approver });
    assert.deepEqual([approver.asked, writes()], [['run: tools.counting.add'], [1, 2]]);
    assert.match(approver.questions[0]?.source ?? '', /^\/\*\* Adds two/);
  });

  it('are asked for in the run where the script computes the name of a tool', async () => {
    await open({ sneaky: 'const name = "ad" + "d"; return await tools.counting[name]({ n: 1 })' });
    const approver = new ReadingApprover({ granted: false, why: 'refused', reason: 'No.' });
    const error = onlyError(await engine.run('return await tools.scripts.sneaky({})', { approver }));
    assert.deepEqual([error.code, approver.asked, writes()], ['denied', ['call: tools.counting.add'], []]);
  });
});

describe('what the user says while scripts call one another', () => {
  closeAfterEach();

  const no = { granted: false, why: 'refused', reason: 'No.' } as const;
  /** The code shows none of their calls. */
  const hidden = {
    sneaky: 'const name = "ad" + "d"; return await tools.counting[name]({ n: 1 })',
    sly: 'const name = "ad" + "d"; return await tools.counting[name]({ n: 2 })',
  };
  const each = (...calls: readonly string[]) =>
    `const name = (text: string) => text.split("").join(""); const codes: string[] = [];
    for (const call of [${calls.map((call) => `async () => { await ${call} }`).join(', ')}])
      codes.push(await call().then(() => "done", (error) => error.code));
    return codes;`;
  const itself = 'tools.counting[name("add")]({ n: 3 })';
  const [sneaky, sly] = ['tools.scripts.sneaky({})', 'tools.scripts.sly({})'];

  it('holds as a no for the script again, for others and for their caller', async () => {
    await open(hidden);
    const approver = new ReadingApprover(no);
    const outcome = await engine.run(each(sneaky, sneaky, sly, itself, 'tools.scripts[name("sly")]({})'), { approver });
    assert.deepEqual(value(outcome), ['denied', 'denied', 'denied', 'denied', 'denied']);
    assert.deepEqual([approver.asked, writes()], [['call: tools.counting.add'], []]);
  });

  it('holds as a no to their caller for the scripts', async () => {
    await open({ ...hidden, addTwo });
    const approver = new ReadingApprover(no);
    const outcome = await engine.run(each(itself, sneaky, 'tools.scripts[name("addTwo")]({ first: 1 })'), { approver });
    assert.deepEqual([value(outcome), approver.asked], [['denied', 'denied', 'denied'], ['call: tools.counting.add']]);
  });

  it('holds as a no to the run of a script for whatever would make its calls', async () => {
    await open({ ...hidden, addTwo });
    const approver = new ReadingApprover(no);
    const outcome = await engine.run(each('tools.scripts[name("addTwo")]({ first: 1 })', itself, sneaky), { approver });
    assert.deepEqual([value(outcome), approver.asked], [['denied', 'denied', 'denied'], ['run: tools.counting.add']]);
  });

  it('is waited for by those who would ask the same', async () => {
    await open(hidden);
    const approver = new ReadingApprover(no);
    await engine.run(`await Promise.allSettled([${[sneaky, sly, sneaky].join(', ')}])`, { approver });
    assert.deepEqual([approver.asked, writes()], [['call: tools.counting.add'], []]);
  });

  it('holds as a yes for further calls of the script that it was asked for', async () => {
    await open(hidden);
    const approver = new ReadingApprover();
    assert.deepEqual(value(await engine.run(each(sneaky, sneaky, sneaky), { approver })), ['done', 'done', 'done']);
    assert.deepEqual([approver.asked, writes()], [['call: tools.counting.add'], [1, 1, 1]]);
  });

  it('does not hold as a yes for another script, nor for their caller', async () => {
    await open(hidden);
    const approver = new ReadingApprover();
    await engine.run(each(sneaky, sly, itself), { approver });
    assert.deepEqual(approver.asked, ['call: tools.counting.add', 'call: tools.counting.add', 'call: tools.counting.add']);
  });

  it('holds as a yes to a script with its arguments for that one run of it', async () => {
    await open({ addTwo });
    const approver = new ReadingApprover();
    const call = (first: number) => `tools.scripts[name("addTwo")]({ first: ${first} })`;
    await engine.run(each(call(1), call(5)), { approver });
    assert.deepEqual(approver.asked, ['run: tools.counting.add', 'run: tools.counting.add']);
  });

  it('does not hold in the next run', async () => {
    await open(hidden);
    const approver = new ReadingApprover(no);
    for (const _ of [1, 2]) await engine.run(each(sneaky), { approver });
    assert.deepEqual(approver.asked, ['call: tools.counting.add', 'call: tools.counting.add']);
  });
});

describe('the bounds of a saved script', () => {
  closeAfterEach();

  it('are that it cannot call itself, by way of others either', async () => {
    await open({ ping: 'return await tools.scripts.pong({})', pong: 'return await tools.scripts.ping({})' });
    const { message } = onlyError(await engine.run('return await tools.scripts.ping({})'));
    assert.match(message, /tools\.scripts\.ping → tools\.scripts\.pong → tools\.scripts\.ping\). Saved scripts cannot call themselves\./);
  });

  it('are that at most five call one another', async () => {
    const chain = Object.fromEntries(
      Array.from({ length: 6 }, (_, n) => [`s${n}`, n === 5 ? 'return 1' : `return await tools.scripts.s${n + 1}({})`]),
    );
    await open(chain);
    assert.match(onlyError(await engine.run('return await tools.scripts.s0({})')).message, /at most 5 saved scripts call one another/);
    assert.equal(value(await engine.run('return await tools.scripts.s1({})')), 1);
  });

  it('are the calls that its caller has left', async () => {
    await open({ many: 'for (let n = 0; n < 8; n++) await tools.counting.total({});' }, { limits: { calls: 10 } });
    assert.equal(value(await engine.run('await tools.scripts.many({}); return 1')), 1);
    const { message } = onlyError(await engine.run('await tools.scripts.many({}); await tools.scripts.many({});'));
    assert.match(message, /made 10 calls \(codeMode\.limits\.calls\)/);
  });

  it('are calls that its caller has not left then', async () => {
    await open({ many: 'for (let n = 0; n < 8; n++) await tools.counting.total({});' }, { limits: { calls: 10 } });
    const { message } = onlyError(
      await engine.run('await tools.scripts.many({}); for (const n of [1, 2, 3]) await tools.counting.add({ n });'),
    );
    assert.match(message, /made 10 calls \(codeMode\.limits\.calls\)/);
    assert.deepEqual(writes(), [1]);
  });

  it('end with its caller', async () => {
    await open({ endless: 'await new Promise(() => setTimeout(() => undefined, 1e9))' });
    const stopping = new AbortController();
    const running = engine.run('await tools.scripts.endless({})', {
      signal: stopping.signal,
      observer: { onCallStarted: () => stopping.abort() },
    });
    assert.equal(onlyError(await running).code, 'cancelled');
  });

  it('leave out files that are no scripts of the folder', async () => {
    await open({ fine: 'return 1', '.hidden': 'return 1', 'types.d': 'export {}', large: `// ${'x'.repeat(300_000)}` });
    writeFileSync(join(scripts.path, 'outside.ts'), 'return "outside"');
    symlinkSync(join(scripts.path, 'outside.ts'), join(scripts.scripts, 'link.ts'));
    const snapshot = await engine.engine.snapshot({ servers: ['scripts'], signal: new AbortController().signal });
    assert.deepEqual(
      snapshot.servers.find(({ name }) => name === 'scripts')?.tools.map(({ name }) => name),
      ['fine'],
    );
    assert.match(snapshot.warnings.join('\n'), /large\.ts is no tool: it has more than 262,144 bytes\./);
  });

  it('are none that a workspace which is not trusted could pass: it has no scripts', async () => {
    await open({ fine: 'return 1' });
    scripts.isTrusted = false;
    assert.equal(onlyError(await engine.run('return await tools.scripts.fine({})')).code, 'unknown_server');
  });
});

describe('what a saved script did', () => {
  closeAfterEach();

  it('is in the receipt of its caller, where that fails', async () => {
    await open({ addTwo });
    const outcome = await engine.run('await tools.scripts.addTwo({ first: 4 }); throw new Error("later")');
    const text = receipt(outcome.calls).join('\n');
    assert.match(text, /finished \(do not repeat writes\):\n {4}tools\.counting\.add\(.*4.*\) \(can write, in tools\.scripts\.addTwo\)/);
  });

  it('is in it where the script fails itself, with its file and line', async () => {
    await open({ half: 'await tools.counting.add({ n: 1 });\nthrow new Error("half done")' });
    const outcome = await engine.run('return await tools.scripts.half({})');
    assert.match(onlyError(outcome).message, /^tools\.scripts\.half failed: Error: half done \(half\.ts:2\)$/);
    assert.match(
      receipt(outcome.calls).join('\n'),
      /finished.*\n {4}tools\.counting\.add.*in tools\.scripts\.half\)\n {2}failed:\n {4}tools\.scripts\.half/,
    );
  });

  it('is listed and not sent in a dry run', async () => {
    await open({ addTwo });
    const outcome = await engine.run('await tools.scripts.addTwo({ first: 4 }); return 1', { dryRun: true });
    assert.deepEqual([value(outcome), writes()], [1, []]);
    assert.match(
      dryRunText(outcome),
      /2 calls were not sent:\n {2}1\. tools\.counting\.add\(\{ ?n: 4 ?\}\), line 4 of tools\.scripts\.addTwo/,
    );
  });
});

describe('the record of a run that called a saved script', () => {
  closeAfterEach();

  async function recorded(files: Readonly<Record<string, string>>) {
    scripts = new SavedScriptsFolder(files);
    servers = await McpWorkspace.create({ counting: countingServer(scripts.path) });
    const store = newStore(scripts.path);
    engine = new TestEngine([servers.source, scripts.source], { journal: store.journal });
    const run = async (code: string) => {
      const outcome = await engine.run(code);
      await store.list();
      return outcome;
    };
    const signal = new AbortController().signal;
    const resume = async (id: string | undefined, approver: Approver = new LookingApprover(scripts.path)) => {
      const outcome = await store.past.resume(engine.engine, { run: id, origin: { door: 'terminal' }, approver, signal });
      await store.list();
      return outcome;
    };
    return { store, run, resume, replay: (id: string | undefined) => store.past.replay(engine.engine, String(id), { signal }) };
  }

  it('has a run of its own for the script, which names the call', async () => {
    const { store, run } = await recorded({ addTwo });
    const outcome = await run('await tools.counting.total({}); return await tools.scripts.addTwo({ first: 1 })');
    const [nested, outer] = await store.list();
    assert.deepEqual([nested?.parent, nested?.name, nested?.calls], [{ run: outcome.runId, call: 2 }, 'tools.scripts.addTwo', 2]);
    assert.deepEqual([outer?.id, outer?.parent], [outcome.runId, undefined]);
    await store.dispose();
  });

  it('is replayed without the script and its servers', async () => {
    const { store, run, replay } = await recorded({ addTwo });
    const outcome = await run('return await tools.scripts.addTwo({ first: 1 })');
    scripts.remove('addTwo');
    assert.deepEqual(value(await replay(outcome.runId)), value(outcome));
    assert.deepEqual(writes(), [1, 2]);
    await store.dispose();
  });

  it('is resumed within the script: what that had written is not written again', async () => {
    const flaky = 'for (const n of [1, 2]) await tools.counting.add({ n });\nawait tools.counting.flaky({ n: 3 });\nreturn "done"';
    const { store, run, resume } = await recorded({ flaky });
    const failed = await run('const said = await tools.scripts.flaky({}); return said');
    assert.deepEqual([failed.ok, writes()], [false, [1, 2]]);
    const resumed = await resume(failed.runId);
    assert.deepEqual([value(resumed), writes()], ['done', [1, 2, 3]]);
    await store.dispose();
  });

  it('is resumed before the script: what its caller did counts for nothing in it', async () => {
    const { store, run } = await recorded({ addTwo });
    const failed = await run('await tools.counting.add({ n: 1 });\nthrow new Error("not yet")');
    const code = 'await tools.counting.add({ n: 1 });\nreturn await tools.scripts.addTwo({ first: 1, second: 3 })';
    const { signal } = new AbortController();
    const approver = new LookingApprover(scripts.path);
    const resumed = await store.past.resume(engine.engine, { run: failed.runId, code, origin: { door: 'terminal' }, approver, signal });
    assert.deepEqual([resumed.errors, writes()], [[], [1, 1, 3]]);
    await store.list();
    const nested = (await store.list()).find(({ parent }) => parent?.run === resumed.runId);
    assert.deepEqual([nested?.calls, nested?.resumes], [2, undefined]);
    await store.dispose();
  });

  it('is not resumed by the run of the script alone', async () => {
    const flaky = 'await tools.counting.add({ n: 1 });\nawait tools.counting.flaky({ n: 3 });';
    const { store, run, resume } = await recorded({ flaky });
    await run('await tools.scripts.flaky({})');
    const [nested] = await store.list();
    assert.match(onlyError(await resume(nested?.id)).message, /is that of a saved script, which run .* called: resume that one\./);
    await store.dispose();
  });

  it('is not resumed past a script whose run is not recorded any more', async () => {
    const flaky = 'await tools.counting.add({ n: 1 });\nawait tools.counting.flaky({ n: 3 });';
    const { store, run, resume } = await recorded({ flaky });
    const failed = await run('await tools.scripts.flaky({})');
    await store.delete((await store.list()).slice(0, 1).map(({ id }) => id));
    const resumed = await resume(failed.runId);
    assert.match(onlyError(resumed).message, /it is not known what it wrote/);
    assert.deepEqual(writes(), [1]);
    await store.dispose();
  });
});

describe('rules about the flow of data', () => {
  closeAfterEach();

  const answer = () => textResult('the number of the account is DE89 3704 0044 0532 0130 00');
  const flowRules = [{ pattern: 'mail.* -> web.*', action: 'deny', setting: 'test' }] as const;
  const files = {
    reads: 'return await tools.mail.read({})',
    posts: '/** @param {unknown} q */\nreturn await tools.web.get({ q: codemode.args.q })',
    both: 'return await tools.web.get({ q: await tools.mail.read({}) })',
  };
  let source: InMemorySource;

  async function watched(options: TestEngineOptions = {}): Promise<void> {
    scripts = new SavedScriptsFolder(files);
    servers = await McpWorkspace.create({});
    source = new InMemorySource({ mail: [{ name: 'read', answer }], web: [{ name: 'get' }] });
    engine = new TestEngine([source, scripts.source], { flowRules, ...options });
  }

  for (const [what, code] of [
    ['that one read and its caller passes on', 'return await tools.web.get({ q: await tools.scripts.reads({}) })'],
    ['that its caller read and one passes on', 'return await tools.scripts.posts({ q: await tools.mail.read({}) })'],
    ['that one read and another passes on', 'return await tools.scripts.posts({ q: await tools.scripts.reads({}) })'],
    ['that one read and passes on itself', 'return await tools.scripts.both({})'],
  ] as const)
    it(`hold across saved scripts for what ${what}`.replace('what that', 'what'), async () => {
      await watched();
      const error = onlyError(await engine.run(code));
      assert.deepEqual([error.code, source.calls.length], ['denied', 1], error.message);
    });

  it('hold in a resumed run for what a saved script had read', async () => {
    const folder = new TemporaryFolder('flows-');
    const store = newStore(folder.path);
    await watched({ journal: store.journal });
    const { runId: run } = await engine.run('await tools.scripts.reads({}); throw new Error("x");');
    await store.list();
    const code = 'return await tools.web.get({ q: await tools.scripts.reads({}) });';
    const [approver, signal] = [new RecordingApprover(), new AbortController().signal];
    const resumed = await store.past.resume(engine.engine, { run, code, origin: { door: 'terminal' }, approver, signal });
    assert.deepEqual([resumed.errors[0]?.code, source.calls.length], ['denied', 1]);
    await store.dispose();
    folder[Symbol.dispose]();
  });
});

describe('a run that is saved', () => {
  closeAfterEach();

  it('is found and called by the next chat, with other arguments, in one request', async () => {
    await open({ other: '/** Counts sheep. */\nreturn 1' }, { typeCheck: 'error' });
    // What a model needed three calls for the first time.
    const first = `// Adds three numbers
const seen: number[] = [];
seen.push((await tools.counting.add({ n: 5 })).total);
seen.push((await tools.counting.add({ n: 6 })).total);
return { seen, total: (await tools.counting.total({})).total };`;
    const chat = { origin: { door: 'chat' }, session: 'chat:one' } as const;
    assert.deepEqual(value(await engine.run(first, chat)), { seen: [1, 2], total: 2 });
    const checker = realChecker();
    const literals = await checker.literals(first, new AbortController().signal);
    await checker.dispose();
    scripts.save('addThree', parametrised({ code: first, title: 'Adds three numbers', literals }));

    const found = await answerFindTools(engine.engine, { query: 'add three numbers' }, defaultBudget, new AbortController().signal);
    assert.match(found, /tools\.scripts\.addThree\(input: \{ n: number; n2: number \}\)/);
    assert.ok(found.indexOf('tools.scripts.addThree') < found.indexOf('tools.counting.add('), found);
    const next = await engine.run('return await tools.scripts.addThree({ n: 7, n2: 8 })', { ...chat, session: 'chat:two' });
    assert.deepEqual([value(next), writes()], [{ seen: [3, 4], total: 4 }, [5, 6, 7, 8]]);
  });
});
