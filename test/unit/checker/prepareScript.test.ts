import assert from 'node:assert/strict';
import { defaultLimits } from '../../../src/sandbox/host/sandboxPort.ts';
import { everyTest } from '../../fakes/everyTest.ts';
import { placeOf, problemOf, problemsOf, scriptOf } from './prepared.ts';

/** The first makes a script of nearly the greatest size. */
const depth = everyTest ? 200_000 : 20_000;
const fillerCharacters = everyTest ? 900_000 : 90_000;

describe('preparing a script', () => {
  it('gives a script that is JavaScript already as it is', () => {
    const code = 'const { city } = await tools.geo.getCity();\nreturn { city };';
    const { source, body } = scriptOf(code);
    assert.deepEqual([source, body], [code, code]);
  });

  it('maps the columns of a wrapped expression', () => {
    const script = scriptOf('await tools.geo.getCity()');
    assert.equal(script.body, 'return (await tools.geo.getCity())');
    assert.deepEqual(script.toSource({ line: 1, column: 'return (await tools'.length - 4 }), {
      line: 1,
      column: 7,
    });
    assert.deepEqual(script.toSource({ line: 1, column: 3 }), { line: 1, column: 1 });
  });

  it('takes code of the greatest length', () => {
    const code = `return "${'x'.repeat(defaultLimits.codeBytes - 9)}"`;
    assert.equal(Buffer.byteLength(code), defaultLimits.codeBytes);
    assert.ok(scriptOf(code));
  });

  for (const [what, code] of [
    ['parentheses', '('.repeat(depth)],
    ['blocks', '{'.repeat(depth)],
    ['a sum', `return ${'1+'.repeat(depth)}1`],
    ['types', `type X = ${'{a:'.repeat(depth)}`],
    ['templates', '`${'.repeat(depth)],
    ['member accesses', `const a = 1; return a${'.b'.repeat(depth)}`],
    ['functions', '() => '.repeat(depth / 2)],
  ] as const) {
    it(`refuses what is nested too deeply: ${what}`, () =>
      assert.match(problemOf(code).message, /nested too deeply/));
  }

  it('reads a script that is nearly all blanks or comments', () => {
    for (const filler of [' ', '\n', '/* */', '// x\n', '\t//\n']) {
      assert.ok(scriptOf(`${filler.repeat(fillerCharacters / filler.length)}return 1`));
    }
  }).timeout(300_000);

  it('tells problems of different kinds together, in source order', () => {
    assert.deepEqual(
      problemsOf('const a: number = missing;\nconst b = await import("x");\nfetch(a, b);').map(placeOf),
      ['unknown_global 1:19', 'forbidden_syntax 2:17', 'unknown_global 3:1'],
    );
  });

  it('leaves characters beyond the basic plane where they are', () => {
    const problem = problemOf('const s: string = "😀"; return missing');
    assert.equal(placeOf(problem), 'unknown_global 1:32');
  });

  it('keeps a line separator within a string', () => {
    const { source, body } = scriptOf('return "a\u2028b"');
    assert.equal(body, source);
  });
});
