import assert from 'node:assert/strict';
import {
  parametersOf,
  schemaParameters,
  scriptParameters,
  takesArguments,
} from '../../../../src/vscode/scripts/scriptParameters.ts';
import { growth, proportionalTenfold } from '../../../fakes/growth.ts';

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
      {
        name: 'format',
        type: 'text',
        choices: ['csv', 'json'],
        required: false,
        description: 'How to write it',
      },
      { name: 'who', type: 'any', required: true },
    ]);
  });

  it('is what it reads of codemode.args', () => {
    const code =
      'const { city, unit = "C" } = codemode.args;\nuse(codemode.args.days, codemode.args["note"], codemode.args?.more);';
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
    const none = 'export default async function main() {\n  return codemode.args.other;\n}\n';
    const signature = (code: string) =>
      Promise.resolve({
        ok: true,
        signature: { description: '', input: code === none ? { type: 'object' } : input },
      } as const);
    const code =
      '/** @param input What to count */\nexport default async function main(input: { month: number }) {\n  return codemode.args.other;\n}\n';
    assert.deepEqual(await parametersOf(code, signature), [
      { name: 'month', type: 'number', required: true },
    ]);
    assert.deepEqual(await parametersOf(none, signature), [{ name: 'other', type: 'any', required: false }]);
  });

  it('is what the function takes that is its main or its default export', async () => {
    const input = { type: 'object', properties: { month: { type: 'number' } }, required: ['month'] };
    const signature = () => Promise.resolve({ ok: true, signature: { description: '', input } } as const);
    for (const code of [
      'export default async function (input: { month: number }) {}',
      'export default function report(input: { month: number }) {}',
      'export default async ({ month }: { month: number }) => month;',
      'export default input => input;',
      'export default async function\n  main<T extends object>(input: T) {}',
      'const main = async input => input;',
      'const main = function (input) {};',
      'function main(/* what to (count) */ input) {}',
      'function main(\n  // what to count\n  input: { month: number },\n) {}',
    ]) {
      assert.ok(takesArguments(code), code);
      assert.deepEqual(
        await parametersOf(code, signature),
        [{ name: 'month', type: 'number', required: true }],
        code,
      );
    }
  });

  it('is asked for as a whole where the script takes it whole', () => {
    assert.ok(takesArguments('const a = codemode.args;\nreturn a.month;'));
    for (const code of [
      'return 1;',
      'export default async function main() {\n  return Object.keys(tools);\n}',
      'export default async () => tools;',
      'const main = async () => 1;\nexport default main;',
      'export default async function main(/* nothing */) {}',
    ])
      assert.ok(!takesArguments(code), code);
  });

  const reading = (textOf: (times: number) => string) => (times: number) => {
    const text = textOf(times);
    return () => scriptParameters(text);
  };

  it('takes time in proportion to a hostile script', async () => {
    for (const piece of [
      '/** @param {',
      '@param [',
      '{ a',
      'codemode.args as {',
      'codemode.args.',
      '/** ',
      '{{ =',
      '@param a.b.',
    ])
      assert.ok(
        (await growth(
          reading((times) => piece.repeat(times)),
          1_000,
          10,
        )) < proportionalTenfold,
        piece,
      );
    for (const piece of ['main ', 'export default ', 'main/*', 'main<(', 'export  ', '// '])
      assert.ok(
        (await growth((times) => () => takesArguments(piece.repeat(times)), 1_000, 10)) < proportionalTenfold,
        piece,
      );
  });

  it('takes time in proportion to blanks in a hostile script', async () => {
    for (const before of ['{ a } =', '{ a }', 'codemode.args'])
      assert.ok(
        (await growth(
          reading((times) => `${before}${' '.repeat(times)}x`),
          5_000,
          10,
        )) < proportionalTenfold,
        before,
      );
  });
});

describe('what a script is run with by the schema of its input', () => {
  it('is asked for as the schema says, what is required first', () => {
    const properties = {
      loud: { type: 'boolean' },
      month: { type: 'number', description: 'Of the year' },
      kind: { type: 'string', enum: ['short', 'long'] },
      ids: { type: 'array' },
      other: {},
    };
    assert.deepEqual(schemaParameters({ type: 'object', properties, required: ['month'] }), [
      { name: 'month', type: 'number', description: 'Of the year', required: true },
      { name: 'loud', type: 'flag', required: false },
      { name: 'kind', type: 'text', choices: ['short', 'long'], required: false },
      { name: 'ids', type: 'json', required: false },
      { name: 'other', type: 'any', required: false },
    ]);
  });

  it('is nothing where the schema names nothing', () => {
    assert.deepEqual(schemaParameters({ type: 'object' }), []);
  });
});
