import assert from 'node:assert/strict';
import { stripMarkdownFence } from '../../../../src/checker/source/stripMarkdownFence.ts';
import { placeOf, problemOf } from '../prepared.ts';

const table: readonly (readonly [name: string, text: string, code: string])[] = [
  ['no fence', 'return `a`', 'return `a`'],
  ['a fence', '```\nreturn 1\n```', 'return 1'],
  ['a language', '```typescript\nreturn 1\n```\n', 'return 1'],
  ['attributes after the language', '```ts title="x"\nreturn 1\n```', 'return 1'],
  ['a file name, and a command before', '```bash\nnpm i\n```\n```ts:main.ts\nreturn 1\n```', 'return 1'],
  ['a language in braces', '```{.ts}\nreturn 1\n```\n```\n1\n```', 'return 1'],
  ['prose before and after', 'Sure, here it is:\n\n```ts\nreturn 1\n```\n\nIt returns `1`.', 'return 1'],
  ['a fence that is indented', '  ```js\n  return 1\n  ```', '  return 1'],
  ['a fence that is not closed', '```ts\nreturn 1', 'return 1'],
  ['a fence that closes on the last line', '```ts\nreturn 1```', 'return 1'],
  ['a longer fence', '````ts\nconst x = 1\n````', 'const x = 1'],
  ['a fence on one line', '```return 1```', 'return 1'],
  ['a fence on one line with a language', '```ts return 1```', ' return 1'],
  ['two fences, one of another language', '```json\n{}\n```\n```ts\nreturn 2\n```', 'return 2'],
  ['code, and what it prints', '```ts\nreturn 1\n```\nThis prints:\n```\n1\n```', 'return 1'],
  [
    'a fence in a comment of a script',
    '/*\nAs asked:\n```ts\nreturn 0\n```\n*/\nreturn 1',
    '/*\nAs asked:\n```ts\nreturn 0\n```\n*/\nreturn 1',
  ],
  [
    'a fence in a comment after code',
    'const a = 1; /* so:\n```\nx\n```\n*/\nreturn a',
    'const a = 1; /* so:\n```\nx\n```\n*/\nreturn a',
  ],
  [
    'a fence in a comment within a fence',
    '```ts\n/**\n```js\nx\n```\n*/\nreturn 1\n```',
    '/**\n```js\nx\n```\n*/\nreturn 1',
  ],
  [
    'a fence after prose about files',
    'In src/* and *.ts:\n```ts\nreturn 1\n```\nAll of src/*/a.',
    'return 1',
  ],
  ['tildes', '~~~ts\nreturn 1\n~~~\n', 'return 1'],
  ['tildes after prose', 'Here:\n\n~~~ts\nreturn `a`\n~~~', 'return `a`'],
  ['tildes between prose', 'Here:\n~~~ts\nreturn `~`\n~~~\nDone: it returns `~`.', 'return `~`'],
  ['tildes that are not closed', '~~~\nreturn 1', 'return 1'],
  [
    'tildes in a text of the script',
    'const md = `\n~~~ts\nx\n~~~\n`;\nreturn md',
    'const md = `\n~~~ts\nx\n~~~\n`;\nreturn md',
  ],
  [
    'tildes in a text of a script with another backtick',
    "const q = '`';\nconst md = `\n~~~ts\nx\n~~~\n`;\nreturn md",
    "const q = '`';\nconst md = `\n~~~ts\nx\n~~~\n`;\nreturn md",
  ],
  ['<code>', '<code>\nreturn 1\n</code>', '\nreturn 1\n'],
  ['<pre> and <code> with attributes', '<pre><code class="ts">return 1</code></pre>', 'return 1'],
  ['<code> in a text of the script', 'return `<code>\n</code>`', 'return `<code>\n</code>`'],
  [
    'escaped backticks in a template',
    'return `\n\\`\\`\\`ts\nx\n\\`\\`\\``',
    'return `\n\\`\\`\\`ts\nx\n\\`\\`\\``',
  ],
  ['Windows line breaks', '```ts\r\nreturn 1\r\nreturn 2\r\n```', 'return 1\nreturn 2'],
  ['a byte order mark', '\uFEFFreturn 1', 'return 1'],
];

describe('the fence around a script', () => {
  for (const [name, text, code] of table) {
    it(`is taken off: ${name}`, () => assert.deepEqual(stripMarkdownFence(text), { ok: true, code }));
  }

  for (const text of [
    '```ts\nreturn 1\n```\nOr:\n```ts\nreturn 2\n```',
    '```\nconst a = 1\n```\nThen\n```\nreturn a\n```',
  ]) {
    it(`is not taken off where ${JSON.stringify(text)} has several scripts`, () => {
      const { code, message, hint } = problemOf(text);
      assert.deepEqual([code, message], ['syntax_error', 'The code has 2 code blocks; nothing of them ran.']);
      assert.match(hint ?? '', /one script/);
    });
  }

  it('is not counted in the line of an error', () => {
    const problem = problemOf('Here:\n```ts\nconst x = 1;\nreturn y + x;\n```');
    assert.equal(placeOf(problem), 'unknown_global 2:8');
    assert.equal(problem.sourceLine, 'return y + x;');
  });
});
