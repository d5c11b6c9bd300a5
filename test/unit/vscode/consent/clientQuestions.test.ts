import assert from 'node:assert/strict';
import type { Ask } from '../../../../src/serve/elicitationApprover.ts';
import { ClientQuestions } from '../../../../src/vscode/consent/clientQuestions.ts';

const script = { source: 'await tools.files.write({})', uses: [], asked: [] };

describe('a question in the chat of a client', () => {
  const options = (signal = new AbortController().signal) => ({ scopes: ['chat', 'always'] as const, signal, onActivity: () => undefined });
  const answerTo = (ask: Ask | undefined) => new ClientQuestions(ask).askRun(script, options());

  it('allows one run', async () => {
    assert.deepEqual(await answerTo((_message, answers) => Promise.resolve(answers.at(-1))), { kind: 'allow', scope: 'run' });
  });

  it('offers nothing that lasts', async () => {
    let offered = 0;
    await answerTo((_message, answers) => {
      offered = answers.length;
      return Promise.resolve(answers[0]);
    });
    assert.equal(offered, 2);
  });

  it('takes the first answer, which a closed one is, for no', async () => {
    assert.deepEqual(await answerTo((_message, answers) => Promise.resolve(answers[0])), { kind: 'refuse' });
  });

  it('is not answered where the client cannot ask', async () => assert.equal(await answerTo(undefined), undefined));

  it('is not answered when it is taken back', async () => {
    const over = new AbortController();
    const ask: Ask = (_message, _answers, signal) => {
      over.abort();
      return Promise.reject(signal.reason as Error);
    };
    assert.equal(await new ClientQuestions(ask).askRun(script, options(over.signal)), undefined);
  });
});
