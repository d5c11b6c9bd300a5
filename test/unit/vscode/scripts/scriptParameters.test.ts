import assert from 'node:assert/strict';
import { readSignature } from '../../../../src/checker/types/readSignature.ts';
import { scriptDraft } from '../../../../src/checker/types/scriptDraft.ts';
import {
  parametersOf,
  schemaParameters,
  takesArguments,
} from '../../../../src/vscode/scripts/scriptParameters.ts';
import { growth, proportionalTenfold } from '../../../fakes/growth.ts';

const scripts = {
  signature: (code: string) => Promise.resolve(readSignature(code)),
  draft: (code: string) => Promise.resolve(scriptDraft(code)),
};

/** Returns the parameters in one word each: `name: type`, with `?` if the parameter may be left out. */
async function parametersIn(code: string): Promise<readonly string[]> {
  const parameters = await parametersOf(code, scripts);
  return parameters.map(
    ({ name, type, choices, required }) =>
      `${name}${required ? '' : '?'}: ${choices === undefined ? type : choices.map(String).join('|')}`,
  );
}

describe('what a script wants to be run with', () => {
  it('is what its doc comment says', async () => {
    const code = `/**
 * Sums a month.
 * @param {number} month - The month, from 1
 * @param {"csv" | "json"} [format="csv"] How to write it
 * @param args.who
 */
return 1;`;
    assert.deepEqual(await parametersOf(code, scripts), [
      { name: 'month', type: 'number', required: true, description: 'The month, from 1' },
      { name: 'who', type: 'any', required: true },
      {
        name: 'format',
        type: 'text',
        choices: ['csv', 'json'],
        required: false,
        description: 'How to write it',
      },
    ]);
  });

  for (const [what, code, ...expected] of [
    [
      'what it reads of codemode.args',
      'const { city, unit = "C" } = codemode.args;\nuse(codemode.args.days, codemode.args["note"] ?? 1, codemode.args?.more);',
      'city?: any',
      'unit?: any',
      'days?: any',
      'note?: any',
      'more?: any',
    ],
    [
      'what it casts codemode.args to',
      'const { a } = codemode.args as { a: number; b?: string, c: "x" | "y" };\nreturn a;',
      'a: number',
      'c: x|y',
      'b?: text',
    ],
    [
      'what its main takes, and what it reads besides',
      'export default async function main(input: { month: number }) {\n  return codemode.args.other ?? 1;\n}\n',
      'month: number',
      'other?: any',
    ],
    [
      'of the type that another place gives what its doc comment names',
      '/** @param a The first */\nreturn (codemode.args as { a?: number }).a;',
      'a: number',
    ],
    ['nothing of a script that reads none', '// @param x\nreturn tools.a.b({});'],
    ['nothing that is known of code that cannot be read', 'return codemode.args.a +'],
  ] as const)
    it(`is ${what}`, async () => assert.deepEqual(await parametersIn(code), expected));

  it('is what the function takes that is its main or its default export', () => {
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
    ])
      assert.ok(takesArguments(code), code);
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

  it('takes time in proportion to a hostile script', async () => {
    for (const piece of ['main ', 'export default ', 'main/*', 'main<(', 'export  ', '// '])
      assert.ok(
        (await growth((times) => () => takesArguments(piece.repeat(times)), 1_000, 10)) < proportionalTenfold,
        piece,
      );
  });

  it('is looked for behind the first thousand names, since a hostile script may have a million', () => {
    const after = (names: number) => `${'main;'.repeat(names)} function main(city) {}`;
    assert.deepEqual(
      [999, 1_000].map((names) => takesArguments(after(names))),
      [true, false],
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
