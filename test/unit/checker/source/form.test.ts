import assert from 'node:assert/strict';
import { problemOf, placeOf, resultOf, scriptOf, valueOfBody } from '../prepared.ts';

const forms: readonly (readonly [name: string, code: string, result: unknown])[] = [
  ['statements with a top-level return', 'const x = 1;\nreturn x + 1;', 2],
  ['statements with a top-level await', 'const x = await tools.geo.getCity();\nreturn [x];', ['geo.getCity']],
  ['a return inside a block', 'if (true) { return 1 }\nreturn 2', 1],
  ['statements without a return', 'let x = 1;\nx += 1;', undefined],
  ['statements that end with an expression', 'const x = 1;\nx', undefined],
  ['one expression', '1 + 1', 2],
  ['one expression with a semicolon', '1 + 1;', 2],
  ['one expression between comments', '// one\n1 + 1 // two\n/* three */', 2],
  ['one expression, its semicolon after a comment', '1 // one\n;', 1],
  ['one awaited expression', 'await tools.geo.getCity()', 'geo.getCity'],
  ['one expression that is a promise', 'tools.geo.getCity()', 'geo.getCity'],
  ['one sequence in parentheses', '(1, 2)', 2],
  ['one string', '"use strict"', 'use strict'],
  ['an object literal', '{ a: 1, b: await tools.geo.getCity() }', { a: 1, b: 'geo.getCity' }],
  ['an object literal with a semicolon and types', '{ a: 1 as number, "b": [2] };', { a: 1, b: [2] }],
  ['an object literal after a comment', '// the answer\n{ answer: 42 }', { answer: 42 }],
  ['an empty object literal', '{}', {}],
  ['a block', '{ const x = 3; return x }', 3],
  ['an async arrow function', 'async () => { return await tools.geo.getCity() }', 'geo.getCity'],
  ['an arrow function with an expression', '() => 7', 7],
  ['an arrow function in parentheses', '(async () => 7);', 7],
  ['an arrow function with types', 'async (): Promise<number> => { return 7 }', 7],
  ['a function expression without a name', 'async function () { return 7 }', 7],
  ['a function expression without a name, with a semicolon', 'function (): number { return 7 };', 7],
  ['a call of a function in place', '(async () => { return 7 })()', 7],
  ['one function declaration of any name', 'async function run(): Promise<number> { return 7 }', 7],
  ['one constant that is a function', 'export const run = async (): Promise<number> => 7;', 7],
  ['a directive before one expression', '"use strict";\nawait tools.geo.getCity()', 'geo.getCity'],
  ['a directive before one function', "'use strict'\nasync () => 7", 7],
  ['one exported function', 'export async function run() { return 7 }', 7],
  ['a function named main', 'const x = 6;\nasync function main() { return x + 1 }', 7],
  ['main before what it uses', 'function main() { return x + 1 }\nconst x = 6;', 7],
  ['main as an arrow function', 'const x = 6;\nconst main = async () => x + 1;', 7],
  ['main that calls itself', 'let n = 2;\nfunction main(): number { return n-- > 0 ? main() : 7 }', 7],
  ['main that is exported', 'export const x = 6;\nexport async function main() { return x + 1 }', 7],
  ['main with a default parameter', 'const x = 6; function main(y = 1) { return x + y }', 7],
  ['a last call of main', 'async function main() { return 7 }\nmain();', 7],
  ['a last call of main before the function', 'main()\nasync function main() { return 7 }', 7],
  ['a last awaited call of main', 'const main = async () => 7;\nawait main()', 7],
  [
    'a last call of main with a handler',
    'async function main() { return 7 }\nmain().catch((e) => { throw e });',
    7,
  ],
  ['a last call of main, void', 'async function main() { return 7 }\nvoid main();', 7],
  ['a last call of a function in place', 'const x = 6;\n(async () => { return x + 1 })();', 7],
  [
    'main whose result the script uses itself',
    'async function main() { return 6 }\nconst x = await main();\nreturn x + 1;',
    7,
  ],
  ['a return before main is called', 'if (true) return 1;\nfunction main() { return 2 }', 1],
  ['export default of a function', 'export default async function () { return 7 }', 7],
  ['export default of a named function', 'export default async function run() { return 7 }', 7],
  ['export default of an arrow function', 'export default async () => 7;', 7],
  [
    'export default of an arrow function without a semicolon',
    'export default async () => {\n  return 7\n}',
    7,
  ],
  ['export default of a value', 'export default [1, 2]', [1, 2]],
  ['export default of a value in parentheses', 'export default (1, 2)\n', 2],
  ['export default of a promise', 'export default tools.geo.getCity()', 'geo.getCity'],
  ['export default of a function by name', 'const run = async () => 7;\nexport default run;', 7],
  ['export default before what it uses', 'export default () => x + 1;\nconst x = 6;', 7],
  ['export default in a list', 'const run = () => 7;\nexport { run as default };', 7],
  ['export default with comments between', 'export /* 1 */ default /* 2\n */ 7', 7],
  [
    'other exports',
    'export type X = number;\nexport const x: X = 6;\nexport { x as y };\nexport default x + 1',
    7,
  ],
  [
    'a list of exports after a line without a semicolon',
    'const log = [];\nconst a = 7\nexport { a }\n(() => log.push(a))()\nreturn log',
    [7],
  ],
  ['a script that uses the name $main', 'const $main = 6;\nexport default $main + 1', 7],
  ['a type import', 'import type { City } from "./tools";\nconst x: City = 7;\nreturn x', 7],
  ['a script with a hashbang', '#!/usr/bin/env code-mode\nreturn 7', 7],
  ['an enum', 'enum Unit { C, F = 7 }\nreturn [Unit.F, Unit[0]]', [7, 'C']],
  [
    'parameter properties',
    'class P { constructor(private x: number) {} get() { return this.x } }\nreturn new P(7).get()',
    7,
  ],
  ['Windows line breaks', 'const x = `a\r\nb`;\r\nreturn x.length', 3],
];

