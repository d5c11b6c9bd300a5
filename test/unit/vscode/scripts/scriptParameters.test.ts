import assert from 'node:assert/strict';
import { parametersOf } from '../../../../src/vscode/scripts/parametersOf.ts';
import { scriptParameters } from '../../../../src/vscode/scripts/scriptParameters.ts';
import { cpuMs } from '../../../fakes/cpuMs.ts';

describe('what a script wants to be run with', () => {
  it('is what its doc comment says', () => {
    const parameters = scriptParameters(`/**
 * Sums a month.
 * @param {number} month - The month, from 1
 * @param {"csv" | "json"} [format="csv"] How to write it
 * @param args.who
 */
return 1;`);
    assert.deepEqual(parameters, [
      { name: 'month', type: 'number', required: true, description: 'The month, from 1' },
      { name: 'format', type: 'text', choices: ['csv', 'json'], required: false, description: 'How to write it' },
      { name: 'who', type: 'any', required: true },
    ]);
  });

  it('is what it reads of codemode.args', () => {
    const code = 'const { city, unit = "C" } = codemode.args;\nuse(codemode.args.days, codemode.args["note"], codemode.args?.more);';
    assert.deepEqual(
      scriptParameters(code).map(({ name, required }) => [name, required]),
      [
        ['city', true],
        ['unit', false],
        ['days', false],
        ['note', false],
        ['more', false],
      ],
    );
  });

  it('has the types that the script gives it', () => {
    const code = 'const { a } = codemode.args as { a: number; b?: string, c: "x" | "y" };';
    assert.deepEqual(
      scriptParameters(code).map(({ name, type, choices, required }) => [name, choices ?? type, required]),
      [
        ['a', 'number', true],
        ['b', 'text', false],
        ['c', ['x', 'y'], true],
      ],
    );
  });

  it('is nothing of a script that reads none', () => {
    assert.deepEqual(scriptParameters('// @param x\nreturn tools.a.b({});'), []);
  });

  it('is what its main takes, where that takes something', async () => {
    const input = { type: 'object', properties: { month: { type: 'number' } }, required: ['month'] };
    const signature = () => Promise.resolve({ ok: true, signature: { description: '', input } } as const);
    const code =
      '/** @param input What to count */\nexport default async function main(input: { month: number }) {\n  return codemode.args.other;\n}\n';
    assert.deepEqual(await parametersOf(code, signature), [{ name: 'month', type: 'number', required: true }]);
    const none = 'export default async function main() {\n  return codemode.args.other;\n}\n';
    assert.deepEqual(await parametersOf(none, signature), [{ name: 'other', type: 'any', required: false }]);
  });

  it('takes time in proportion to a hostile script', async () => {
    for (const piece of ['/** @param {', '@param [', '{ a', 'codemode.args as {', 'codemode.args.', '/** ', '{{ =', '@param a.b.'])
      assert.ok((await cpuMs(() => scriptParameters(piece.repeat(40_000)))) < 1_000, piece);
  });

  it('takes time in proportion to blanks in a hostile script', async () => {
    const blanks = ' '.repeat(190_000);
    for (const text of [`{ a } =${blanks}x`, `{ a }${blanks}x`, `codemode.args${blanks}x`])
      assert.ok((await cpuMs(() => scriptParameters(text))) < 1_000, text.slice(0, 20));
  });
});
