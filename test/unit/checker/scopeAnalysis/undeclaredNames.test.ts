import assert from 'node:assert/strict';
import { absentGlobals, sandboxGlobals } from '../../../../src/checker/scopeAnalysis/sandboxGlobals.ts';
import { placeOf, problemOf, problemsOf, scriptOf } from '../prepared.ts';

const declared: readonly (readonly [what: string, code: string])[] = [
  ['var, let and const', 'var a = 1; let b = a; const c = b; return c'],
  ['functions before their declaration', 'return f(); function f() { return g() } function g() { return 1 }'],
  ['var before its declaration, from an inner block', 'x = 1; if (x) { var x = 2 }'],
  ['a variable used by a function above it', 'const f = () => later; const later = 1; return f()'],
  ['parameters', 'const f = (a, { b, c: [d], ...e }, [g = a] = [], ...h) => [a, b, d, e, g, h]; return f'],
  ['parameter defaults that use parameters', 'const f = (a, b = a) => b; return f'],
  [
    'destructuring',
    'const { a, b: { c }, ["d"]: d = a, ...e } = {}, [f, , ...g] = []; return [a, c, d, e, f, g]',
  ],
  ['assignment to a pattern', 'let a, b; ({ a, x: b } = {}); [a, b = a] = []; return a'],
  ['catch', 'try { f() } catch (e) { return e } finally { } function f() { }'],
  ['catch with a pattern', 'try { } catch ({ message }) { return message }'],
  [
    'loops',
    'for (let i = 0; i < 1; i++) { } for (const x of [1]) { f(x) } for (const k in {}) f(k); function f(y) { return y }',
  ],
  ['labels', 'outer: for (const x of [1]) { continue outer }'],
  [
    'properties',
    'const o = { a: 1, b() { }, get c() { return 1 }, ["d"]: 2 }; return o.a + o?.b + o.unknown.deeper',
  ],
  ['shorthand properties', 'const a = 1; return { a }'],
  [
    'classes',
    'class A { #p = 1; static q = 2; m(x) { return this.#p + x } } class B extends A { constructor() { super() } } return B',
  ],
  [
    'named function and class expressions',
    'const f = function g() { return g }, c = class D { m() { return D } }; return [f, c]',
  ],
  ['arguments inside of a function', 'function f() { return (() => arguments[0])() } return f'],
  ['static blocks', 'class A { static { const x = 1; this.y = x } } return A'],
  ['typeof', 'return typeof process === "undefined" && typeof fetch'],
  ['enums', 'enum E { A, B = A } return E.B'],
  ['everything the sandbox has', `return [${[...sandboxGlobals].join(', ')}]`],
];

const undeclared: readonly (readonly [what: string, code: string, place: string])[] = [
  ['a name', 'return 1 + missing', '1:12'],
  ['a block variable outside of its block', 'if (true) { const inner = 1 }\nreturn inner', '2:8'],
  ['a loop variable outside of its loop', 'for (const item of [1]) { }\nreturn item', '2:8'],
  ['a parameter outside of its function', 'const f = (value) => value;\nreturn [f, value]', '2:12'],
  ['a catch variable outside', 'try { } catch (problem) { }\nreturn problem', '2:8'],
  ['the name of a function expression outside', 'const f = function inner() { };\nreturn inner', '2:8'],
  ['a function of an inner block', '{ function deep() { } }\nreturn deep()', '2:8'],
  ['arguments at the top', 'const f = () => arguments;\nreturn f', '1:17'],
  ['a shorthand property', 'return { missing }', '1:10'],
  ['a computed key', 'const { [missing]: a } = {}; return a', '1:10'],
  ['a default value', 'const { a = missing } = {}; return a', '1:13'],
  ['an assigned name', 'const x: number = 1;\ntotal = x;', '2:1'],
  ['a name in a template', 'const x: string = "a"; return `${x}${missing}`', '1:38'],
  ['a name in a class', 'class A<T> { private x: T = missing } return A', '1:29'],
  ['a name behind a type', 'const f = (a: { b: number }, c?: string): number => missing; return f', '1:53'],
  ['a type used as a value', 'interface City { name: string }\nreturn City', '2:8'],
];

describe('names', () => {
  for (const [what, code] of declared) it(`are known: ${what}`, () => assert.ok(scriptOf(code)));

  for (const [what, code, place] of undeclared) {
    it(`are unknown: ${what}`, () => assert.equal(placeOf(problemOf(code)), `unknown_global ${place}`));
  }

  const misspelt: readonly (readonly [code: string, meant: string])[] = [
    ['return Mathh.max(1)', 'Math'],
    ['consol.log(1)', 'console'],
    ['return await tool.geo.getCity()', 'tools'],
    ['return codeMode.args', 'codemode'],
    ['return json.parse("1")', 'JSON'],
    ['return new Pormise(() => 1)', 'Promise'],
    ['const weather = 1; return wether', 'weather'],
    ['function f(temperature: number) { return temprature } return f', 'temperature'],
    ['const results1 = []; return result1', 'results1'],
  ];
  for (const [code, meant] of misspelt) {
    it(`are guessed when misspelt: ${code}`, () =>
      assert.match(problemOf(code).hint ?? '', new RegExp(`Did you mean \`${meant}\`\\?`)));
  }

  it('are not guessed when nothing is near', () => {
    assert.match(problemOf('return geo.getCity()').hint ?? '', /Servers are `tools\.<server>`/);
  });

  for (const name of absentGlobals.keys()) {
    it(`are told what to use instead of ${name}, before the run`, () => {
      const { code, message, hint = '' } = problemOf(`return typeof ${name} + ${name}("x")`);
      assert.equal(code, 'unknown_global');
      assert.equal(message, `\`${name}\` does not exist here.`);
      assert.ok(hint.endsWith(absentGlobals.get(name) ?? '-'), hint);
    });
  }

  const members: readonly (readonly [code: string, place: string])[] = [
    ['const url: string = "x";\nreturn globalThis.fetch(url)', '2:8'],
    ['return new globalThis["WebSocket"]("x")', '1:12'],
  ];
  for (const [code, place] of members) {
    it(`are absent as members of globalThis, too: ${code}`, () =>
      assert.equal(placeOf(problemOf(code)), `unknown_global ${place}`));
  }

  const asked = [
    'return globalThis.fetch?.name ?? "none"',
    'const globalThis = { fetch() { return 1 } }; return globalThis.fetch()',
    'return globalThis.structuredClone(1)',
    'const fetch = (url: string) => tools.web.fetchPage({ url }); return fetch("x")',
    'return "fetch(import(eval(" // require("fs") import(x)',
  ];
  for (const code of asked)
    it(`may be asked for, declared and written about: ${code}`, () => assert.ok(scriptOf(code)));

  it('are all there in this Node, apart from ours', () => {
    const ours = ['tools', 'codemode', 'ToolError'];
    const missing = [...sandboxGlobals].filter((name) => !ours.includes(name) && !(name in globalThis));
    assert.deepEqual(missing, []);
  });

  it('are told once each, at most five, in source order', () => {
    const problems = problemsOf('one1(); two2(); one1(); three3();\nfour4(); five5(); six6()');
    assert.deepEqual(
      problems.map(({ message }) => message.match(/`(.+)`/)?.[1]),
      ['one1', 'two2', 'three3', 'four4', 'five5'],
    );
  });
});
