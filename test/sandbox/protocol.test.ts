// Tests frames: bytes become the same messages in whatever chunks they arrive.
import assert from 'node:assert/strict';
import { constants } from 'node:buffer';
import { limitBounds } from '../../src/sandbox/host/limitBounds.ts';
import { defaultLimits } from '../../src/sandbox/host/sandboxPort.ts';
import { readDisplayBlock } from '../../src/sandbox/protocol/displayBlock.ts';
import { encodeFrame, frameLimit, FrameReader } from '../../src/sandbox/protocol/frames.ts';

describe('frames', () => {
  const texts = ['[]', '["ü😀"]', '', `["${'x'.repeat(200_000)}"]`, '[[1,true]]\n{"a":"ü"}\n2'];
  const bytes = Buffer.concat(texts.map((text) => encodeFrame(text.split('\n'))));

  for (const size of [1, 3, 4, 5, 1_000, 65_536, bytes.length]) {
    it(`come out whole from pieces of ${size} bytes`, () => {
      const reader = new FrameReader(1_000_000);
      const read: string[] = [];
      for (let at = 0; at < bytes.length; at += size)
        read.push(...(reader.push(bytes.subarray(at, at + size)) ?? ['refused']).map(String));
      assert.deepEqual(read, texts);
    });
  }

  it('over the bound are refused by their header alone', () => {
    assert.equal(new FrameReader(10).push(encodeFrame(['x'.repeat(11)]).subarray(0, 4)), undefined);
  });

  it('keep nothing of the pieces in which they come', () => {
    const reader = new FrameReader(10);
    const piece = encodeFrame(['[1]']);
    reader.push(piece.subarray(0, 6));
    piece.fill(0, 0, 6);
    assert.deepEqual(reader.push(piece.subarray(6))?.map(String), ['[1]']);
  });

  it('are never longer than a text can be, whatever the limits are', () => {
    const resultBytes = limitBounds.resultBytes.maximum;
    assert.ok(frameLimit({ ...defaultLimits, resultBytes }) <= constants.MAX_STRING_LENGTH);
  });
});

describe('a content block', () => {
  it('is rebuilt from its known fields', () => {
    const resource = { uri: 'a:b', text: 't', extra: 1 };
    assert.deepEqual(readDisplayBlock({ type: 'resource', resource, more: 2 }), {
      type: 'resource',
      resource: { uri: 'a:b', text: 't' },
    });
  });

  for (const value of [
    null,
    1,
    'text',
    {},
    { type: 'text' },
    { type: 'image', data: 1, mimeType: 'x' },
    { type: 'resource' },
    Object.create({ type: 'text', text: 'x' }),
  ]) {
    it(`is not ${JSON.stringify(value)}`, () => {
      assert.equal(readDisplayBlock(value), undefined);
    });
  }
});
