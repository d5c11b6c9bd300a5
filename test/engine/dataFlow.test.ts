// Rules about the flow of data, seen from scripts: what is asked for, what is denied, and what the model learns of it.
import assert from 'node:assert/strict';
import type { Approver, CallToApprove } from '../../src/engine/approval.ts';
import { allowingWrites } from '../../src/engine/approval.ts';
import type { RunJournal } from '../../src/engine/runJournal.ts';
import type { AuditEntry } from '../../src/runs/audit/auditEntry.ts';
import { AuditJournal } from '../../src/runs/audit/auditJournal.ts';
import type { FlowAction } from '../../src/engine/flow/flowRules.ts';
import { InMemorySource, structuredResult, textResult } from '../fakes/inMemorySource.ts';
import { receipt } from '../../src/engine/formatting/receipt.ts';
import { TestEngine } from '../fakes/testEngine.ts';
import { onlyError } from './cityTools.ts';

const secret = 'The merger with Northwind closes on Friday';

describe('rules about the flow of data', () => {
  let asked: CallToApprove[];
  let calls: InMemorySource['calls'];

  const run = async (code: string, rules: Readonly<Record<string, FlowAction>>, granted = true, journal?: RunJournal) => {
    asked = [];
    const source = new InMemorySource({
      mail: [
        { name: 'read', answer: () => structuredResult({ body: secret }) },
        { name: 'fail', answer: () => ({ ...textResult(secret), isError: true }) },
        { name: 'failAtLength', answer: () => ({ ...textResult(`${'No such folder. '.repeat(200)}${secret}`), isError: true }) },
      ],
      web: [{ name: 'get' }, { name: 'post', annotations: {} }],
    });
    calls = source.calls;
    const flowRules = Object.entries(rules).map(([pattern, action]) => ({ pattern, action, setting: 'codeMode.dataFlow' }));
    const approver: Approver = {
      approveRun: () => Promise.resolve({ granted: true, by: 'user' }),
      approveCall: (call) => {
        asked.push(call);
        return Promise.resolve(
          granted ? { granted, by: 'user' } : { granted, why: 'refused', reason: 'The user refused to allow the call.' },
        );
      },
      askInFlight: () => Promise.reject(new Error('nothing is in flight')),
    };
    await using test = new TestEngine([source], { flowRules, ...(journal && { journal }) });
    return await test.run(code, { approver: allowingWrites(approver) });
  };
  const called = () => calls.map(({ tool }) => tool);
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
    const error = onlyError(await run(made, { 'mail.* -> web.*': 'deny' }, true, journal));
    assert.match(error.message, /argument planted-\d+/);
    await audit.dispose();
    const denied = entries.find((entry) => entry.t === 'decision' && !entry.allowed);
    assert.match(JSON.stringify(denied), /"Its input has a value that tools\.mail\.read answered; \\"mail/);
    assert.doesNotMatch(JSON.stringify(entries), /planted/);
  });

  it('keep the value from the receipt that the model gets, and show it to the user', async () => {
    for (const [action, granted] of [
      ['deny', true],
      ['ask', false],
    ] as const) {
      const outcome = await run(pass, { 'mail.* -> web.*': action }, granted);
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
    const error = onlyError(await run(pass, { 'mail.* -> web.*': 'ask' }, false));
    assert.equal(error.code, 'denied');
    assert.deepEqual(called(), ['read']);
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
