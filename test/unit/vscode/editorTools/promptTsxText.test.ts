import assert from 'node:assert/strict';
import { promptTsxText } from '../../../../src/vscode/editorTools/editorToolResult.ts';

const text = (content: string, lineBreakBefore: unknown = false) => ({
  type: 2,
  text: content,
  priority: 1,
  lineBreakBefore,
});
const piece = (...children: unknown[]) => ({
  type: 1,
  ctor: 2,
  ctorName: 'TextChunk',
  children,
  props: {},
  references: [],
});

describe('promptTsxText', () => {
  it('joins the texts of a tree in their order, with the line breaks it asks for between them', () => {
    const tree = {
      node: piece(piece(text('one', true), text('two', true)), text(' three', 0), piece(text('four', 1))),
    };
    assert.equal(promptTsxText(tree), 'one\ntwo three\nfour');
  });

  it('gives no text for a tree without one', () => {
    assert.equal(promptTsxText({ node: piece(piece()) }), '');
  });

  it('knows what is no tree', () => {
    assert.deepEqual([null, 'text', { node: undefined }, { text: 'x' }].map(promptTsxText), [
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('reads a tree of any depth', () => {
    let node: unknown = text('deep');
    for (let depth = 0; depth < 100_000; depth += 1) node = piece(node);
    assert.equal(promptTsxText({ node }), 'deep');
  });
});
