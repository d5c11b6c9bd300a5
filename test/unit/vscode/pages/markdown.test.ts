import assert from 'node:assert/strict';
import { inlinesOf, markdownBlocks } from '../../../../src/vscode/pages/run/markdown.ts';
import { growth, proportionalTenfold } from '../../../fakes/growth.ts';

describe('Markdown in parts', () => {
  it('has headings, paragraphs, quotes, rules and fences', () => {
    const kinds = markdownBlocks('# A\ntext\nmore\n\n> quoted\n\n---\n```ts\n# no heading\n```\n').map(
      ({ kind }) => kind,
    );
    assert.deepEqual(kinds, ['heading', 'paragraph', 'quote', 'rule', 'code']);
  });

  it('keeps code as it is, also where its fence has no end', () => {
    assert.deepEqual(markdownBlocks('```\n**x**\n'), [{ kind: 'code', text: '**x**\n' }]);
  });

  it('has lists with their depths', () => {
    const [list] = markdownBlocks('- one\n  - two\n- three');
    assert.deepEqual(list?.kind === 'list' && list.items.map(({ depth }) => depth), [0, 1, 0]);
  });

  it('keeps the numbers of a list that a paragraph or other items interrupt', () => {
    const numbers = markdownBlocks('1. one\n\n2. two\n   - part\n3. three').flatMap((block) =>
      block.kind === 'list' ? block.items.map(({ number }) => number) : [],
    );
    assert.deepEqual(numbers, [1, 2, undefined, 3]);
  });

  it('has ordered lists, also where the numbers begin below another item', () => {
    const ordered = ['- one', '1. one\n- two', '- one\n  1. part'].map((text) =>
      markdownBlocks(text).map((block) => block.kind === 'list' && block.isOrdered),
    );
    assert.deepEqual(ordered, [[false], [true], [true]]);
  });

  it('keeps underscores in names, and asterisks of globs and sums', () => {
    for (const text of [
      'mcp__github__get_issue',
      '*.ts and *.js',
      'src/** and test/**',
      '2 * 3 * 4',
      '~~ a ~~',
    ])
      assert.deepEqual(inlinesOf(text), [{ kind: 'text', text }]);
  });

  it('has tables', () => {
    const [table] = markdownBlocks('| a | b |\n|---|:-:|\n| 1 | x\\|y |');
    assert.deepEqual(table?.kind === 'table' && table.rows, [
      [[{ kind: 'text', text: '1' }], [{ kind: 'text', text: 'x|y' }]],
    ]);
  });

  it('has strong words, emphasis, code and links', () => {
    assert.deepEqual(
      inlinesOf('**a** *b* `c` [d](https://example.com/)').map(({ kind }) => kind),
      ['strong', 'text', 'emphasis', 'text', 'code', 'text', 'link'],
    );
  });

  it('has links to addresses with brackets', () => {
    const href = 'https://en.wikipedia.org/wiki/Rust_(programming_language)';
    assert.deepEqual(inlinesOf(`[Rust](${href}).`), [
      { kind: 'link', text: 'Rust', href },
      { kind: 'text', text: '.' },
    ]);
  });

  it('takes addresses of the web alone for links', () => {
    for (const href of [
      'javascript:alert(1)',
      'command:x',
      'file:///etc/passwd',
      'data:text/html,x',
      '//host',
      'vscode://x',
    ])
      assert.deepEqual(inlinesOf(`[x](${href})`), [{ kind: 'text', text: `[x](${href})` }]);
  });

  it('leaves markup as text', () => {
    assert.deepEqual(inlinesOf('<b onclick=x>'), [{ kind: 'text', text: '<b onclick=x>' }]);
  });

  it('takes time in proportion to a hostile text', async () => {
    for (const piece of ['**', '[', '`', '![](', '[](a(b', '*a', '| ', '> ', '~~~\n', '- ', '```\n```\n'])
      assert.ok(
        (await growth((times) => () => markdownBlocks(piece.repeat(times)), 1_000, 10)) < proportionalTenfold,
        piece,
      );
  });

  it('takes time in proportion to blanks in a hostile heading', async () => {
    const reading = (blanks: number) => () => markdownBlocks(`# a${' '.repeat(blanks)}b\n`.repeat(20));
    assert.ok((await growth(reading, 490, 10)) < proportionalTenfold);
  });

  it('has headings without the marks that close them', () => {
    const texts = markdownBlocks('# Title ##\n# C#\n# #').map(
      (block) => block.kind === 'heading' && block.inlines,
    );
    assert.deepEqual(texts, [[{ kind: 'text', text: 'Title' }], [{ kind: 'text', text: 'C#' }], []]);
  });
});
