import assert from 'node:assert/strict';
import { placeOf, problemOf } from '../prepared.ts';

interface Row {
  readonly code: string;
  readonly place: string;
  readonly message: RegExp;
  readonly hint?: RegExp;
}

const table: readonly Row[] = [
  // The position of an unexpected token, and its text
  { code: 'const x = 1;\nconst y = 2 3;', place: '2:13', message: /Unexpected `3`; expected `;`/ },
  { code: 'const x = { a: 1 b: 2 }', place: '1:18', message: /Unexpected `b`; expected `,`/ },
  { code: 'const x = tools..geo', place: '1:18', message: /Unexpected `geo`|Unexpected `\.`/ },
  { code: 'const x: = 5', place: '1:10', message: /Unexpected `=`/ },
  { code: 'const f = (x: string |): number => 1', place: '1:23', message: /Unexpected `\)`/ },
  {
    code: 'interface A { a: number }\nconst x: A = { a: 1 };\nconst y: = 2;',
    place: '3:10',
    message: /Unexpected `=`/,
  },
  { code: 'const x: number = 1;\nconst y: string = x +;', place: '2:22', message: /Unexpected `;`/ },
  { code: 'const a: Array<{ b: string }> = []; const c = ]', place: '1:47', message: /Unexpected `]`/ },
  {
    code: 'const x: number = 1; let x: string = "a";',
    place: '1:26',
    message: /`x` is declared twice/,
    hint: /Rename/,
  },
  { code: 'const x: number = 1; 1 = x as number;', place: '1:22', message: /assigned to/ },
  { code: 'for (const x of [1] as number[]) { } break;', place: '1:38', message: /`break` outside a loop/ },
  { code: 'const x;', place: '1:8', message: /Unexpected `;`/, hint: /needs a value/ },
  { code: 'return new.target', place: '1:8', message: /new\.target/ },
  { code: 'return class x.city', place: '1:15', message: /Unexpected `\.`/ },
  { code: 'const let = 1', place: '1:7', message: /`let` is a reserved word/ },
  { code: 'return /(/', place: '1:9', message: /Unterminated group/ },

  // Constructs that are never closed
  {
    code: 'if (true) {\n  return 1\n',
    place: '1:11',
    message: /`\{` of line 1, column 11, is closed/,
    hint: /whole script/,
  },
  { code: 'const x: number[] = [1,\n2', place: '1:21', message: /`\[` of line 1, column 21/ },
  { code: 'return Math.max(1, 2', place: '1:16', message: /`\(` of line 1, column 16/ },
  { code: 'const s = "abc;\nreturn s', place: '1:11', message: /Unclosed string/, hint: /backticks/ },
  { code: 'const s = `abc;\nreturn s', place: '1:12', message: /Unclosed template/, hint: /backtick/ },
  { code: 'return 1 /* abc', place: '1:10', message: /Unclosed comment/, hint: /\*\// },
  { code: 'return 1 +', place: '1:11', message: /incomplete/, hint: /whole script/ },

  // Brackets that close nothing
  { code: 'return Math.max(1))', place: '1:19', message: /Unexpected `\)`/, hint: /Remove it/ },
  {
    code: 'const x = [1, (2];',
    place: '1:17',
    message: /Unexpected `]`/,
    hint: /`\(` of line 1, column 15, is still open/,
  },
  { code: 'const x = { a: };', place: '1:16', message: /Unexpected `}`/, hint: /is missing/ },

  // Frequent mistakes
  {
    code: 'const list: number[] = [1];\nlist.map(x => await x)',
    place: '2:15',
    message: /not async/,
    hint: /Promise\.all/,
  },
  {
    code: 'function f(x: number) { return await x }\nreturn f(1)',
    place: '1:32',
    message: /not async/,
    hint: /async/,
  },
  { code: 'return <div>hi</div>', place: '1:17', message: /./, hint: /JSX/ },
  { code: 'def main():\n  return 1', place: '1:5', message: /Unexpected `main`/, hint: /Python/ },
  { code: 'const x = [1]\nfor y in x:\n  y', place: '2:5', message: /Unexpected `y`/, hint: /Python/ },
  { code: 'if x == 1: return', place: '1:4', message: /Unexpected `x`/, hint: /Python/ },
  { code: '# a comment\nreturn 1', place: '1:5', message: /Unexpected `comment`/, hint: /Python/ },
  { code: '# comment\nreturn 1', place: '1:2', message: /Unexpected `#`/, hint: /Python/ },
  { code: 'print "x"', place: '1:7', message: /Unexpected `"`/, hint: /Python/ },
  {
    code: 'Here is the code you need:\nreturn 1',
    place: '1:6',
    message: /Unexpected `is`/,
    hint: /Markdown fence/,
  },
  { code: 'const x = 1;\\nreturn x;', place: '1:22', message: /Unexpected `x`/, hint: /real line breaks/ },
  {
    code: 'const all = [1].map((x) => `<li>${x} &amp;</li>\\n`;',
    place: '1:51',
    message: /Unexpected `;`; expected `,`/,
    hint: /^$/,
  },
  { code: 'return 1;\u200b', place: '1:10', message: /Unexpected `\\u\{200b\}`/ },
  { code: '[1].map(x =&gt; x)', place: '1:12', message: /Unexpected `&`/, hint: /HTML/ },
  { code: 'return \u201chello\u201d', place: '1:8', message: /Unexpected/, hint: /straight quotes/ },
  { code: '@decorated class A {}', place: '1:1', message: /`@`/, hint: /Decorators/ },
  { code: 'return <City>\n  { a: 1 }', place: '1:1', message: /alone/, hint: /beside `return`/ },
];

describe('a syntax error', () => {
  for (const { code, place, message, hint } of table) {
    it(`is told at its place: ${JSON.stringify(code)}`, () => {
      const problem = problemOf(code);
      assert.equal(placeOf(problem), `syntax_error ${place}`);
      assert.match(problem.message, message);
      if (hint) assert.match(problem.hint ?? '', hint);
      assert.equal(problem.sourceLine, code.split('\n')[(problem.position?.line ?? 0) - 1]);
    });
  }

  it('quotes 200 characters of its line around its place', () => {
    const problem = problemOf(`const x = "${'a'.repeat(500)}" 1`);
    assert.equal(problem.sourceLine, `…${'a'.repeat(197)}" 1`);
  });
});
