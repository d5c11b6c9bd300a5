import assert from 'node:assert/strict';
import type { JsonValue } from '../../../../src/base/json.ts';
import { guardResult } from '../../../../src/mcp/protocol/guardResult.ts';

const blockOf = (block: JsonValue) => guardResult({ content: [block] }).content[0];

describe('guardResult', () => {
  it('takes an answer without any field as an empty one', () => {
    assert.deepEqual(guardResult({}), { content: [], isError: false });
  });

  it('takes only true as isError', () => {
    assert.equal(guardResult({ isError: 'yes' }).isError, false);
  });

  it('takes any value as structured content, and null as none', () => {
    for (const value of [{ a: 1 }, [1], 'text', 0, false])
      assert.deepEqual(guardResult({ structuredContent: value }).structuredContent, value);
    assert.ok(!('structuredContent' in guardResult({ structuredContent: null })));
  });

  it('drops what it does not know of a block', () => {
    assert.deepEqual(blockOf({ type: 'text', text: 'a', surprise: 1 }), { type: 'text', text: 'a' });
  });

  it('keeps for whom a block is, and what the server says about it', () => {
    const annotations = { audience: ['user'], priority: 0.5, lastModified: '2026-01-01T00:00:00Z' };
    const block = { type: 'text', text: 'a', annotations, _meta: { x: 1 } };
    assert.deepEqual(blockOf(block), block);
  });

  it('drops annotations that have a wrong type', () => {
    const annotations = { audience: ['everybody', 'user'], priority: 'high', lastModified: 7, more: 1 };
    assert.deepEqual(blockOf({ type: 'text', text: 'a', annotations }), {
      type: 'text',
      text: 'a',
      annotations: { audience: ['user'] },
    });
  });

  it('keeps what a link says of its resource', () => {
    const block = {
      type: 'resource_link',
      uri: 'file:///a',
      name: 'a',
      title: 'A',
      description: 'The a',
      mimeType: 'text/plain',
      size: 3,
    };
    assert.deepEqual(blockOf(block), block);
  });

  it('takes blocks after the first 10,000 as one, of their JSON', () => {
    const { content } = guardResult({ content: Array<JsonValue>(10_002).fill({ type: 'text', text: 'a' }) });
    assert.deepEqual([content.length, content[9_999]], [10_001, { type: 'text', text: 'a' }]);
    assert.deepEqual(content[10_000], {
      type: 'text',
      text: '[{"type":"text","text":"a"},{"type":"text","text":"a"}]',
    });
  });

  it('keeps what the server says about the whole answer', () => {
    assert.deepEqual(guardResult({ content: [], _meta: { next: 'b' } })._meta, { next: 'b' });
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
    7,
    'text',
    { type: 'hologram', depth: 3 },
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
