import assert from 'node:assert/strict';
import { argumentsOf, parameterField, scriptParameters } from '../../../../src/vscode/scratch/scriptParameters.ts';
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
      { name: 'format', type: ['csv', 'json'], required: false, description: 'How to write it' },
      { name: 'who', type: 'json', required: true },
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
      scriptParameters(code).map(({ name, type, required }) => [name, type, required]),
      [
        ['a', 'number', true],
        ['b', 'string', false],
        ['c', ['x', 'y'], true],
      ],
    );
  });

  it('is nothing of a script that reads none', () => {
    assert.deepEqual(scriptParameters('// @param x\nreturn tools.a.b({});'), []);
  });

  it('becomes fields of a form', () => {
    const kinds = (['string', 'number', 'boolean', 'json', ['a', 'b']] as const).map(
      (type) => parameterField({ name: 'x', type, required: true }).kind,
    );
    assert.deepEqual(kinds, ['text', 'number', 'flag', 'text', 'choice']);
  });

  it('becomes arguments, JSON where that was typed', () => {
    const parameters = [
      { name: 'list', type: 'json', required: true },
      { name: 'word', type: 'json', required: true },
      { name: 'text', type: 'string', required: true },
      { name: 'none', type: 'json', required: false },
    ] as const;
    const typed = new Map([...Object.entries({ list: '[1]', word: 'hello', text: '5' })]);
    assert.deepEqual(argumentsOf(parameters, typed), { list: [1], word: 'hello', text: '5' });
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
