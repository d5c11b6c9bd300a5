import assert from 'node:assert/strict';
import type {
  ReturnedValue,
  ScriptLocations,
  SourcePosition,
} from '../../../../src/checker/checkedScript.ts';
import { scriptOf } from '../prepared.ts';

const at = ({ line, column }: SourcePosition) => `${line}:${column}`;

/** `2:8` of any value, `2:8{a 2:10}` of a literal with the parts that are no constants. */
function shown({ position, parts }: ReturnedValue): string {
  return at(position) + (parts ? `{${parts.map(([key, part]) => `${key} ${shown(part)}`).join(', ')}}` : '');
}

function returns(code: string): string[] {
  return scriptOf(code).locations.returns.map(shown);
}

function places(list: Exclude<keyof ScriptLocations, 'returns'>, code: string): string[] {
  return scriptOf(code).locations[list].map(at);
}

type Table = readonly (readonly [what: string, code: string, expected: readonly string[]])[];

describe('the places of a script', () => {
  const returned: Table = [
    ['a value', 'const a: number = f();\nreturn a;\nfunction f() { return 1 }', ['2:8']],
    ['an expression that is the script', 'tools.geo.getCity({})', ['1:1']],
    ['nothing, where only constants are returned', 'if (codemode.args.a) return 1; return `a`', []],
    [
      'no return of an inner function',
      'const f = () => { return Symbol() };\nreturn [1].map(function () { return f })',
      ['2:8'],
    ],
    ['no return of a method', 'class A { m() { return Symbol() } }\nreturn new A()', ['2:8']],
    ['each of several', 'if (codemode.args.a) {\n  return a;\n}\nreturn b; var a, b', ['2:10', '4:8']],
    ['both ways of a condition', 'return codemode.args.a\n  ? f\n  : g; var f, g', ['2:5', '3:5']],
    [
      'the parts of an object, without constants',
      'return { a: 1, b: f, "c d": { e: g } }; var f, g',
      ['1:8{b 1:19, c d 1:29{e 1:34}}'],
    ],
    ['the parts of an array', 'return [1, f, [g]]; var f, g', ['1:8{1 1:12, 2 1:15{0 1:16}}']],
    ['methods and getters', 'return { a() {}, get b() { return 1 } }', ['1:8{a 1:10, b 1:22}']],
    ['any part of an object that is spread', 'return { a: 1, ...f }; var f', ['1:8']],
    ['any part of an object with computed keys', 'return { [f]: 1 }; var f', ['1:8']],
    ['any part of an object that decides about its JSON', 'return { toJSON() { return f } }; var f', ['1:8']],
    ['any part of an object with another prototype', 'return { __proto__: f }; var f', ['1:8']],
    ['the returns of main', 'async function main() {\n  return f;\n}\nvar f;\nawait main();', ['2:10']],
    [
      'the returns of a function that is called',
      'const load = async () => {\n  return f;\n};\nvar f;\nreturn load();',
      ['2:10'],
    ],
    [
      'a main that catches',
      'async function main() {\n  return f;\n}\nvar f, g;\nmain().catch((error) => {\n  return g;\n});',
      ['2:10', '6:10'],
    ],
    [
      'a main whose handler is not known',
      'async function main() { return f }\nvar f;\nmain().catch(f)',
      ['3:1'],
    ],
    [
      'a function that calls itself',
      'function f(n: number): any {\n  return n > 1 ? f(n - 1) : g;\n}\nvar g;\nreturn f(5);',
      ['2:29'],
    ],
    ['a call of what may have changed', 'let f = () => Symbol();\nf = () => Symbol();\nreturn f();', ['3:8']],
    ['a call of a generator', 'function* f() { return f }\nreturn f();', ['2:8']],
    ['a function that is the script', 'async () => {\n  return f\n}; var f', []],
    ['a default export that is a function', 'export default async () => ({ a: () => 1 });', ['1:29{a 1:34}']],
    ['a default export that is an object', 'export default {\n  a() {},\n};', ['1:16{a 2:3}']],
    ['a default export that is computed', 'const f = () => () => 1;\nexport default f;', ['1:17']],
  ];
  for (const [what, code, expected] of returned)
    it(`tell of returns: ${what}`, () => assert.deepEqual(returns(code), expected));

  const thrown: Table = [
    ['a value', 'throw 1', ['1:1']],
    ['no error', 'throw new Error("a"); throw new TypeError("b"); throw new ToolError("c")', []],
    ['no error of a class of the script', 'class A extends Error {} class B extends A {} throw new B()', []],
    [
      'an error, where the script writes over stacks',
      'class A extends Error {\n  constructor() { super("a"); this.stack = "" }\n}\nthrow new A()',
      ['4:1'],
    ],
    [
      'what was caught, where the script writes over stacks',
      'try { f() } catch (e) {\n  e.stack = "";\n  throw e;\n}\nvar f',
      ['3:3'],
    ],
    ['an instance of a class that is none', 'class A {}\nthrow new A()', ['2:1']],
    [
      'an instance of a class that extends itself, which fails',
      'class A extends A {}\nthrow new A()',
      ['2:1'],
    ],
    ['nothing that was caught', 'try { f() } catch (e) { throw e } function f() {}', []],
    [
      'what a catch variable was made',
      'try { f() } catch (e) {\n  e = 1;\n  throw e } function f() {}',
      ['3:3'],
    ],
    [
      'the reject of a promise that has another name',
      'const P = Promise;\nawait new P((yes, no) =>\n  no(1))',
      ['3:3'],
    ],
    [
      'the reject of a promise made by a named function',
      'const work = (yes, no) => {\n  no(1) };\nawait new Promise(work)',
      ['2:3'],
    ],
    ['the reject of a new promise', 'await new Promise((yes, no) =>\n  setTimeout(no, 1))', ['2:14']],
    ['Promise.reject', 'await Promise.reject(1)', ['1:15']],
    [
      'nothing, where a reject is kept to be called elsewhere',
      'const o: any = {};\nnew Promise((yes, no) => { o.fail = no });\no.fail(1); throw 1',
      [],
    ],
    [
      'nothing, where a reject is given to a function of the script',
      'new Promise((yes, no) => later(no));\nfunction later(f) { f(1) }',
      [],
    ],
    [
      'a promise with resolvers',
      'const { promise, reject: no } = Promise.withResolvers();\nno(1); await promise',
      ['2:1'],
    ],
    ['an abort with a reason', 'const c = new AbortController();\nc.abort("why")', ['2:3']],
    ['a generator', 'const g = (function* () { yield 1 })();\ng.throw(1)', ['2:3']],
    ['no word in text', 'return "throw 1" // throw 2', []],
  ];
  for (const [what, code, expected] of thrown)
    it(`tell of throws: ${what}`, () => assert.deepEqual(places('throws', code), expected));

  const waited: Table = [
    ['an await', 'await new Promise(() => 1)', ['1:1']],
    [
      'no await of a tool',
      'await tools.geo.getCity({}); await codemode.store.keys(); await tools.geo["x"].raw({})',
      [],
    ],
    ['no await of data', 'const a = [1]; await a; await { a }; await 1', []],
    [
      'the inside of a function of the script',
      'const f = async () => {\n  await p;\n};\nawait f(); var p',
      ['2:3'],
    ],
    [
      'what a function of the script returns',
      'async function f() {\n  return p;\n}\nawait f(); var p',
      ['2:10'],
    ],
    ['what an arrow of the script gives', 'const f = async () =>\n  p;\nawait f(); var p', ['2:3']],
    ['Promise.all of calls of tools', 'await Promise.all([tools.a.b({}), tools.c.d({})])', []],
    ['Promise.all over a list', 'await Promise.all([1].map(async (n) => {\n  await p;\n})); var p', ['2:3']],
    [
      'Promise.all over a list of unknown promises',
      'await Promise.all([1].map((n) => {\n  return p;\n})); var p',
      ['1:1'],
    ],
    ['Promise.race, which may have nothing to wait for', 'await Promise.race([])', ['1:1']],
    ['what follows on a call', 'await tools.a.b({}).then(f); var f', ['1:1']],
    ['a loop that awaits', 'for await (const x of p) {} var p', ['1:1']],
    [
      'everything where the script makes objects that can be awaited',
      'const a = { then() {} };\nawait a;\nawait tools.a.b({})',
      ['2:1', '3:1'],
    ],
    [
      'a method of the script that is named like one of an array',
      'class Queue { join() { return new Promise(() => 1) } }\nawait new Queue().join();\nawait [1].join()',
      ['2:1', '3:1'],
    ],
    [
      'a member of an object that is named like one of an array',
      'const o = { join: p }; var p;\nawait o.join()',
      ['2:1'],
    ],
    ['a member that is given a name of an array', 'var o, p;\no.join = p;\nawait o.join()', ['3:1']],
    [
      'no await of a list where a name of an array is only read',
      'const { join } = o; var o;\nawait [1].join()',
      [],
    ],
    ['what is returned', 'return p; var p', ['1:8']],
    ['no list that is returned', 'const a = [1]; return a.map((n) => n)', []],
    ['constants that are defined by each other', 'const a = b; const b = a; await a', ['1:27']],
  ];
  for (const [what, code, expected] of waited)
    it(`tell of waits: ${what}`, () => assert.deepEqual(places('waits', code), expected));

  it('tell of timers', () => {
    const code = 'setTimeout(f, 1);\nsetInterval(f, 1);\nAbortSignal.timeout(1);\nfunction f() {}';
    assert.deepEqual(places('timers', code), ['1:1', '2:1', '3:1']);
  });

  it('are no timers where the script has a setTimeout of its own', () => {
    assert.deepEqual(places('timers', 'const setTimeout = (f: unknown) => f; setTimeout(1)'), []);
  });
});

describe('the places of a very large literal', () => {
  it('are the literal alone, whose parts are not told apart', () => {
    const [value] = scriptOf(`return [${'[a],'.repeat(20_000)}]; var a`).locations.returns;
    assert.deepEqual(value, { position: { line: 1, column: 8 } });
  });

  it('are its parts as far as ten thousand of them reach', () => {
    const [value] = scriptOf(`return [${'[a],'.repeat(9_000)}]; var a`).locations.returns;
    const nested = value?.parts?.filter(([, { parts }]) => parts !== undefined);
    assert.deepEqual([value?.parts?.length, nested?.length], [9_000, 1_000]);
  });
});
