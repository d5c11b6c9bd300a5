import assert from 'node:assert/strict';
import {
  ApprovalRules,
  decide,
  eachRunReason,
  readRules,
  ruleActions,
  type ApprovalRule,
  type Ruling,
} from '../../../../src/engine/consent/approvalRules.ts';
import { needsApproval } from '../../../../src/engine/formatting/effectOf.ts';
import { namedTool } from '../../../fakes/namedTool.ts';
import { userRules } from '../../../fakes/noRules.ts';

/** Kinds of tools by their annotations. */
const kinds = {
  reads: namedTool('shop.list_orders', { readOnlyHint: true }),
  writes: namedTool('shop.list_orders'),
  destroys: namedTool('shop.list_orders', { destructiveHint: true }),
  confirmsItself: { ...namedTool('shop.list_orders'), confirmsItself: true },
} as const;
const said = [undefined, ...ruleActions] as const;
/** From the least strict to the strictest. */
const strictness: readonly Ruling['action'][] = ['allow', 'ask', 'askEachRun', 'deny'];

/**
 * The resulting ruling for the rules of administrator and user; `-` means no rule. Rows: the administrator's rule;
 * columns: the user's. `default` is the ruling of the annotations: `allow` for a tool that only reads or asks by
 * itself, else `ask`.
 */
const table: Readonly<Record<string, Readonly<Record<string, Ruling['action'] | 'default'>>>> = {
  '-': { '-': 'default', allow: 'allow', ask: 'askEachRun', deny: 'deny' },
  allow: { '-': 'allow', allow: 'allow', ask: 'askEachRun', deny: 'deny' },
  ask: { '-': 'askEachRun', allow: 'askEachRun', ask: 'askEachRun', deny: 'deny' },
  deny: { '-': 'deny', allow: 'deny', ask: 'deny', deny: 'deny' },
};
/** The least strict ruling that is possible if a workspace has this rule. */
const floor: Readonly<Record<ApprovalRule['action'], Ruling['action']>> = {
  allow: 'allow',
  ask: 'askEachRun',
  deny: 'deny',
};

const rule = (action: ApprovalRule['action'] | undefined, setting: string): readonly ApprovalRule[] =>
  action === undefined ? [] : [{ pattern: 'shop.*', action, setting }];

