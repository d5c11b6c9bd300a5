import assert from 'node:assert/strict';
import type { CallCount } from '../../../../src/checker/checkedScript.ts';
import { growth, proportionalTenfold } from '../../../fakes/growth.ts';
import { scriptOf } from '../prepared.ts';

/** The number of calls at each place that names `tools.a.b`; `?` if the code does not tell. */
const counts: readonly (readonly [what: string, code: string, times: readonly (CallCount | '?')[]])[] = [
  ['a statement', 'await tools.a.b()', [1]],
  ['raw', 'await tools.a.b.raw({})', [1]],
  ['optional chaining', 'await tools.a?.b?.({})', [1]],
  ['a chain after the call', 'return tools.a.b({}).then((x) => x.y)', [1]],
  ['a branch', 'if (codemode.args.x) await tools.a.b(); else await tools.a.b()', [1, 1]],
  ['an arrow function as the script', 'async () => { await tools.a.b() }', [1]],
  ['main', 'async function main() { await tools.a.b() }', [1]],
  ['main that is called', 'const main = async () => { await tools.a.b() };\nawait main()', [1]],
  ['a module', 'export default async function () { await tools.a.b() }', [1]],
  ['a function called in place', 'await (async () => tools.a.b())()', [1]],
  ['while', 'let n = 0; while (n++ < 2) await tools.a.b()', ['loop']],
  ['do', 'let n = 0; do { await tools.a.b() } while (n++ < 2)', ['loop']],
  ['for', 'for (let i = await tools.a.b(); i < 3; i++) await tools.a.b()', [1, 'loop']],
  ['for of what is not known', 'for (const x of await tools.a.b()) await tools.a.b({ x })', [1, 'loop']],
  ['for of a list', 'for (const x of [1, 2, 3]) await tools.a.b({ x })', [3]],
  [
    'for of a list with a spread',
    'for (const x of [1, ...codemode.args.all]) await tools.a.b({ x })',
    ['loop'],
  ],
  ['for of a constant list', 'const all = [1, 2]; for (const x of all) await tools.a.b({ x })', [2]],
  [
    'for of a list that grows',
    'const all = [1, 2]; all.push(3); for (const x of all) await tools.a.b({ x })',
    ['loop'],
  ],
  ['for in', 'for (const k in codemode.args) await tools.a.b({ k })', ['loop']],
  ['a list in a list', 'for (const x of [1, 2]) for (const y of [1, 2, 3]) await tools.a.b({ x, y })', [6]],
  ['map over a list', 'return Promise.all([1, 2].map((x) => tools.a.b({ x })))', [2]],
  [
    'map over what is not known',
    'return Promise.all(codemode.args.all.map((x) => tools.a.b({ x })))',
    ['loop'],
  ],
  [
    'reduce',
    'return [1, 2].reduce((before, x) => before.then(() => tools.a.b({ x })), Promise.resolve())',
    ['loop'],
  ],
  ['then', 'return Promise.resolve().then(() => tools.a.b())', [1]],
  ['a chain of a call', 'return tools.b.c().catch(() => 1).finally(() => tools.a.b())', [1]],
  ['then of the script', 'const o = { then(f) { f(); f() } }; o.then(() => tools.a.b())', ['?']],
  ['a new Promise', 'return new Promise((done) => tools.a.b().then(done))', [1]],
  ['a timer', 'setInterval(() => tools.a.b(), 10)', ['?']],
  ['a function called twice', 'const f = () => tools.a.b(); await f(); await f()', [2]],
  ['a function called in a loop', 'const f = () => tools.a.b(); for (const x of [1, 2]) await f(x)', [2]],
  ['a function handed to map', 'const f = (x) => tools.a.b({ x }); return [1, 2].map(f)', [2]],
  ['a function handed on', 'const f = () => tools.a.b(); return [1, { f }].map(String)', ['?']],
  [
    'a function that calls itself',
    'const f = async (n) => { await tools.a.b(); if (n) await f(n - 1) }; await f(3)',
    ['?'],
  ],
  [
    'a named function that calls itself',
    'await (async function f(n) { await tools.a.b(); if (n) await f(n - 1) })(3)',
    ['?'],
  ],
  [
    'a module that calls itself',
    'export default async function f(n = {}) { await tools.a.b(); if (n) await f(0) }',
    ['?'],
  ],
  [
    'a Promise of the script',
    'class Promise { constructor(f) { f(); f() } } return new Promise(() => tools.a.b())',
    ['?'],
  ],
  ['a function that is replaced', 'let f = () => tools.a.b(); f = f ?? 1; return f()', ['?']],
  ['a generator', 'function* f() { yield tools.a.b() } return [...f()]', ['?']],
  ['a method', 'const o = { f() { return tools.a.b() } }; return o.f()', ['?']],
  ['a class', 'class C { x = tools.a.b() } return new C().x', ['?']],
  ['a name for the tool', 'const { b } = tools.a; await b(); await b()', [0, 1, 1]],
  ['a tool that is bound', 'const f = tools.a.b.bind(null, {}); await f(); await f()', ['?']],
  ['a tool named call', 'await tools.b.call({}); await tools.a.b()', [1]],
  ['a method by a computed name', 'await tools.a.b[codemode.args.how]({})', ['?']],
  ['a tool handed on', 'return [1, 2].map(tools.a.b)', ['?']],
];

