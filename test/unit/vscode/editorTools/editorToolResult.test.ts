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

  it('takes the text of a prompt-tsx tree', () => {
    const tree = { node: { type: 1, ctor: 2, children: [{ type: 2, text: 'hello' }] } };
    assert.deepEqual(answer({ value: tree }).content, [{ type: 'text', text: 'hello' }]);
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