describe('approval rules', () => {
  for (const [kind, tool] of Object.entries(kinds)) {
    for (const administrator of said) {
      for (const user of said) {
        for (const workspace of said) {
          it(`of a tool that ${kind}: administrator ${administrator ?? '-'}, user ${user ?? '-'}, workspace ${workspace ?? '-'}`, async () => {
            const rules = new ApprovalRules({
              administrator: rule(administrator, 'administrator'),
              user: rule(user, 'user'),
              workspace: rule(workspace, 'workspace'),
            });
            const byDefault = needsApproval(tool) ? 'ask' : 'allow';
            const cell = table[administrator ?? '-']?.[user ?? '-'];
            const above = cell === 'default' || cell === undefined ? byDefault : cell;
            const least = workspace === undefined ? above : floor[workspace];
            const expected = strictness.indexOf(least) > strictness.indexOf(above) ? least : above;
            const ruling = await rules.of(tool);
            assert.equal(ruling.action, expected);
            // The ruling names no rule exactly if the annotations decide.
            assert.equal(
              ruling.rule === undefined,
              expected === byDefault && administrator === undefined && user === undefined,
            );
          });
        }
      }
    }
  }

  it('names the highest level that says the strictest', () => {
    assert.equal(
      decide({ administrator: 'ask', user: 'ask', workspace: 'ask' }, 'allow').by,
      'administrator',
    );
    assert.equal(
      decide({ administrator: 'allow', user: 'allow', workspace: 'deny' }, 'allow').by,
      'workspace',
    );
  });

  it('show what hides in a pattern, which a workspace may have written', () => {
    const reason = eachRunReason({
      action: 'askEachRun',
      rule: { pattern: 'shop.\u202e*', action: 'ask', setting: 'test' },
    });
    assert.match(reason ?? '', /shop\.\\u\{202e\}\*/);
  });

  it('take the strictest of one level, in any order', async () => {
    const rules = [
      ['github.*', 'ask'],
      ['*.delete_*', 'deny'],
      ['github.delete_*', 'allow'],
    ] as const;
    for (const ordered of [rules, rules.toReversed()]) {
      const { action } = await userRules(Object.fromEntries(ordered)).of(namedTool('github.delete_repo'));
      assert.equal(action, 'deny');
    }
  });

  it('allow no tool of a server whose own name goes on after the dot, and deny it', async () => {
    const tool = { ...namedTool('shop.delete_all'), server: 'shop.list_x', namespace: 'shopListX' };
    const by = async (action: ApprovalRule['action']) =>
      (await userRules({ 'shop.list_*': action }).of(tool)).action;
    assert.deepEqual([await by('allow'), await by('ask'), await by('deny')], ['ask', 'askEachRun', 'deny']);
  });

  it('ask first for whatever may write, whatever they allow, and still deny', async () => {
    const allowing = new ApprovalRules({
      administrator: rule('allow', 'administrator'),
      user: rule('allow', 'user'),
      workspace: [],
    });
    const actions = [];
    for (const tool of Object.values(kinds)) actions.push((await allowing.asksFirst().of(tool)).action);
    assert.deepEqual(actions, ['allow', 'ask', 'ask', 'ask']);
    assert.equal((await userRules({ 'shop.*': 'deny' }).asksFirst().of(kinds.writes)).action, 'deny');
  });

  it('leave a list of exceptions by negation', async () => {
    const rules = userRules({ '!{shop.list_*,github.get_*}': 'deny' });
    const actions = [];
    for (const name of ['shop.list_orders', 'github.get_me', 'github.create_issue'] as const)
      actions.push((await rules.of(namedTool(name))).action);
    assert.deepEqual(actions, ['ask', 'ask', 'deny']);
  });

  it('deny what a server offers beside tools, and never ask for it', async () => {
    const feature = { server: 'shop', namespace: 'shop', name: '$resources', method: '$resources' };
    const denied = await userRules({ 'shop.*': 'deny' }).ofFeature(feature);
    assert.deepEqual([denied.action, denied.rule?.pattern], ['deny', 'shop.*']);
    assert.deepEqual(await userRules({ 'shop.*': 'ask' }).ofFeature(feature), { action: 'allow' });
  });
});

describe('reading approval rules', () => {
  for (const value of [
    null,
    [],
    ['shop.*'],
    'deny',
    1,
    Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`a${n}.*`, 'allow'])),
    { ['a'.repeat(50_001)]: 'allow' },
  ]) {
    it(`denies every tool for ${JSON.stringify(value).slice(0, 40)}`, () => {
      const { rules, problems } = readRules(value, 'a.json');
      assert.deepEqual(rules, [{ pattern: '*', action: 'deny', setting: 'a.json' }]);
      assert.equal(problems.length, 1);
    });
  }

  it('denies by a rule that says neither of the three', () => {
    const { rules, problems } = readRules({ 'shop.*': 'alow' }, 'a.json');
    assert.deepEqual([rules.map(({ action }) => action), problems.length], [['deny'], 1]);
  });

  it('denies more by what is no glob, and allows nothing by it', async () => {
    const { rules } = readRules({ 'shop.list_(': 'deny', 'github.get_(': 'allow' }, 'a.json');
    const ruled = new ApprovalRules({ administrator: [], user: rules, workspace: [] });
    assert.equal((await ruled.of(namedTool('shop.list_orders'))).action, 'deny');
    assert.equal((await ruled.of(namedTool('github.get_me'))).action, 'ask');
  });
});
