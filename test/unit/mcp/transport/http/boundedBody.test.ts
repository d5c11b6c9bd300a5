import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { CountedTurns, workFor } from '../../../../fakes/countedTurns.ts';
import { boundedBody, boundedEvents } from '../../../../../src/mcp/transport/http/boundedBody.ts';
import { EventLoopYield } from '../../../../../src/mcp/transport/eventLoopYield.ts';

describe('a bounded body', () => {
  const bodyOf = (...chunks: string[]) =>
    ReadableStream.from(chunks.map((chunk) => new TextEncoder().encode(chunk)));
  const read = (isEventStream: boolean, ...chunks: string[]) =>
    text(
      isEventStream
        ? boundedEvents(bodyOf(...chunks), new EventLoopYield(), 10)
        : boundedBody(bodyOf(...chunks), 10),
    );

  it('passes on what is within the bound', async () => {
    assert.equal(await read(false, '12345', '67890'), '1234567890');
  });

  it('fails at the first byte over it', async () => {
    await assert.rejects(read(false, '12345', '678901'), /its message exceeded/);
  });

  for (const end of ['\n\n', '\r\n\r\n', '\r\r']) {
    it(`counts each event of a stream by itself (${JSON.stringify(end)})`, async () => {
      const events = Array.from({ length: 5 }, () => `12345${end}`);
      assert.equal(await read(true, ...events), events.join(''));
    });
  }

  it('fails at an event over it, after smaller ones', async () => {
    await assert.rejects(read(true, '12345\n\n', '123456', '7890123'), /its message exceeded/);
  });

  it('passes on all events of one chunk, and lets others have their turn meanwhile', async () => {
    const others = new CountedTurns();
    const event = `data: ${'x'.repeat(1_000)}\n\n`;
    let read = '';
    for await (const part of boundedEvents(bodyOf(event.repeat(100)), new EventLoopYield())) {
      read += new TextDecoder().decode(part);
      workFor(2);
    }
    assert.equal(read, event.repeat(100));
    assert.ok(others.stop() > 3);
  });

  it('lets go of the body when nobody wants it any more, also in the middle of a wait', async () => {
    let cancelled: unknown;
    const body = new ReadableStream<Uint8Array>({ cancel: (reason) => void (cancelled = reason) });
    const reader = boundedEvents(body, new EventLoopYield()).getReader();
    const reading = reader.read();
    await reader.cancel('enough');
    assert.deepEqual([await reading, cancelled], [{ done: true, value: undefined }, 'enough']);
  });
});
