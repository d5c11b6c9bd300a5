import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { eventLines } from '../../../../../src/mcp/transport/http/eventLines.ts';

describe('eventLines', () => {
  const decoded = (chunks: readonly Uint8Array[], maxBytes?: number) =>
    text(ReadableStream.from(chunks).pipeThrough(eventLines(maxBytes)));
  const bytes = new TextEncoder().encode('a\n\nb\r\n\r\nc\r\r漢\r\n\n\r');

  it('ends each line with a line feed', async () => {
    assert.equal(await decoded([bytes]), 'a\n\nb\n\nc\n\n漢\n\n\n');
  });

  it('does so wherever the stream is cut', async () => {
    const single = Array.from(bytes, (byte) => Uint8Array.of(byte));
    assert.equal(await decoded(single), 'a\n\nb\n\nc\n\n漢\n\n\n');
  });

  const chunksOf = (...texts: readonly string[]) => texts.map((part) => new TextEncoder().encode(part));

  for (const end of ['\n\n', '\r\n\r\n', '\r\r']) {
    it(`bounds each event by itself (${JSON.stringify(end)})`, async () => {
      const events = Array.from({ length: 5 }, () => `12345${end}`);
      assert.equal(await decoded(chunksOf(...events), 10), '12345\n\n'.repeat(5));
      const single = chunksOf(...Array.from(events.join('')));
      assert.equal(await decoded(single, 10), '12345\n\n'.repeat(5));
    });
  }

  it('fails at an event over the bound, after smaller ones', async () => {
    const chunks = chunksOf('12345\n\n', '123456', '7890123');
    await assert.rejects(decoded(chunks, 10), /its message exceeded/);
  });

  it('lets go of the body when nobody wants it any more, also in the middle of a wait', async () => {
    let cancelled: unknown;
    const body = new ReadableStream<Uint8Array>({ cancel: (reason) => void (cancelled = reason) });
    const reader = body.pipeThrough(eventLines()).getReader();
    const reading = reader.read();
    await reader.cancel('enough');
    assert.deepEqual([await reading, cancelled], [{ done: true, value: undefined }, 'enough']);
  });
});
