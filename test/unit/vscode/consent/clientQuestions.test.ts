import assert from 'node:assert/strict';
import type { Ask } from '../../../../src/serve/elicitationApprover.ts';
import { catalogTool } from '../../../fakes/catalogTool.ts';
import { unruled } from '../../../fakes/noRules.ts';
import { callToApprove, scriptToApprove } from '../../../fakes/scriptToApprove.ts';
import { ClientQuestions } from '../../../../src/vscode/consent/clientQuestions.ts';

const script = scriptToApprove([]);

describe('a question in the chat of a client', () => {
  const options = (signal = new AbortController().signal) => ({
    scopes: ['chat', 'always'] as const,
    signal,
    onActivity: () => undefined,
  });
  const answerTo = (ask: Ask | undefined) => new ClientQuestions(ask).askRun(script, options());

  it('allows one run', async () => {
    assert.deepEqual(await answerTo(() => Promise.resolve('Run it')), { kind: 'allow', scope: 'run' });
  });

  it('can be answered by a dry run', async () => {
    const writes = scriptToApprove(unruled([catalogTool()]));
    const ask: Ask = (_message, answers) =>
      Promise.resolve(answers.find((answer) => /dry|list/i.test(answer)));
    const answer = await new ClientQuestions(ask).askRun(writes, options());
    assert.deepEqual(answer, { kind: 'dryRun' });
  });

  describe('about a yes that lasts', () => {
    const write = catalogTool();
    const wipe = catalogTool({ method: 'wipe', annotations: { destructiveHint: true } });
    const rule = { pattern: '*', action: 'ask', setting: 'test' } as const;
    let asked: { readonly message: string; readonly answers: readonly string[] }[];

    beforeEach(() => (asked = []));

    /** Gives these answers in turn, each by its beginning. */
    const answering = (...beginnings: readonly string[]) => {
      const left = [...beginnings];
      return new ClientQuestions((message, answers) => {
        asked.push({ message, answers });
        const beginning = left.shift() ?? '';
        return Promise.resolve(answers.find((answer) => answer.startsWith(beginning)));
      });
    };

    it('has one answer for it in the first form, the last', async () => {
      await answering('Do not').askRun(scriptToApprove(unruled([write])), options());
      assert.deepEqual([asked[0]?.answers[0], asked[0]?.answers.at(-1)], ['Do not run it', 'Always allow…']);
    });

    it('names in the second form all tools that it covers, and the scopes from the widest, which a double click must not hit', async () => {
      const answer = await answering('Always', 'Always allow everywhere').askRun(
        scriptToApprove(unruled([write, wipe])),
        options(),
      );
      assert.deepEqual(answer, { kind: 'allow', scope: 'always' });
      const second = asked[1];
      assert.match(
        second?.message ?? '',
        /- `tools\.files\.wipe` can overwrite or delete\n- `tools\.files\.write` can write$/,
      );
      assert.match(second?.answers.join('\n') ?? '', /^Back\n.* everywhere, .*\n.* in this chat, .*$/);
    });

    it('tells from them those that a rule asks for in each run', async () => {
      const ruled = [...unruled([write]), { tool: wipe, ruling: { action: 'askEachRun', rule } }] as const;
      await answering('Always', 'Always allow in this chat').askRun(scriptToApprove(ruled), options());
      assert.match(
        asked[1]?.message ?? '',
        /- `tools\.files\.write` can write\n\nAllowed once:\n\n- `tools\.files\.wipe` can/,
      );
    });

    it('comes back to the first form from the second, where no is still the first answer', async () => {
      const answer = await answering('Always', 'Back', 'Do not').askRun(
        scriptToApprove(unruled([write])),
        options(),
      );
      assert.deepEqual(answer, { kind: 'refuse' });
      assert.deepEqual(asked[2], asked[0]);
    });

    it('can be given to a call', async () => {
      const call = callToApprove(write);
      assert.deepEqual(await answering('Always', 'Always allow in this chat').askCall(call, options()), {
        kind: 'allow',
        scope: 'chat',
      });
    });

    it('is not offered where no yes may last', async () => {
      await answering('Do not').askRun(scriptToApprove(unruled([write])), { ...options(), scopes: [] });
      assert.ok(!asked[0]?.answers.includes('Always allow…'));
    });

    it('keeps the question open while the user answers', async () => {
      let times = 0;
      await answering('Always', 'Back', 'Run it').askRun(scriptToApprove(unruled([write])), {
        ...options(),
        onActivity: () => (times += 1),
      });
      assert.equal(times, 2);
    });
  });

  it('takes the first answer, which a closed one is, for no', async () => {
    assert.deepEqual(await answerTo((_message, answers) => Promise.resolve(answers[0])), { kind: 'refuse' });
  });

  it('is not answered where the client cannot ask', async () =>
    assert.equal(await answerTo(undefined), undefined));

  it('is not answered when it is taken back', async () => {
    const over = new AbortController();
    const ask: Ask = (_message, _answers, { signal }) => {
      over.abort();
      return Promise.reject(signal.reason as Error);
    };
    assert.equal(await new ClientQuestions(ask).askRun(script, options(over.signal)), undefined);
  });
});
