import assert from 'node:assert/strict';
import { callValue, rawCallValue, textOf } from '../../../../src/engine/calls/callValue.ts';

describe('callValue', () => {
  it('is the structured content when the tool gave it, whatever else it said', () => {
    assert.deepEqual(callValue({ content: [{ type: 'text', text: 'words' }], structuredContent: { a: 1 }, isError: false }), { a: 1 });
  });

  it('is the parsed JSON of one text block', () => {
    assert.deepEqual(callValue({ content: [{ type: 'text', text: '[1,2]' }], isError: false }), [1, 2]);
  });

  it('is the text of one text block that is not JSON', () => {
    assert.equal(callValue({ content: [{ type: 'text', text: 'Echo: hi' }], isError: false }), 'Echo: hi');
  });

  it('is the typed blocks when there are several, or one that is no text', () => {
    const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' } as const;
    assert.deepEqual(callValue({ content: [image], isError: false }), [image]);
  });

  it('is undefined for a tool that answered nothing', () => {
    assert.equal(callValue({ content: [], isError: false }), undefined);
  });
});

describe('rawCallValue', () => {
  it('is the whole result', () => {
    const content = [{ type: 'text', text: '1' }] as const;
    assert.deepEqual(rawCallValue({ content, isError: false }), { content, isError: false });
  });
});

describe('textOf', () => {
  it('cuts what a tool says and tells how much is missing', () => {
    assert.equal(textOf([{ type: 'text', text: 'abcdef' }], 4), 'abcd… (2 more characters)');
  });
});
