import assert from 'node:assert/strict';
import { currentFlowRules, FlowRules, readFlowRules } from '../../../../src/engine/flow/flowRules.ts';
import { namedTool } from '../../../fakes/namedTool.ts';

const [read, post] = [namedTool('mail.read'), namedTool('web.post')];

async function actionOf(...levels: readonly unknown[]) {
  const rules = levels.flatMap((level) => readFlowRules(level, 'test').rules);
  return (await new FlowRules(rules).between(read, post))?.action;
}

describe('rules about the flow of data', () => {
  it('are off by default', () => {
    assert.ok(new FlowRules(readFlowRules(undefined, 'test').rules).isEmpty);
    assert.ok(new FlowRules(readFlowRules({}, 'test').rules).isEmpty);
  });

  it('name pairs of tools, by any of their names', async () => {
    assert.equal(await actionOf({ 'mail.* -> web.*': 'ask' }), 'ask');
    assert.equal(await actionOf({ 'mail.read->web.p*': 'deny' }), 'deny');
    assert.equal(await actionOf({ 'web.* -> mail.*': 'deny' }), undefined);
  });

  it('hold between tools of different servers alone', async () => {
    const rules = new FlowRules(readFlowRules({ '* -> *': 'deny' }, 'test').rules);
    assert.equal(await rules.between(read, namedTool('mail.send')), undefined);
  });

  it('can only be made stricter by another level', async () => {
    const [ask, deny] = [{ 'mail.* -> web.*': 'ask' }, { '* -> web.post': 'deny' }];
    for (const levels of [
      [ask, deny],
      [deny, ask],
    ])
      assert.equal(await actionOf(...levels), 'deny');
  });

  for (const [what, value] of Object.entries({
    'a list': ['mail.* -> web.*'],
    'a text': 'deny',
    'an action that there is not': { 'mail.* -> web.*': 'allow' },
    'no pair': { 'mail.*': 'deny' },
    'half a pair': { 'mail.* -> ': 'deny' },
    'no globs': { 'mail.[ -> web.[': 'deny' },
  })) {
    it(`deny and say so for ${what}`, async () => {
      assert.equal(await actionOf(value), 'deny');
      assert.equal(readFlowRules(value, 'test').problems.length, 1);
    });
  }

  it('are warned of once, for as long as they are wrong', () => {
    const warned: string[] = [];
    let value: unknown = 'deny';
    const rules = currentFlowRules(
      () => [readFlowRules(value, 'test')],
      (line) => warned.push(line),
    );
    rules();
    rules();
    value = {};
    rules();
    assert.equal(warned.length, 1);
  });
});
