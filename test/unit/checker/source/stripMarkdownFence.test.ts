import assert from 'node:assert/strict';
import { stripMarkdownFence } from '../../../../src/checker/source/stripMarkdownFence.ts';
import { placeOf, problemOf } from '../prepared.ts';

const table: readonly (readonly [name: string, text: string, code: string])[] = [
  ['no fence', 'return `a`', 'return `a`'],
  ['a fence', '```\nreturn 1\n```', 'return 1'],
  ['a language', '```typescript\nreturn 1\n```\n', 'return 1'],
  ['attributes after the language', '```ts title="x"\nreturn 1\n```', 'return 1'],
  ['prose before and after', 'Sure, here it is:\n\n```ts\nreturn 1\n```\n\nIt returns `1`.', 'return 1'],
  ['a fence that is indented', '  ```js\n  return 1\n  ```', '  return 1'],
  ['a fence that is not closed', '```ts\nreturn 1', 'return 1'],
  ['a fence that closes on the last line', '```ts\nreturn 1```', 'return 1'],
  ['a longer fence', '````ts\nconst x = 1\n````', 'const x = 1'],
  ['a fence on one line', '```return 1```', 'return 1'],
  ['a fence on one line with a language', '```ts return 1```', ' return 1'],
  ['two fences, one of another language', '```json\n{}\n```\n```ts\nreturn 2\n```', 'return 2'],
  ['two fences of code', '```ts\nreturn 1\n```\n```ts\nreturn 2\n```', 'return 1'],
  ['escaped backticks in a template', 'return `\n\\`\\`\\`ts\nx\n\\`\\`\\``', 'return `\n\\`\\`\\`ts\nx\n\\`\\`\\``'],
  ['Windows line breaks', '```ts\r\nreturn 1\r\nreturn 2\r\n```', 'return 1\nreturn 2'],
  ['a byte order mark', '\uFEFFreturn 1', 'return 1'],
];

describe('the fence around a script', () => {
  for (const [name, text, code] of table) {
    it(`is taken off: ${name}`, () => assert.equal(stripMarkdownFence(text), code));
  }

  it('is not counted in the line of an error', () => {
    const problem = problemOf('Here:\n```ts\nconst x = 1;\nreturn y + x;\n```');
    assert.equal(placeOf(problem), 'unknown_global 2:8');
    assert.equal(problem.sourceLine, 'return y + x;');
  });
});
