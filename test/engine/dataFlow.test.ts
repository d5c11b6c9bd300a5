// Rules about the flow of data, seen from scripts: what is asked for, what is denied, and what the model learns of it.
import assert from 'node:assert/strict';
import type { Approver, CallToApprove } from '../../src/engine/approval.ts';
import { allowingWrites } from '../../src/engine/approval.ts';
import type { ExecuteRequest } from '../../src/engine/executeRequest.ts';
import type { RunJournal } from '../../src/engine/runJournal.ts';
import type { AuditEntry } from '../../src/runs/audit/auditEntry.ts';
import { AuditJournal } from '../../src/runs/audit/auditJournal.ts';
import type { FlowRule } from '../../src/engine/flow/flowRules.ts';
import { InMemorySource, structuredResult, textResult } from '../fakes/inMemorySource.ts';
import { receipt } from '../../src/engine/formatting/receipt.ts';
import { TestEngine } from '../fakes/testEngine.ts';
import { onlyError } from './cityTools.ts';

const secret = 'The merger with Northwind closes on Friday';
const contract = 'Contract value of Jonathan Harker is secret';
const lines = Array.from({ length: 250 }, (_, number) => `newsletter paragraph number ${number} abcdefghijk`);

describe('rules about the flow of data', () => {
  let asked: CallToApprove[];
  let calls: InMemorySource['calls'];

  const run = async (
    code: string,
    rules: Readonly<Record<string, FlowRule['action']>>,
    allows: (call: CallToApprove) => boolean = () => true,
    request: Partial<ExecuteRequest> = {},
    journal?: RunJournal,
  ) => {
    asked = [];
    const source = new InMemorySource({
      mail: [
        { name: 'read', answer: () => structuredResult({ body: secret }) },
        { name: 'list', answer: () => structuredResult({ lines }) },
        { name: 'fail', answer: () => ({ ...textResult(secret), isError: true }) },
        { name: 'failAtLength', answer: () => ({ ...textResult(`${'No such folder. '.repeat(200)}${secret}`), isError: true }) },
      ],
      crm: [{ name: 'get', answer: () => structuredResult({ contract }) }],
      web: [{ name: 'get' }, { name: 'post', annotations: { readOnlyHint: false } }],
    });
    calls = source.calls;
    const flowRules = Object.entries(rules).map(([pattern, action]) => ({ pattern, action, setting: 'codeMode.dataFlow' }));
    const approver: Approver = {
      approveRun: () => Promise.resolve({ granted: true, by: 'user' }),
      approveCall: (call) => {
        asked.push(call);
        return Promise.resolve(
          allows(call) ? { granted: true, by: 'user' } : { granted: false, why: 'refused', reason: 'The user refused to allow the call.' },
        );
      },
      askInFlight: () => Promise.reject(new Error('nothing is in flight')),
    };
    await using test = new TestEngine([source], { flowRules, ...(journal && { journal }) });
    return await test.run(code, { ...request, approver: allowingWrites(approver) });
  };
  const called = () => calls.map(({ tool }) => tool);
  /** From which tool, in which argument, each question was about. */
  const askedFor = () => asked.map(({ flow }) => [flow?.from.path, flow?.argument]);
  const no = () => false;
  const pass =
    'const { body } = await tools.mail.read({}); await tools.web.get({ url: `https://example.com/?q=${encodeURIComponent(body)}` })';

  it('deny the call, and tell the model where the value is from, not what it is', async () => {
    const error = onlyError(await run(pass, { 'mail.* -> web.*': 'deny' }));
    assert.equal(error.code, 'denied');
    assert.match(error.message, /tools\.web\.get was not called\. Its argument url has a value that tools\.mail\.read answered; "mail/);
    assert.doesNotMatch(JSON.stringify(error), /merger/);
    assert.deepEqual(called(), ['read']);
  });

  it('have the name of no argument in the audit log, which the script may have made up', async () => {
    const entries: AuditEntry[] = [];
    const chain = { add: (entry: AuditEntry) => void entries.push(entry), written: () => Promise.resolve(undefined) };
    const where = { folder: '', user: '', host: '', version: '' };
    const audit = new AuditJournal({ mode: () => Promise.resolve('on'), chain, ...where });
    const journal: RunJournal = { begin: (start) => audit.begin(start, 'run-1', () => undefined) };
    const made = 'const { body } = await tools.mail.read({}); await tools.web.get({ ["planted-" + body.length]: body })';
    const error = onlyError(await run(made, { 'mail.* -> web.*': 'deny' }, no, {}, journal));
    assert.match(error.message, /argument planted-\d+/);
    await audit.dispose();
    const denied = entries.find((entry) => entry.t === 'decision' && !entry.allowed);
    assert.match(JSON.stringify(denied), /"Its input has a value that tools\.mail\.read answered; \\"mail/);
    assert.doesNotMatch(JSON.stringify(entries), /planted/);
  });

  it('keep the value from the receipt that the model gets, and show it to the user', async () => {
    for (const action of ['deny', 'ask'] as const) {
      const outcome = await run(pass, { 'mail.* -> web.*': action }, no);
      const [forModel, forUser] = (['model', 'user'] as const).map((reader) => receipt(outcome.calls, { reader }).join('\n'));
      assert.match(forModel ?? '', /^ +tools\.web\.get$/m);
      assert.doesNotMatch(forModel ?? '', /merger/);
      assert.match(forUser ?? '', /tools\.web\.get\(.*merger/);
    }
  });

  it('let the script handle it', async () => {
    const { value } = await run(`try { ${pass} } catch (e) { return [e.code, e.tool] }`, { '* -> web.*': 'deny' });
    assert.deepEqual(value, ['denied', 'get']);
  });

  it('ask with the value, also where writes are allowed, and once for a pair of tools', async () => {
    const code = 'const { body } = await tools.mail.read({}); for (const n of [1, 2]) await tools.web.post({ n, body })';
    assert.equal((await run(code, { 'mail.* -> web.*': 'ask' })).ok, true);
    assert.deepEqual(
      asked.map(({ tool, flow }) => [tool.path, flow?.from.path, flow?.argument, flow?.text]),
      [['tools.web.post', 'tools.mail.read', 'body', secret]],
    );
    assert.deepEqual(called(), ['read', 'post', 'post']);
  });

  it('do not make the call after a no', async () => {
    const error = onlyError(await run(pass, { 'mail.* -> web.*': 'ask' }, no));
    assert.equal(error.code, 'denied');
    assert.deepEqual(called(), ['read']);
  });

  const both = 'const { body } = await tools.mail.read({}); const { contract } = await tools.crm.get({});';

  it('ask for each pair of tools of which a call has values', async () => {
    const outcome = await run(`${both} await tools.web.post({ a: body, b: contract })`, { '* -> web.*': 'ask' });
    assert.equal(outcome.ok, true);
    assert.deepEqual(askedFor(), [
      ['tools.mail.read', 'a'],
      ['tools.crm.get', 'b'],
    ]);
    assert.deepEqual(called(), ['read', 'get', 'post']);
  });

  it('ask for the value of another tool that stands beside one that was allowed', async () => {
    await run(`${both} for (const b of [1, contract]) await tools.web.post({ a: body, b })`, { '* -> web.*': 'ask' });
    assert.deepEqual(askedFor(), [
      ['tools.mail.read', 'a'],
      ['tools.crm.get', 'b'],
    ]);
    assert.deepEqual(called(), ['read', 'get', 'post', 'post']);
  });

  it('do not make the call where one of several pairs is refused, and ask for none of them again', async () => {
    const post = 'await tools.web.post({ a: body, b: contract }).catch(() => undefined);';
    const ofMail = ({ flow }: CallToApprove) => flow?.from.server === 'mail';
    await run(`${both} ${post} ${post} await tools.web.post({ a: body })`, { '* -> web.*': 'ask' }, ofMail);
    assert.deepEqual(askedFor(), [
      ['tools.mail.read', 'a'],
      ['tools.crm.get', 'b'],
    ]);
    assert.deepEqual(called(), ['read', 'get', 'post']);
  });

  it('ask for nothing where another value of the call was refused before', async () => {
    const ofMail = ({ flow }: CallToApprove) => flow?.from.server === 'mail';
    const first = 'await tools.web.post({ b: contract }).catch(() => undefined);';
    const error = onlyError(await run(`${both} ${first} await tools.web.post({ a: body, b: contract })`, { '* -> web.*': 'ask' }, ofMail));
    assert.deepEqual([error.code, askedFor()], ['denied', [['tools.crm.get', 'b']]]);
  });

  it('ask for nothing where another value of the call is denied', async () => {
    const rules = { 'mail.* -> web.*': 'ask', 'crm.* -> web.*': 'deny' } as const;
    const error = onlyError(await run(`${both} await tools.web.post({ a: body, b: contract })`, rules));
    assert.match(error.message, /Its argument b has a value that tools\.crm\.get answered/);
    assert.deepEqual([askedFor(), called()], [[], ['read', 'get']]);
  });

  it('deny a value that stands behind hundreds of another tool', async () => {
    const code = `const { lines } = await tools.mail.list({}); const { contract } = await tools.crm.get({});
      await tools.web.post({ a: lines, b: contract })`;
    const error = onlyError(await run(code, { 'mail.* -> web.*': 'ask', 'crm.* -> web.*': 'deny' }));
    assert.match(error.message, /Its argument b has a value that tools\.crm\.get answered/);
    assert.deepEqual([askedFor(), called()], [[], ['list', 'get']]);
  });

  it('ask for each pair in a dry run, too', async () => {
    const outcome = await run(`${both} await tools.web.get({ a: body, b: contract })`, { '* -> web.*': 'ask' }, undefined, {
      dryRun: true,
    });
    assert.deepEqual([outcome.dryRun, askedFor().length, called()], ['requested', 2, ['read', 'get', 'get']]);
  });

  it('watch what a tool says of its failure, and whole results', async () => {
    const failed = 'try { await tools.mail.fail({}) } catch (e) { await tools.web.get({ q: e.content[0].text }) }';
    assert.equal(onlyError(await run(failed, { 'mail.* -> web.*': 'deny' })).code, 'denied');
    const raw = 'const all = await tools.mail.read.raw({}); await tools.web.get({ all })';
    assert.equal(onlyError(await run(raw, { 'mail.* -> web.*': 'deny' })).code, 'denied');
  });

  it('watch what a failure has beyond its message', async () => {
    const code = 'try { await tools.mail.failAtLength({}) } catch (e) { await tools.web.get({ q: e.content[0].text.slice(-40) }) }';
    assert.equal(onlyError(await run(code, { 'mail.* -> web.*': 'deny' })).code, 'denied');
    assert.deepEqual(called(), ['failAtLength']);
  });

  it('leave alone what no rule names, and what the script says itself', async () => {
    assert.equal((await run(pass, { 'web.* -> mail.*': 'deny' })).ok, true);
    const own = `await tools.mail.read({}); await tools.web.get({ q: ${JSON.stringify(secret)} })`;
    assert.equal((await run(own, { '* -> *': 'deny' })).ok, true);
  });
});
