import assert from 'node:assert/strict';
import { argumentReads } from '../../../../src/checker/scopeAnalysis/argumentReads.ts';

/**
 * Returns the names of the arguments that the code reads: `*` for a use that may read any, `name?` for an argument that
 * the code does not require.
 */
function readsOf(code: string): readonly string[] {
  const { names, isWhole } = argumentReads(code);
  return [
    ...names.map(({ name, isOptional }) => (isOptional ? `${name}?` : name)),
    ...(isWhole ? ['*'] : []),
  ];
}

const cases: Readonly<Record<string, readonly (readonly [code: string, ...reads: readonly string[]])[]>> = {
  'are its members, by name': [
    ['return codemode.args.a + codemode.args["b"] + codemode?.args?.c', 'a', 'b', 'c'],
    ['return globalThis.codemode.args.a + this.codemode.args.b', 'a', 'b'],
    ['return codemode.args.a.b.c', 'a'],
    ['return (codemode.args as { a: string }).a + (codemode.args ?? {}).b', 'a', 'b'],
  ],
  'are optional where the code has something in their place': [
    [
      'return [codemode.args.a ?? 1, codemode.args.b || 2, codemode.args.c && 3, codemode.args.d?.e]',
      'a?',
      'b?',
      'c',
      'd?',
    ],
    ['const { a, b = 2 } = codemode.args;', 'a', 'b?'],
    ['return [codemode.args.a, codemode.args.a ?? 1]', 'a?'],
  ],
  'are those of variables that hold them': [
    ['const { a, ...others } = codemode.args; return others.b', 'a', 'b'],
    ['const { args: given } = codemode; const api = codemode; return given.a + api.args.b', 'a', 'b'],
    ['const { codemode: { args: { a } } } = globalThis; return a', 'a'],
  ],
  'are those of the parameter that is called with them': [
    ['export default async function main({ a, b = 1 } = {}) { return a; }', 'a', 'b?'],
    ['export default (input) => input.a', 'a'],
    ['async function main(input) { return input.a; }', 'a'],
    ['async function main(input) { return input.a; }\nreturn main(codemode.args)', 'a'],
    [
      'const again = (given, n) => n > 0 ? again(given, n - 1) : given.a;\nreturn again(codemode.args, 3)',
      'a',
    ],
  ],
  'are none of what has nothing to do with them': [
    ['async function main(input) { return input.a; }\nreturn main({ a: 1 })'],
    ['const codemode = { args: { a: 1 } }; return codemode.args.a'],
    ['return [codemode.store, other.args.a, typeof codemode.args]'],
  ],
  'may be any where they are followed no further': [
    ['return codemode.args', '*'],
    ['return [codemode.args.a, JSON.stringify(codemode.args)]', 'a', '*'],
    ['return codemode.args[name]', '*'],
    ['let given = codemode.args; given = {}; return given.a', '*'],
    ['return codemode.args["not a name"]', '*'],
    ['use(codemode)', '*'],
    ['async function main(...input) { return input[0].a; }\nreturn main(codemode.args)', '*'],
    ['this is no code', '*'],
  ],
};

describe('the arguments that a script reads', () => {
  for (const [what, codes] of Object.entries(cases))
    it(what, () => {
      for (const [code, ...reads] of codes) assert.deepEqual(readsOf(code), reads, code);
    });
});
