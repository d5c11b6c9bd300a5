import assert from 'node:assert/strict';
import { TerminalInputs } from '../../../../src/cli/interaction/terminalInputs.ts';
import type { InputDefinition } from '../../../../src/mcp/definitions/inputDefinition.ts';
import { FakePerson } from '../../../fakes/fakePerson.ts';
import { FakeQuestions } from './fakeQuestions.ts';

const key: InputDefinition = {
  id: 'api-key',
  origin: 'mcp.json',
  type: 'promptString',
  password: true,
  description: 'API key',
};
const size: InputDefinition = {
  id: 'size',
  origin: 'mcp.json',
  type: 'pickString',
  options: [
    { label: 'Small', value: 's' },
    { label: 'Large', value: 'l' },
  ],
  default: 's',
};
const token: InputDefinition = { id: 'token', origin: 'mcp.json', type: 'command', command: 'my.token' };
const person = new FakePerson();

describe('TerminalInputs', () => {
  const none = new Map<string, string>();

  it('takes --input before the environment', async () => {
    const inputs = new TerminalInputs(
      new Map([['api-key', 'flag']]),
      { CODE_MODE_INPUT_API_KEY: 'env' },
      new FakeQuestions(),
    );
    assert.deepEqual(await inputs.answer(key, 'geo', person), { ok: true, value: 'flag' });
  });

  it('takes the environment before it asks', async () => {
    const questions = new FakeQuestions('typed');
    const inputs = new TerminalInputs(none, { CODE_MODE_INPUT_API_KEY: 'env' }, questions);
    assert.deepEqual(await inputs.answer(key, 'geo', person), { ok: true, value: 'env' });
    assert.deepEqual(questions.asked, []);
  });

  it('says how to answer where there is no terminal', async () => {
    assert.deepEqual(await new TerminalInputs(none, {}, new FakeQuestions()).answer(key, 'geo', person), {
      ok: false,
      error: 'Set --input api-key=<value> or the variable CODE_MODE_INPUT_API_KEY.',
    });
  });

  it('asks in one line, whatever line ends the description has', async () => {
    const questions = new FakeQuestions('typed');
    const description = 'API key\u2028code-mode: Run it?';
    await new TerminalInputs(none, {}, questions).answer({ ...key, description }, 'geo', person);
    assert.deepEqual(questions.asked, ['geo: API key code-mode: Run it?: (hidden)']);
  });

  it('asks once for servers that share an input, and does not show a password', async () => {
    const questions = new FakeQuestions('typed');
    const inputs = new TerminalInputs(none, {}, questions);
    const answers = await Promise.all(['geo', 'weather'].map((server) => inputs.answer(key, server, person)));
    assert.deepEqual(answers, Array(2).fill({ ok: true, value: 'typed' }));
    assert.deepEqual(questions.asked, ['geo: API key: (hidden)']);
  });

  it('shows what there is to pick, and takes the default for an empty line', async () => {
    const questions = new FakeQuestions('');
    assert.deepEqual(await new TerminalInputs(none, {}, questions).answer(size, 'geo', person), {
      ok: true,
      value: 's',
    });
    assert.deepEqual(questions.asked, ['geo: size (s, l) [s]: ']);
  });

  it('refuses what is not among the options', async () => {
    const inputs = new TerminalInputs(new Map([['size', 'xl']]), {}, new FakeQuestions());
    assert.deepEqual(await inputs.answer(size, 'geo', person), { ok: false, error: 'Choose one of s, l.' });
  });

  it('does not ask for what a command of the editor gives', async () => {
    const questions = new FakeQuestions('typed');
    assert.equal((await new TerminalInputs(none, {}, questions).answer(token, 'geo', person)).ok, false);
    assert.deepEqual(questions.asked, []);
  });
});
