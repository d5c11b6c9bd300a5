import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { TerminalQuestions } from '../../../../src/cli/interaction/terminalQuestions.ts';

describe('TerminalQuestions', () => {
  it('does not wait for an answer where the input has ended, as after a script that was typed', async () => {
    const stream = () => Object.assign(new PassThrough(), { isTTY: true });
    const io = { stdin: stream(), stdout: stream(), stderr: stream() };
    const questions = new TerminalQuestions(io);
    io.stdin.end('return 1');
    await text(io.stdin);
    assert.equal(questions.canAsk, false);
    await assert.rejects(questions.ask('Your name? ', new AbortController().signal), /has ended/);
  });
});
