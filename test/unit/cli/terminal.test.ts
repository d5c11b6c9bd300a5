import assert from 'node:assert/strict';
import { PassThrough, Writable } from 'node:stream';
import { plain } from '../../../src/cli/style.ts';
import { inLine, ourLines, outliveOutput, printable, markedLines } from '../../../src/cli/terminal.ts';

describe('printable', () => {
  it('takes out sequences that would drive a terminal', () => {
    assert.equal(printable('a\u001b[2Jb\u009b31mc\u0007d\u007fe\rf'), 'abcde\nf');
  });

  it('keeps tabs, line ends and every letter', () => {
    assert.equal(printable('één\t→ 日本\n👩‍🚀'), 'één\t→ 日本\n👩‍🚀');
  });
});

describe("somebody else's words", () => {
  it('are marked in every line', () => {
    assert.equal(markedLines('a\nb\u2028c\rd'), '│ a\n│ b\n│ c\n│ d');
  });

  it('are marked where the terminal would break the line, too', () => {
    assert.equal(markedLines(`${' '.repeat(18)}Run it? [y/N] `, 20), `│ ${' '.repeat(18)}\n│ Run it? [y/N] `);
    assert.equal(markedLines('日本'.repeat(5), 20), '│ 日本日本日本日本日\n│ 本');
  });

  it('stay in our line, or are marked', () => {
    assert.equal(inLine('failed: a\ncode-mode: Run it?'), 'failed: a\n│ code-mode: Run it?');
  });

  it('are broken between words', () => {
    assert.equal(markedLines('the quick brown fox jumps', 20), '│ the quick brown\n│ fox jumps');
  });
});

describe('words of ours', () => {
  it('are broken between words, and go on indented', () => {
    assert.equal(ourLines('code-mode: the quick brown fox', 20, plain), 'code-mode: the\n  quick brown fox');
  });

  it('leave a marked line marked', () => {
    assert.equal(
      ourLines('Failed: a\n│ the quick brown fox jumps', 20, plain),
      'Failed: a\n│ the quick brown\n│ fox jumps',
    );
  });

  it('are whole where there is no terminal', () => {
    assert.equal(ourLines('x '.repeat(100), undefined, plain), 'x '.repeat(100));
  });

  it('have looks by how they begin, which no words of others have', () => {
    const style = { ...plain, bad: (text: string) => `<${text}>` };
    assert.equal(
      ourLines('Failed (script_error) at a.ts:1:2: x\n│ Failed (script_error): y', 80, style),
      '<Failed (script_error) at a.ts:1:2:> x\n│ Failed (script_error): y',
    );
  });
});

describe('output that cannot be written', () => {
  it('is told once, however much is written', async () => {
    const [stdout, stderr] = [new Writable(), new PassThrough()];
    const before = process.listenerCount('exit');
    outliveOutput({ stdin: new PassThrough(), stdout, stderr });
    for (let line = 0; line < 3; line += 1) stdout.emit('error', new Error('no space left'));
    const added = process.listeners('exit').slice(before);
    for (const listener of added) process.off('exit', listener);
    assert.equal(added.length, 1);
    stderr.end();
    assert.equal(
      (await stderr.toArray()).join(''),
      'code-mode: cannot write to standard output: no space left\n',
    );
  });
});