const spelled: readonly (readonly [what: string, code: string, given: string | undefined])[] = [
  ['nothing of what its line shows', 'await tools.a.b({ path: "a.txt" })', undefined],
  [
    'several lines',
    'await tools.a.b({\n  path: "a.txt",\n  n: -1,\n  all: [1, { x: true }],\n})',
    'path: "a.txt", n: -1, all: [1, { x: true }]',
  ],
  [
    'what is computed as left open',
    'const x = f();\nfunction f() { return 1 }\nawait tools.a.b({\n  path: "a.txt",\n  x,\n})',
    'path: "a.txt", x: …',
  ],
  ['a constant', 'const path = "a.txt"; await tools.a.b({ path })', 'path: "a.txt"'],
  ['no variable that changes', 'let path = "a.txt"; path += "x"; await tools.a.b({ path })', undefined],
  ['a constant object', 'const input = { path: "a.txt" }; await tools.a.b(input)', 'path: "a.txt"'],
  [
    'no object that is changed',
    'const input = { path: "a.txt" }; input.path = "b.txt"; await tools.a.b(input)',
    undefined,
  ],
  ['no list that is changed', 'const all = ["a"]; all.push("b"); await tools.a.b({ all })', undefined],
  [
    'nothing that a spread may replace',
    'await tools.a.b({\n  path: "a.txt",\n  ...codemode.args,\n  n: 1,\n})',
    'path: …, …, n: 1',
  ],
  [
    'nothing that a computed name may replace',
    'const k = f();\nfunction f() { return "path" }\nawait tools.a.b({\n  path: "a.txt",\n  [k]: 2,\n})',
    undefined,
  ],
  [
    'nothing of what is the object of a method',
    'await tools.a.b.call({\n  path: "a.txt",\n}, {})',
    undefined,
  ],
  ['no template that is filled in', 'await tools.a.b({\n  path: `${codemode.args.x}.txt`,\n})', undefined],
];

describe('how often a call is made', () => {
  for (const [what, code, times] of counts) {
    it(`in ${what}: ${JSON.stringify(code)}`, () => {
      const named = scriptOf(code).references.filter(({ tool }) => tool === 'b');
      assert.deepEqual(
        named.map((reference) => reference.times ?? '?'),
        times,
      );
    });
  }
});

describe('the arguments that a script spells out', () => {
  for (const [what, code, given] of spelled) {
    it(`are ${what}`, () =>
      assert.equal(scriptOf(code).references.find(({ tool }) => tool === 'b')?.arguments, given));
  }

  it('are bounded, each and together', () => {
    const long = JSON.stringify('x'.repeat(5_000));
    const texts = scriptOf(
      `const text = ${long};\n${'await tools.a.b({ text });\n'.repeat(500)}`,
    ).references.map((each) => each.arguments ?? '');
    assert.ok(Math.max(...texts.map(({ length }) => length)) <= 310);
    assert.ok(texts.join('').length < 21_000);
  });

  it('take time in proportion to the code', async () => {
    const reading = (calls: number) => {
      const script = `const all = {${'a: [1],'.repeat(calls)}};\n${'await tools.a.b(all);\n'.repeat(calls)}`;
      return () => scriptOf(script);
    };
    assert.ok((await growth(reading, 60, 10)) < proportionalTenfold);
  });
});
