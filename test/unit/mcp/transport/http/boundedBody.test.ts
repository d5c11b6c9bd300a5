import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { boundedBody } from '../../../../../src/mcp/transport/http/boundedBody.ts';

describe('a bounded body', () => {
  const read = (...chunks: string[]) =>
    text(boundedBody(ReadableStream.from(chunks.map((chunk) => new TextEncoder().encode(chunk))), 10));

  it('passes on what is within the bound', async () => {
    assert.equal(await read('12345', '67890'), '1234567890');
  });

  it('fails at the first byte over it', async () => {
    await assert.rejects(read('12345', '678901'), /its message exceeded/);
  });
});
