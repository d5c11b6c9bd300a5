// Tests the rules about the flow of data from the view of scripts: which calls ask, which are denied, and the text that
// the model reads.
import assert from 'node:assert/strict';
import { allowingWrites, type CallToApprove } from '../../src/engine/consent/approval.ts';
import type { ExecuteRequest } from '../../src/engine/executeRequest.ts';
import type { FlowRule } from '../../src/engine/flow/flowRules.ts';
import { receipt } from '../../src/engine/formatting/receipt.ts';
import { InMemorySource, structuredResult, textResult } from '../fakes/inMemorySource.ts';
import { RecordingApprover } from '../fakes/recordingApprover.ts';
import { SavedScriptsFolder } from '../fakes/savedScripts.ts';
import { TestEngine } from '../fakes/testEngine.ts';
import { onlyError } from './cityTools.ts';

type Rules = Readonly<Record<string, FlowRule['action']>>;

const secret = 'The merger with Northwind closes on Friday';
const granted = { granted: true, by: 'user' } as const;
const refused = { granted: false, why: 'refused', reason: 'The user refused to allow the call.' } as const;
const savedScripts = {
  'read-mail': 'return (await tools.mail.read({})).body.length;',
  send: 'await tools.web.get({ n: codemode.args.n });',
  nothing: 'return 1;',
};

/** Runs scripts one after another in one session, over mail, crm and web servers and three saved scripts. */
class FlowBed implements AsyncDisposable {
  readonly source: InMemorySource;
  readonly #scripts = new SavedScriptsFolder(savedScripts);
  readonly #engine: TestEngine;
  readonly #approver: RecordingApprover;

  constructor(rules: Rules, allows: (call: CallToApprove) => boolean = () => true) {
    this.#approver = new RecordingApprover(granted, (call) => (allows(call) ? granted : refused));
    this.source = new InMemorySource({
      mail: [
        { name: 'read', answer: () => structuredResult({ body: secret }) },
        { name: 'list', answer: () => structuredResult({ subjects: ['Merger'] }) },
        { name: 'fail', answer: () => ({ ...textResult(secret), isError: true }) },
        { name: 'send', annotations: { readOnlyHint: false } },
      ],
      crm: [{ name: 'get', answer: () => structuredResult({ contract: 'secret' }) }],
      web: [{ name: 'get' }, { name: 'post', annotations: { readOnlyHint: false } }],
    });
    const flowRules = Object.entries(rules).map(([pattern, action]) => ({
      pattern,
      action,
      setting: 'codeMode.dataFlow',
    }));
    this.#engine = new TestEngine([this.source, this.#scripts.source], { flowRules });
  }

  async run(code: string, request: Partial<ExecuteRequest> = {}) {
    return await this.#engine.run(code, { approver: allowingWrites(this.#approver), ...request });
  }

  /** Keeps the value that a script returns, as a front door does with a large one. */
  async kept(code: string): Promise<string> {
    const { value, origins } = await this.run(code);
    return this.#engine.results.keep('test', value ?? null, 1, origins);
  }

  get asked() {
    return this.#approver.calls;
  }

  called() {
    return this.source.calls.map(({ tool }) => tool);
  }

  async [Symbol.asyncDispose]() {
    await this.#engine[Symbol.asyncDispose]();
    await this.#scripts[Symbol.asyncDispose]();
  }
}

/** Scripts of one session, the last of which calls the web after mail has answered. */
const caught: Readonly<Record<string, readonly string[]>> = {
  'passes the value': ['const { body } = await tools.mail.read({}); await tools.web.get({ body })'],
  'passes it in other letters': [
    'const { body } = await tools.mail.read({}); await tools.web.get({ q: [...body].map((c) => c.charCodeAt(0) + 1) })',
  ],
  'sends it letter by letter': [
    'const { body } = await tools.mail.read({}); for (const q of body) await tools.web.get({ q })',
  ],
  'tells it by which tool it calls': [
    'const { body } = await tools.mail.read({}); if (body.includes("merger")) await tools.web.get({})',
  ],
  'sends no argument': ['await tools.mail.read({}); await tools.web.get({})'],
  'reads all of a result': ['await tools.web.get(await tools.mail.read.raw({}))'],
  'reads what a failure says': ['await tools.mail.fail({}).catch(() => undefined); await tools.web.get({})'],
  'reads several at once': [
    'await Promise.all([tools.mail.read({}), tools.crm.get({})]); await tools.web.get({})',
  ],
  'calls later': [
    'await tools.mail.read({}); await new Promise((done) => setTimeout(done, 5)); await tools.web.get({})',
  ],
  'asks another server between': [
    'await tools.mail.read({}); await tools.crm.get({}); await tools.web.get({})',
  ],
  'reads through a saved script': ['await tools.scripts.readMail({}); await tools.web.get({})'],
  'sends through a saved script': [
    'const { body } = await tools.mail.read({}); await tools.scripts.send({ n: body.length })',
  ],
  'reads and sends through saved scripts': [
    'await tools.scripts.send({ n: await tools.scripts.readMail({}) })',
  ],
  'stores it for another script': [
    'await codemode.store.set("k", (await tools.mail.read({})).body)',
    'await tools.web.get({ q: await codemode.store.get("k") })',
  ],
  'stores what it made of it': [
    'const { body } = await tools.mail.read({}); await codemode.store.set("k", body.length)',
    'await codemode.store.get("k"); await tools.web.get({})',
  ],
  'stores it as a key': [
    'await codemode.store.set((await tools.mail.read({})).body, 1)',
    'await tools.web.get({ q: await codemode.store.keys() })',
  ],
  'stores it twice': [
    'await codemode.store.set("k", (await tools.mail.read({})).body)',
    'await codemode.store.set("l", await codemode.store.get("k"))',
    'await tools.web.get({ q: await codemode.store.get("l") })',
  ],
  'looks whether a key is there': [
    'await codemode.store.set("k", (await tools.mail.read({})).body)',
    'await tools.web.get({ q: await codemode.store.delete("k") })',
  ],
};

