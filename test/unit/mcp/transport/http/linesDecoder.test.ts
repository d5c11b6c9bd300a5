import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { linesDecoder } from '../../../../../src/mcp/transport/http/normalizeSse.ts';

describe('linesDecoder', () => {
  const decoded = (chunks: readonly Uint8Array[]) =>
    text(ReadableStream.from(chunks).pipeThrough(linesDecoder()));
  const bytes = new TextEncoder().encode('a\n\nb\r\n\r\nc\r\r漢\r\n\n\r');

  it('ends each line with a line feed', async () => {
    assert.equal(await decoded([bytes]), 'a\n\nb\n\nc\n\n漢\n\n\n');
  });

  it('does so wherever the stream is cut', async () => {
    const single = Array.from(bytes, (byte) => Uint8Array.of(byte));
    assert.equal(await decoded(single), 'a\n\nb\n\nc\n\n漢\n\n\n');
  });
});
