import assert from 'node:assert/strict';
import { readLineRange, type LineRange } from '../../../src/workspace/fileTools.ts';

const text = 'one\ntwo\n\nfour\nfive é';

async function* chunksOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}

async function read(range: Partial<LineRange> & { readonly first: number }, size: number, whole = text) {
  const reading = await readLineRange(
    chunksOf(Buffer.from(whole), size),
    { most: 1_000, ...range },
    new AbortController().signal,
  );
  return reading && [Buffer.from(reading.bytes).toString(), reading.lines];
}

describe('reading lines of a large file', () => {
  for (const size of [1, 2, 3, 5, 100]) {
    it(`gives what the whole text would give, in pieces of ${size} bytes`, async () => {
      const lines = text.split('\n');
      for (let first = 0; first < 6; first += 1) {
        for (const end of [first + 1, first + 2, 6, undefined]) {
          const expected = [lines.slice(first, end).join('\n'), 5];
          assert.deepEqual(
            await read({ first, ...(end !== undefined && { end }) }, size),
            expected,
            `${first} to ${end}`,
          );
        }
      }
    });
  }

  it('leaves out the whole line break after the last line', async () => {
    for (const size of [1, 2, 3])
      assert.deepEqual(await read({ first: 0, end: 2 }, size, 'a\r\nb\r\nc'), ['a\r\nb', 3]);
  });

  it('counts the line after the last newline', async () => {
    assert.deepEqual(await read({ first: 1 }, 2, 'a\n'), ['', 2]);
  });

  it('ends when the lines are too long', async () => {
    assert.equal(await read({ first: 0, most: 5 }, 4), undefined);
  });

  it('ends when it is cancelled', async () => {
    const reading = readLineRange(
      chunksOf(Buffer.from(text), 1),
      { first: 0, most: 100 },
      AbortSignal.abort(),
    );
    await assert.rejects(reading, { name: 'AbortError' });
  });
});
