import assert from 'node:assert/strict';
import type { JsonValue } from '../../../../src/catalog/json.ts';
import { guardResult } from '../../../../src/mcp/session/guardResult.ts';

const blockOf = (block: JsonValue) => guardResult({ content: [block] }).content[0];

describe('guardResult', () => {
  it('takes an answer without any field as an empty one', () => {
    assert.deepEqual(guardResult({}), { content: [], isError: false });
  });

  it('takes only true as isError', () => {
    assert.equal(guardResult({ isError: 'yes' }).isError, false);
  });

  it('takes only an object as structured content', () => {
    assert.equal(guardResult({ structuredContent: [1] }).structuredContent, undefined);
  });

  it('drops what it does not know of a block', () => {
    assert.deepEqual(blockOf({ type: 'text', text: 'a', _meta: { x: 1 } }), { type: 'text', text: 'a' });
  });

  it('keeps an embedded resource with its text', () => {
    const block = { type: 'resource', resource: { uri: 'file:///a', mimeType: 'text/plain', text: 'a' } };
    assert.deepEqual(blockOf(block), block);
  });

  it('drops the fields of a resource that have a wrong type', () => {
    assert.deepEqual(blockOf({ type: 'resource', resource: { uri: 'file:///a', text: 7 } }), {
      type: 'resource',
      resource: { uri: 'file:///a' },
    });
  });

  for (const block of [
    null,
    'text',
    { type: 'text' },
    { type: 'audio', data: 'x' },
    { type: 'resource' },
    { type: 'resource_link', uri: 'a' },
  ]) {
    it(`gives ${JSON.stringify(block)} as its JSON`, () => {
      assert.deepEqual(blockOf(block), { type: 'text', text: JSON.stringify(block) });
    });
  }
});
