import assert from 'node:assert/strict';
import { scriptLiterals } from '../../../src/checker/types/scriptLiterals.ts';
import { readSignature } from '../../../src/checker/types/readSignature.ts';
import { nameProblem, parametrised, scriptName } from '../../../src/scripts/parametrised.ts';

const saved = (code: string, title = 'Sums up a month') => parametrised({ code, title, literals: scriptLiterals(code) });

describe('a script that is made of one that ran', () => {
  it('has the literals of its calls and its constants as arguments, the same value once', () => {
    const code = `const city = "Oslo";
const a = await tools.shop.listOrders({ month: 5, filter: { paid: true }, page: n });
const b = await tools.shop["listOrders"].raw({ month: 5, filter: { paid: false } });
return [a, b, "text", 7];
`;
    assert.equal(
      saved(code),
      `/**
 * Sums up a month
 * @param {string} city For example "Oslo".
 * @param {number} month For example 5.
 * @param {boolean} paid For example true.
 * @param {boolean} paid2 For example false.
 */
const city = codemode.args.city;
const a = await tools.shop.listOrders({ month: codemode.args.month, filter: { paid: codemode.args.paid }, page: n });
const b = await tools.shop["listOrders"].raw({ month: codemode.args.month, filter: { paid: codemode.args.paid2 } });
return [a, b, "text", 7];
`,
    );
  });

  it('can be called with them', () => {
    for (const code of ['return await tools.a.b({ n: -3 })', 'async () => { const n = -3; return n }', 'await tools.a.b({ n: -3 })']) {
      const reading = readSignature(saved(code));
      const properties = reading.ok ? reading.signature.input['properties'] : undefined;
      assert.deepEqual(properties, { n: { type: 'number', description: 'For example -3.' } }, code);
    }
  });

  it('is not ended by what its title or values say', () => {
    const text = saved('await tools.a.b({ path: "*/ evil() /*" })', 'a */ b\n@param {number} z');
    assert.equal(text.split('*/').length, 2);
    const reading = readSignature(text);
    assert.deepEqual(Object.keys((reading.ok && reading.signature.input['properties']) || {}), ['path']);
  });

  it('has a name that a file and a tool can have', () => {
    assert.deepEqual(
      [scriptName('Compare the weather!'), scriptName('5 things'), scriptName('…'), scriptName('Con')],
      ['compareTheWeather', 'script5Things', 'script', 'scriptcon'],
    );
    assert.deepEqual(['a-b', 'weekly_Report'].map(nameProblem), [undefined, undefined]);
    for (const name of ['', '../x', 'a/b', '.x', 'a b', 'x'.repeat(81), 'con', 'LPT1']) assert.ok(nameProblem(name), name);
  });
});
