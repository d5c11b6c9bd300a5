import assert from 'node:assert/strict';
import { readLines } from '../../../../../src/mcp/transport/stdio/readLines.ts';
import { CountedTurns, workFor } from '../../../../fakes/countedTurns.ts';

describe('readLines', () => {
  const read = async (chunks: readonly (string | Buffer)[], maxBytes = 100) => {
    const lines: string[] = [];
    let tooLong = 0;
    const stream = ReadableStream.from(chunks.map((chunk) => Buffer.from(chunk)));
    await readLines(stream, { maxBytes: () => maxBytes, onTooLong: () => (tooLong += 1) }, (line) =>
      lines.push(line),
    );
    return { lines, tooLong };
  };

  it('gives a line that comes in several chunks', async () => {
    assert.deepEqual((await read(['a', 'b\nc', 'd\n'])).lines, ['ab', 'cd']);
  });

  it('gives several lines of one chunk, without empty ones and without \\r', async () => {
    assert.deepEqual((await read(['a\r\n\nb\n'])).lines, ['a', 'b']);
  });

  it('keeps a character whole that two chunks share', async () => {
    const bytes = Buffer.from('ü\n');
    assert.deepEqual((await read([bytes.subarray(0, 1), bytes.subarray(1)])).lines, ['ü']);
  });

  it('gives the last line at the end', async () => {
    assert.deepEqual((await read(['a\nb'])).lines, ['a', 'b']);
  });

  it('lets a line over the bound go, says so once, and goes on with the next', async () => {
    assert.deepEqual(await read(['aaaa', 'aaaa', 'aaaa\nb\n'], 5), { lines: ['b'], tooLong: 1 });
  });

  it('lets others have their turn while a chunk is all lines', async () => {
    const lines = 4_000;
    const others = new CountedTurns();
    const options = { maxBytes: () => 100 };
    await readLines(ReadableStream.from([Buffer.from('a\n'.repeat(lines))]), options, () =>
      workFor(100 / lines),
    );
    assert.ok(others.stop() > 3);
  });
});