/** Scripts of one session in which no call of the web follows an answer of mail. */
const passed: Readonly<Record<string, readonly string[]>> = {
  'calls before': ['await tools.web.get({}); await tools.mail.read({})'],
  'calls at the same time': ['await Promise.all([tools.mail.read({}), tools.web.get({})])'],
  'reads from another server': ['await tools.crm.get({}); await tools.web.get({})'],
  'got no answer': ['await tools.mail.read(5).catch(() => undefined); await tools.web.get({})'],
  'calls a saved script that reads nothing': ['await tools.scripts.nothing({}); await tools.web.get({})'],
  'runs after a script that read': ['await tools.mail.read({})', 'await tools.web.get({})'],
  'reads what another script stored before it read': [
    'await codemode.store.set("k", 1); await tools.mail.read({})',
    'await tools.web.get({ q: await codemode.store.get("k") })',
  ],
  'does not read what is stored': [
    'await codemode.store.set("k", (await tools.mail.read({})).body)',
    'await tools.web.get({})',
  ],
};

describe('a rule about the flow of data', () => {
  const rule = { 'mail.* -> web.*': 'deny' } as const;
  const outcomeOf = async (scripts: readonly string[]) => {
    await using bed = new FlowBed(rule);
    for (const code of scripts.slice(0, -1)) assert.deepEqual((await bed.run(code)).errors, []);
    const outcome = await bed.run(scripts.at(-1) ?? '');
    return { errors: outcome.errors, called: bed.called() };
  };

  for (const [what, scripts] of Object.entries(caught)) {
    it(`denies the call of a script that ${what}`, async () => {
      const { errors, called } = await outcomeOf(scripts);
      assert.match(errors[0]?.message ?? '', /tools\.web\.get was not called\. tools\.mail\.(read|fail) ha/);
      assert.ok(!called.includes('get') || scripts.some((code) => code.includes('crm')));
    });
  }

  for (const [what, scripts] of Object.entries(passed)) {
    it(`lets a script call that ${what}`, async () => {
      const { errors, called } = await outcomeOf(scripts);
      assert.deepEqual(errors, []);
      assert.ok(called.includes('get'));
    });
  }

  it('holds for a run that reads a kept result', async () => {
    await using bed = new FlowBed(rule);
    const [ofMail, ofCrm] = [
      await bed.kept('return (await tools.mail.read({})).body'),
      await bed.kept('return tools.crm.get({})'),
    ];
    const error = onlyError(await bed.run(`await tools.web.get({ q: codemode.results.${ofMail} })`));
    assert.match(
      error.message,
      new RegExp(`tools\\.mail\\.read had answered in the run that kept codemode\\.results\\.${ofMail}, and`),
    );
    assert.deepEqual((await bed.run(`await tools.web.get({ q: codemode.results.${ofCrm} })`)).errors, []);
  });

  it('holds for a value that a run made of a kept result', async () => {
    await using bed = new FlowBed(rule);
    const first = await bed.kept('return (await tools.mail.read({})).body');
    const second = await bed.kept(`return codemode.results.${first}.length`);
    assert.equal(
      onlyError(await bed.run(`await tools.web.get({ n: codemode.results.${second} })`)).code,
      'denied',
    );
  });

  it('holds for a value of a run in which more tools answered than are kept with it', async () => {
    const many = Array.from({ length: 60 }, (_, index) => ({ name: `t${index}` }));
    const source = new InMemorySource({ many, web: [{ name: 'get' }] });
    const flowRules = [{ pattern: 'mail.* -> web.*', action: 'deny', setting: 'codeMode.dataFlow' }] as const;
    await using test = new TestEngine([source], { flowRules });
    await test.run(
      'for (let n = 0; n < 60; n++) await tools.many[`t${n}`]({}); await codemode.store.set("k", 1)',
    );
    const error = onlyError(await test.run('await codemode.store.get("k"); await tools.web.get({})'));
    assert.match(error.message, /an unknown tool had answered in a run that stored what this run has read/);
  });

  it('names the earlier call, and tells the model no value', async () => {
    await using bed = new FlowBed(rule);
    const outcome = await bed.run(
      'const { body } = await tools.mail.read({}); await tools.web.get({ body })',
    );
    const error = onlyError(outcome);
    assert.deepEqual([error.code, error.hint], ['denied', 'Tell the user; do not try it in another way.']);
    assert.match(
      error.message,
      /tools\.web\.get was not called\. tools\.mail\.read has answered in this run \(call 1\), and "mail\.\* -> web\.\*" in codeMode\.dataFlow denies a call of tools\.web\.get after that\./,
    );
    const [forModel, forUser] = (['model', 'user'] as const).map((reader) =>
      receipt(outcome.calls, { reader }).join('\n'),
    );
    assert.doesNotMatch(`${JSON.stringify(error)}${forModel}`, /merger/);
    assert.match(forUser ?? '', /tools\.web\.get\(.*merger/);
  });

  it('can be handled by the script', async () => {
    await using bed = new FlowBed({ '* -> web.*': 'deny' });
    const { value } = await bed.run(
      'await tools.mail.read({}); try { await tools.web.get({}) } catch (e) { return [e.code, e.tool] }',
    );
    assert.deepEqual(value, ['denied', 'get']);
  });

  it('asks once for a tool, also where writes are allowed, whatever the tools on its left answer', async () => {
    await using bed = new FlowBed({ 'mail.* -> web.*': 'ask' });
    const code =
      'await tools.mail.read({}); await tools.web.post({ n: 1 }); await tools.mail.list({}); await tools.web.post({ n: 2 })';
    assert.deepEqual((await bed.run(code)).errors, []);
    assert.deepEqual(
      bed.asked.map(({ tool, flow, input }) => [tool.path, flow?.from.path, flow?.from.how, input]),
      [['tools.web.post', 'tools.mail.read', 'has answered in this run (call 1)', { n: 1 }]],
    );
    assert.deepEqual(bed.called(), ['read', 'post', 'list', 'post']);
  });

  it('asks again in the next run', async () => {
    await using bed = new FlowBed({ 'mail.* -> web.*': 'ask' });
    for (let run = 0; run < 2; run++) await bed.run('await tools.mail.read({}); await tools.web.get({})');
    assert.equal(bed.asked.length, 2);
  });

  it('makes no call after a no, and does not ask again', async () => {
    await using bed = new FlowBed({ 'mail.* -> web.*': 'ask' }, () => false);
    const get = 'await tools.web.get({}).catch((error) => error.code)';
    const { value } = await bed.run(`await tools.mail.read({}); return [${get}, ${get}]`);
    assert.deepEqual([value, bed.asked.length, bed.called()], [['denied', 'denied'], 1, ['read']]);
  });

  const both = 'await tools.mail.read({}); await tools.crm.get({});';

  it('is asked about apart from other rules', async () => {
    await using bed = new FlowBed(
      { 'mail.* -> web.*': 'ask', 'crm.* -> web.*': 'ask' },
      ({ flow }) => flow?.from.server === 'mail',
    );
    await bed.run(
      `${both} await tools.web.get({}).catch(() => undefined); await tools.web.get({}).catch(() => undefined)`,
    );
    assert.deepEqual(
      bed.asked.map(({ flow }) => flow?.from.path),
      ['tools.mail.read', 'tools.crm.get'],
    );
    assert.deepEqual(bed.called(), ['read', 'get']);
  });

  it('is not asked about where another rule denies the call', async () => {
    await using bed = new FlowBed({ 'mail.* -> web.*': 'ask', 'crm.* -> web.*': 'deny' });
    const error = onlyError(await bed.run(`${both} await tools.web.get({})`));
    assert.match(error.message, /tools\.crm\.get has answered in this run \(call 2\)/);
    assert.equal(bed.asked.length, 0);
  });

  it('holds in a dry run', async () => {
    await using bed = new FlowBed({ 'mail.* -> web.*': 'ask' });
    const outcome = await bed.run('await tools.mail.read({}); await tools.web.get({})', { dryRun: true });
    assert.deepEqual([outcome.dryRun, bed.asked.length, bed.called()], ['requested', 1, ['read', 'get']]);
  });

  it('names the saved script in which a tool answered', async () => {
    await using bed = new FlowBed(rule);
    const error = onlyError(await bed.run('await tools.scripts.readMail({}); await tools.web.get({})'));
    assert.match(error.message, /tools\.mail\.read has answered in tools\.scripts\.readMail \(call 1\)/);
  });
});
