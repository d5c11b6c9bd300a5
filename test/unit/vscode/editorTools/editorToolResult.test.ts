import assert from 'node:assert/strict';
import { editorToolResult } from '../../../../src/vscode/editorTools/editorToolResult.ts';

const answer = (...content: unknown[]) => editorToolResult({ content });
const data = (text: string, mimeType: string) => ({ data: Buffer.from(text), mimeType });

describe('editorToolResult', () => {
  it('takes text as it is', () => {
    assert.deepEqual(answer({ value: 'hello' }), {
      content: [{ type: 'text', text: 'hello' }],
      isError: false,
    });
  });

  it('shows a value of an unknown kind as JSON', () => {
    assert.deepEqual(answer({ value: { a: 1 } }, { kind: 'new' }).content, [
      { type: 'text', text: '{"a":1}' },
      { type: 'text', text: '{"kind":"new"}' },
    ]);
  });

  it('reads data that is text or JSON', () => {
    const texts = [
      data('# é', 'text/markdown'),
      data('{"a":1}', 'application/json'),
      data('{}', 'application/geo+json'),
    ];
    assert.deepEqual(
      answer(...texts).content,
      ['# é', '{"a":1}', '{}'].map((text) => ({ type: 'text', text })),
    );
  });

  it('keeps images, sound and other data, in base64', () => {
    assert.deepEqual(
      answer(data('i', 'image/png'), data('s', 'audio/wav'), data('o', 'application/pdf')).content,
      [
        { type: 'image', data: 'aQ==', mimeType: 'image/png' },
        { type: 'audio', data: 'cw==', mimeType: 'audio/wav' },
        { type: 'resource', resource: { uri: 'answer:/part/3', mimeType: 'application/pdf', blob: 'bw==' } },
      ],
    );
  });

  it('knows an answer that says it is an error', () => {
    assert.equal(editorToolResult({ content: [{ value: 'no' }], hasError: true }).isError, true);
  });

  it('takes an answer without parts for an empty one', () => {
    assert.deepEqual(editorToolResult({}), { content: [], isError: false });
  });
});

describe('a prompt-tsx tree in the answer of an editor tool', () => {
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
  const textOf = (value: unknown) =>
    answer({ value }).content.map((block) => (block.type === 'text' ? block.text : ''));

  it('gives its texts in their order, with the line breaks it asks for between them', () => {
    const node = piece(
      piece(text('one', true), text('two', true)),
      text(' three', 0),
      piece(text('four', 1)),
    );
    assert.deepEqual(textOf({ node }), ['one\ntwo three\nfour']);
  });

  it('gives no text where it has none', () => {
    assert.deepEqual(textOf({ node: piece(piece()) }), ['']);
  });

  it('is told from what is no tree', () => {
    assert.deepEqual([null, { node: undefined }, { text: 'x' }].flatMap(textOf), [
      'null',
      '{}',
      '{"text":"x"}',
    ]);
  });

  it('is read at any depth', () => {
    let node: unknown = text('deep');
    for (let depth = 0; depth < 100_000; depth += 1) node = piece(node);
    assert.deepEqual(textOf({ node }), ['deep']);
  });
});
