import assert from 'node:assert/strict';
import { scriptOf } from '../prepared.ts';

describe('an integer of a script beyond 2^53', () => {
  const exact: readonly (readonly [what: string, code: string, body: RegExp])[] = [
    ['an argument of a call', 'return tools.s.get({ id: 725653563933458433 })', /id: 725653563933458433n/],
    [
      'an item of a list',
      'return tools.s.get({ ids: [725653563933458433, 1] })',
      /\[725653563933458433n, 1\]/,
    ],
    ['the value of a variable', 'const id = 725653563933458433; return id', /id = 725653563933458433n;/],
    ['one side of a comparison', 'return codemode.args.id === 725653563933458433', /=== 725653563933458433n/],
    ['negative', 'return [-725653563933458433]', /\[-725653563933458433n\]/],
    ['written with separators', 'return [725_653_563_933_458_433]', /\[725_653_563_933_458_433n\]/],
    ['an argument of a method', 'return [1].includes(725653563933458433)', /includes\(725653563933458433n\)/],
    ['the script', '725653563933458433', /725653563933458433n\s*\)/],
    ['a default', 'const { id = 725653563933458433 } = codemode.args; return id', /id = 725653563933458433n/],
  ];
  for (const [what, code, body] of exact)
    it(`keeps its digits as ${what}`, () => assert.match(scriptOf(code).body, body));

  const plain: readonly (readonly [what: string, code: string])[] = [
    ['in arithmetic', 'return codemode.args.n % 725653563933458433'],
    ['in a change of a variable', 'let a = 1; a += 725653563933458433; return a'],
    ['as an argument of Math', 'return Math.min(725653563933458433, 1)'],
    ['as the name of a member', 'return { 725653563933458433: 1 }'],
    ['with a fraction', 'return [725653563933458433.5, 1e21]'],
    ['as an object', 'return 725653563933458433..toFixed()'],
  ];
  for (const [what, code] of plain)
    it(`stays a number ${what}`, () => assert.doesNotMatch(scriptOf(code).body, /\dn\b/));

  it('is a number where it is no larger', () =>
    assert.doesNotMatch(scriptOf('return [9007199254740991]').body, /\dn\b/));
});
