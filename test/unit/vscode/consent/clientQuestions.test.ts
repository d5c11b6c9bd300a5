import assert from 'node:assert/strict';
import type { Ask } from '../../../../src/serve/elicitationApprover.ts';
import { catalogTool } from '../../../fakes/catalogTool.ts';
import { unruled } from '../../../fakes/noRules.ts';
import { toolUses } from '../../../../src/engine/consent/toolUses.ts';
import { ClientQuestions } from '../../../../src/vscode/consent/clientQuestions.ts';

const script = { source: 'await tools.files.write({})', uses: [], asked: [] };

describe('a question in the chat of a client', () => {
  const options = (signal = new AbortController().signal) => ({ scopes: ['chat', 'always'] as const, signal, onActivity: () => undefined });
  const answerTo = (ask: Ask | undefined) => new ClientQuestions(ask).askRun(script, options());

  it('allows one run', async () => {
    assert.deepEqual(await answerTo(() => Promise.resolve('Run it')), { kind: 'allow', scope: 'run' });
  });

  it('can be answered by a dry run', async () => {
    const tool = catalogTool();
    const uses = toolUses('', unruled([tool]), new Map());
    const ask: Ask = (_message, answers) => Promise.resolve(answers.find((answer) => /dry|list/i.test(answer)));
    const answer = await new ClientQuestions(ask).askRun({ source: '', uses, asked: [tool] }, options());
    assert.deepEqual(answer, { kind: 'dryRun' });
  });

  it('offers nothing that lasts', async () => {
    const offered: string[] = [];
    await answerTo((_message, answers) => {
      offered.push(...answers);
      return Promise.resolve(answers[0]);
    });
    assert.ok(offered.length > 0 && !offered.some((answer) => /always|this chat|workspace|window/i.test(answer)), offered.join());
  });

  it('takes the first answer, which a closed one is, for no', async () => {
    assert.deepEqual(await answerTo((_message, answers) => Promise.resolve(answers[0])), { kind: 'refuse' });
  });

  it('is not answered where the client cannot ask', async () => assert.equal(await answerTo(undefined), undefined));

  it('is not answered when it is taken back', async () => {
    const over = new AbortController();
    const ask: Ask = (_message, _answers, { signal }) => {
      over.abort();
      return Promise.reject(signal.reason as Error);
    };
    assert.equal(await new ClientQuestions(ask).askRun(script, options(over.signal)), undefined);
  });
});