describe('the form of a script', () => {
  for (const [name, code, result] of forms) {
    it(`understands ${name}`, async () => {
      assert.deepEqual(await resultOf(code), result);
    });
  }

  it('keeps every line of the code on its line', () => {
    for (const [name, code] of forms) {
      const { source, body } = scriptOf(code);
      const names = (text: string) =>
        text
          .split('\n')
          .map((line) => [...line.matchAll(/\b(?:tools|getCity|x|run|return x)\b/g)].map(String));
      const lines = source.split('\n').length;
      for (const [index, line] of names(body).slice(0, lines).entries()) {
        const inSource = names(source)[index] ?? [];
        if (index < lines - 1)
          assert.ok(
            line.every((word) => inSource.includes(word)),
            `${name}: line ${index + 1}`,
          );
      }
    }
  });

  for (const code of [
    'async function main(input: { month: number }) { return input.month }',
    'const main = ({ month }: { month: number }) => month; const y = 1;',
    'const run = (x) => x.month; export default run;',
    'export default async function report({ month }: { month?: number } = {}) { return month }',
  ]) {
    it(`gives the arguments to the one parameter of main or the default export: ${code}`, async () => {
      assert.equal(await valueOfBody(scriptOf(code).body, { codemode: { args: { month: 5 } } }), 5);
    });
  }

  it('does not call a main that the script calls', async () => {
    const code =
      'const calls: number[] = [];\nfunction main() { calls.push(1) }\nmain();\nawait 0;\nreturn calls.length;';
    assert.equal(await resultOf(code), 1);
  });

  it('does not call a function that is not main', async () => {
    assert.equal(await resultOf('const x = 1;\nfunction other() { throw new Error() }'), undefined);
  });

  for (const code of [
    'async function main(tools) { return 1 }',
    'export default async ({ tools }) => 1',
    '(args) => 1',
    'const main = (x, y) => x; const z = 1;',
    'async function run(x) { return x }',
  ]) {
    it(`refuses a function that would be called without its argument: ${code}`, () => {
      const problem = problemOf(code);
      assert.equal(problem.code, 'forbidden_syntax');
      assert.match(problem.hint ?? '', /codemode\.args/);
    });
  }

  for (const code of [
    '',
    ' \n\t\n',
    '// nothing\n/* here */',
    ';;',
    '```ts\n```',
    '```\n\n```',
    '``````',
    'type X = number;',
    'export {}',
    '#!/bin/x',
  ]) {
    it(`finds nothing to run in ${JSON.stringify(code)}`, () => {
      const problem = problemOf(code);
      assert.equal(placeOf(problem), 'empty_code');
      assert.match(problem.hint ?? '', /tools\.geo\.getCity/);
    });
  }
});
