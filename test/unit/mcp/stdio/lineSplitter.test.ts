import assert from 'node:assert/strict';
import { LineSplitter } from '../../../../src/mcp/stdio/lineSplitter.ts';

describe('LineSplitter', () => {
  const split = (chunks: readonly (string | Buffer)[], maxBytes = 100) => {
    const lines: string[] = [];
    let tooLong = 0;
    const splitter = new LineSplitter(
      maxBytes,
      (line) => lines.push(line),
      () => (tooLong += 1),
    );
    for (const chunk of chunks) splitter.push(Buffer.from(chunk));
    return { lines, tooLong, splitter };
  };

  it('gives a line when its end is seen', () => {
    assert.deepEqual(split(['a', 'b\nc', 'd']).lines, ['ab']);
  });

  it('gives several lines of one chunk, without empty ones and without \\r', () => {
    assert.deepEqual(split(['a\r\n\nb\n']).lines, ['a', 'b']);
  });

  it('keeps a character whole that two chunks share', () => {
    const bytes = Buffer.from('ü\n');
    assert.deepEqual(split([bytes.subarray(0, 1), bytes.subarray(1)]).lines, ['ü']);
  });

  it('gives the last line at the end', () => {
    const { lines, splitter } = split(['a\nb']);
    splitter.flush();
    assert.deepEqual(lines, ['a', 'b']);
  });

  it('lets a line over the bound go, says so once, and goes on with the next', () => {
    const { lines, tooLong } = split(['aaaa', 'aaaa', 'aaaa\nb\n'], 5);
    assert.deepEqual([lines, tooLong], [['b'], 1]);
  });
});
