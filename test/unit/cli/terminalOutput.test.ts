import assert from 'node:assert/strict';
import { TerminalOutput } from '../../../src/cli/terminalOutput.ts';

/** Keeps what is written. */
class FakeStream {
  written = '';
  columns = 40;

  write(text: string): boolean {
    this.written += text;
    return true;
  }
}

describe('the output of the terminal', () => {
  let stream: FakeStream;
  let output: TerminalOutput;

  beforeEach(() => {
    stream = new FakeStream();
    output = new TerminalOutput(stream);
  });

  it('marks what others say, and not what we say', () => {
    output.say('→ tools.a.b 3 ms');
    output.quote('→ tools.a.b 3 ms');
    assert.equal(stream.written, '→ tools.a.b 3 ms\n│ → tools.a.b 3 ms\n');
  });

  it('says nothing while a question is open, and then all of it in order', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const asked = output.whileAsking(() => promise);
    output.quote('\n'.repeat(2));
    output.say('done');
    assert.equal(stream.written, '');
    resolve('y');
    assert.equal(await asked, 'y');
    assert.equal(stream.written, '│ \n│ \n│ \ndone\n');
  });

  it('says it also after a question that was taken back, and not between two that overlap', async () => {
    const first = Promise.withResolvers<string>();
    const second = Promise.withResolvers<string>();
    const asked = [output.whileAsking(() => first.promise), output.whileAsking(() => second.promise)];
    output.say('done');
    first.reject(new Error('taken back'));
    await assert.rejects(asked[0] ?? Promise.resolve());
    assert.equal(stream.written, '');
    second.resolve('n');
    await asked[1];
    assert.equal(stream.written, 'done\n');
  });

  it('keeps only so much of a flood, and says how much it left out', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const asked = output.whileAsking(() => promise);
    for (let count = 0; count < 5_000; count++) output.quote(`line ${count}`);
    output.quote('x'.repeat(1_000_000));
    resolve('n');
    await asked;
    assert.match(stream.written, /^│ line 0\n/);
    assert.match(stream.written, /\n│ line 999\n… 4001 more messages .*\n$/);
  });
});
