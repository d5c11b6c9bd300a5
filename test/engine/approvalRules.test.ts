// Tests approval rules from the view of scripts: calls that run without a question, calls that ask, calls that are
// never made.
import assert from 'node:assert/strict';
import { dryRunChosen } from '../../src/engine/consent/approval.ts';
import type { ExecuteRequest } from '../../src/engine/executeRequest.ts';
import { InMemorySource } from '../fakes/inMemorySource.ts';
import { userRules } from '../fakes/noRules.ts';
import { RecordingApprover } from '../fakes/recordingApprover.ts';
import { TestEngine } from '../fakes/testEngine.ts';
import { realServer } from '../mcp/realServer.ts';
import { EngineOverServers } from './engineOverServers.ts';

describe('rules about approvals', () => {
  const source = () =>
    new InMemorySource({
      shop: [
        { name: 'list_orders' },
        { name: 'order', annotations: { readOnlyHint: false } },
        { name: 'cancel', annotations: { destructiveHint: true } },
      ],
    });
  let calls: InMemorySource['calls'];

  const run = async (
    code: string,
    rules: Parameters<typeof userRules>[0],
    request: Partial<ExecuteRequest> = {},
    approver = new RecordingApprover(),
  ) => {
    const tools = source();
    calls = tools.calls;
    await using test = new TestEngine([tools], { rules: userRules(rules) });
    const outcome = await test.run(code, { approver, ...request });
    return { outcome, asked: approver.asked };
  };
  const called = () => calls.map(({ tool }) => tool);

  it('let tools write and destroy unasked', async () => {
    const { asked, outcome } = await run('await tools.shop.order({}); await tools.shop.cancel({})', {
      'shop.*': 'allow',
    });
    assert.deepEqual([outcome.ok, asked, called()], [true, [], ['order', 'cancel']]);
  });

  it('ask for a tool that only reads', async () => {
    const { asked } = await run('return tools.shop.listOrders({})', { 'shop.list_*': 'ask' });
    assert.deepEqual(asked, ['run: tools.shop.listOrders']);
  });

  it('ask for a call that the code does not show, of a tool that only reads', async () => {
    const { asked } = await run('const name = "listOrders"; return tools.shop[name]({})', {
      'shop.list_*': 'ask',
    });
    assert.deepEqual(asked, ['call: tools.shop.listOrders']);
  });

  it('hold in a dry run: what it sends is asked for, and what is denied is not listed', async () => {
    const rules = { 'shop.list_*': 'ask', 'shop.cancel': 'deny' } as const;
    const code = 'await tools.shop.listOrders({}); await tools.shop.order({}); await tools.shop.cancel({})';
    const { asked, outcome } = await run(code, rules, { dryRun: true });
    assert.deepEqual([asked, called()], [['run: tools.shop.listOrders'], ['list_orders']]);
    assert.deepEqual(
      outcome.calls.map(({ state }) => state),
      ['finished', 'dry_run', 'denied'],
    );
  });

  it('ask for each such call after the user chose a dry run, which allows nothing', async () => {
    const approver = new RecordingApprover(dryRunChosen, () => ({ granted: true, by: 'user' }));
    const code = 'await tools.shop.listOrders({}); await tools.shop.order({})';
    await run(code, { 'shop.list_*': 'ask' }, {}, approver);
    assert.deepEqual(
      [approver.calls.map(({ tool }) => tool.path), called()],
      [['tools.shop.listOrders'], ['list_orders']],
    );
  });

  for (const code of [
    'tools.shop.cancel({})',
    'tools.shop[["can", "cel"].join("")]({})',
    'tools.shop["cancel"].raw({})',
  ]) {
    it(`deny ${code} with an error that the script can catch`, async () => {
      const caught = `try { await ${code} } catch (error) { return [error instanceof ToolError, error.code, error.tool] }`;
      const { asked, outcome } = await run(caught, { '*.cancel': 'deny' });
      assert.deepEqual([outcome.value, asked, called()], [[true, 'denied', 'cancel'], [], []]);
      assert.deepEqual(
        outcome.calls.map(({ state }) => state),
        ['denied'],
      );
    });
  }

  it('deny one tool, ask for another, and go on', async () => {
    const code =
      'const [no] = await Promise.allSettled([tools.shop.cancel({})]); await tools.shop.order({}); return no.reason.code';
    const { asked, outcome } = await run(code, { '*.cancel': 'deny' });
    assert.deepEqual([outcome.value, asked, called()], ['denied', ['run: tools.shop.order'], ['order']]);
  });

  it('deny what a server offers beside tools', async () => {
    const rules = userRules({ 'everything.$resources': 'deny' });
    await using test = await EngineOverServers.open({ everything: realServer('everything') }, { rules });
    const code =
      'const [a, b] = await Promise.allSettled([tools.everything.$resources.list(), tools.everything.$prompts.list()]); return [a.reason.code, b.status]';
    assert.deepEqual((await test.run(code)).value, ['denied', 'fulfilled']);
  });

  it('name the rule in the error', async () => {
    const { outcome } = await run('await tools.shop.cancel({})', { '*.cancel': 'deny' });
    assert.match(
      outcome.errors[0]?.message ?? '',
      /tools\.shop\.cancel was not called\. "\*\.cancel" in test denies it\./,
    );
  });
});
