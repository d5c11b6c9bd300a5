import assert from 'node:assert/strict';
import 'ses';
import { placeOf, problemOf, scriptOf, valueOfBody } from './prepared.ts';

/** Harmless scripts whose text SES refuses. The original and the rewritten script must give the same result. */
const harmless: readonly (readonly [name: string, code: string])[] = [
  ['import in a string', 'return "import(x)"'],
  ['import in a string, with a space', "return 'dynamic import (x) and import /* y */'"],
  ['import in a string behind a backslash', "return 'a\\import(x)\\\\import(x)\\nimport(x)'"],
  ['import behind three dots', 'return "...import(x) and .import(x)"'],
  ['eval in a string', 'return "eval(x) and \\eval (x)"'],
  ['HTML comments in a string', 'return "<!-- a --> <!--> \\<!-- --\\> --->"'],
  ['a property name', 'return { "import(": 1, "eval(": 2, "<!--": 3 }'],
  ['a template', 'const x = 1; return `import(${x}) eval(${"eval("}) <!--${x}-->`'],
  ['a template that nests', 'return `a ${`import( ${"-->"} eval(`} <!--`'],
  ['String.raw', 'return String.raw`\\d import(x) \\u eval(y) <!-- --> \\import(z)`'],
  [
    'a regular expression',
    'return "import(a) eval(b) <!--c-->".replace(/import\\(|eval(\\(b)|<!--|-->/g, "x$1")',
  ],
  ['a regular expression with look-behind', 'return "a1 b1".replace(/(?<!--)1/g, "x")'],
  ['a regular expression with classes', 'return "-->!<".replace(/[<!--][^-->]*/gu, "x")'],
  ['a line comment', '// import("x") eval(y) <!-- -->\nreturn 1'],
  ['a line comment that ends with import', 'const f = () => 1\nconst x = 1; // import\n(f)()\nreturn x'],
  ['a block comment', '/* import("x")\n eval(y) <!-- --> */ return 1'],
  ['the arrow that counts down', 'let n = 3; let s = ""; while (n --> 0) s += n; return s'],
  ['a method named import', 'return { import(x) { return x }, eval(x) { return x + 1 } }.import(1)'],
  ['a method called after a space', 'const o = { eval: (x) => x }; return o . eval(2)'],
  [
    'a name that ends with import',
    'const $import = (x) => x, $eval = (x) => x; return [$import(1), $eval (2)]',
  ],
  [
    'a private method',
    'class A { #import(x) { return x } get() { return this.#import(1) } } return new A().get()',
  ],
  ['an expression', '"<!--" + `-->`'],
  ['an object', '{ a: "import(", b: [`eval(`] }'],
  ['types before it on the line', 'const a = "x", b = "import(" ; return a + b'],
  ['many at once', `return [${'"import(", `eval(`, /-->/.test("-->"), '.repeat(50)}]`],
];

async function inCompartment(body: string): Promise<unknown> {
  const run: unknown = new Compartment().evaluate(`(async () => {${body}\n})`);
  assert.ok(typeof run === 'function');
  const value: unknown = await Reflect.apply(run, undefined, []);
  return value;
}

describe('text that SES refuses', () => {
  for (const [name, code] of harmless) {
    it(`means the same when rewritten: ${name}`, async () => {
      const { body, source } = scriptOf(code);
      const original = /^(?:["{])/.test(code) ? `return (${code})` : code;
      const expected: unknown = await valueOfBody(original);
      assert.deepEqual(await valueOfBody(body), expected);
      assert.deepEqual(JSON.parse(JSON.stringify(await inCompartment(body))), expected);
      assert.ok(body.split('\n').length - source.split('\n').length <= 1);
    });

    it(`would be refused as it was written: ${name}`, async () => {
      await assert.rejects(async () => inCompartment(code), /SES_/);
    });
  }

  it('is parted where it is operators, as a module reads them', async () => {
    const { body } = scriptOf('let x = 1; const less = 0<!--x; return [less, x]');
    assert.deepEqual(await inCompartment(body), [true, 0]);
  });

  it('does not move what follows out of reach', () => {
    const code = 'const s: string = "import("; const after: number = 1; return after + s.length';
    const script = scriptOf(code);
    const offset = script.body.indexOf('after');
    assert.deepEqual(script.toSource({ line: 1, column: offset + 1 }), {
      line: 1,
      column: code.indexOf('after') + 1,
    });
  });

  it('is refused in a template whose tag could tell', () => {
    const problem = problemOf('const tag = (s: TemplateStringsArray) => s.raw[0];\nreturn tag`an import(x)`');
    assert.equal(placeOf(problem), 'forbidden_syntax 2:15');
    assert.match(problem.message, /`import` in a tagged template/);
    assert.match(problem.hint ?? '', /\$\{"im" \+ "port"\}/);
  });

  it('is refused under a String.raw that is not the real one', () => {
    const code =
      'const String = { raw: (s: TemplateStringsArray) => s.length };\nreturn String.raw`import(x)`';
    assert.equal(placeOf(problemOf(code)), 'forbidden_syntax 2:19');
  });

  it('is blanked where it would rename the script in stacks', async () => {
    const { body } = scriptOf('return 1 //# sourceURL=other.js\n/*@ sourceMappingURL=x.map */');
    assert.doesNotMatch(body, /[#@]\s*source/);
    assert.equal(await valueOfBody(body), 1);
  });
});
