import assert from 'node:assert/strict';
import type { Approval } from '../../../src/engine/consent/approval.ts';
import { inFlightAnswers } from '../../../src/engine/consent/inFlightText.ts';
import { ElicitationApprover } from '../../../src/serve/elicitationApprover.ts';
import { unruled } from '../../fakes/noRules.ts';
import { catalogTool } from '../../fakes/catalogTool.ts';
import { callToApprove, scriptToApprove } from '../../fakes/scriptToApprove.ts';

const { signal } = new AbortController();
const wipe = catalogTool({ method: 'wipe', annotations: { destructiveHint: true } });
const write = catalogTool();
const read = catalogTool({ method: 'read', readOnly: true });

describe('a question by elicitation', () => {
  let asked: { readonly message: string; readonly answers: readonly string[] };

  const answering = (answer: string | undefined) =>
    new ElicitationApprover((message, answers) => {
      asked = { message, answers };
      return Promise.resolve(answer);
    });
  const approve = (
    answer: string | undefined,
    source = 'tools.files.write({})',
    tools = [read, write, wipe],
  ): Promise<Approval> => {
    const mentions = new Map(tools.map(({ path }) => [path, [{ line: 1, column: 1 }]]));
    return answering(answer).approveRun(scriptToApprove(unruled(tools), { source, mentions }), signal);
  };

  it('names each tool that a yes allows, those that destroy first', async () => {
    await approve('Run it');
    assert.match(
      asked.message,
      /`tools\.files\.wipe` can overwrite or delete[^]*`tools\.files\.write` can write/,
    );
  });

  it('begins with the title of the script, in which a model can write no Markdown', async () => {
    const script = { ...scriptToApprove(unruled([write])), title: '[Free](https://x.example) `now`' };
    await answering('Run it').approveRun(script, signal);
    assert.match(asked.message, /^Run the script `` \[Free\]\(https:\/\/x\.example\) `now` ``\? It calls:\n/);
  });

  it('says where a server declares nothing of what its tool does', async () => {
    const silent = catalogTool({ method: 'post', isUndeclared: true });
    await approve('Run it', 'tools.files.post({})', [silent]);
    assert.match(asked.message, /^`tools\.files\.post`, effect not declared$/m);
    await answering('Allow it').approveCall(callToApprove(silent), signal);
    assert.match(asked.message, /calls `tools\.files\.post`, effect not declared\. Allow this/);
  });

  it('says how often, and with what the code calls a tool', async () => {
    const mentions = new Map([[write.path, [{ line: 1, column: 1, times: 3, arguments: 'path: "a.txt"' }]]]);
    const script = scriptToApprove(unruled([write]), { source: 'tools.files.write({', mentions });
    await answering('Run it').approveRun(script, signal);
    assert.match(
      asked.message,
      /can write, up to 3 times\n- line 1: `tools\.files\.write\(\{`\n {2}with `path: "a\.txt"`/,
    );
  });

  it('names what is called unasked, and what fails', async () => {
    const rule = { pattern: '*', action: 'deny', setting: 'test' } as const;
    const ruled = [
      ...unruled([read]),
      { tool: write, ruling: { action: 'allow' } },
      { tool: wipe, ruling: { action: 'deny', rule } },
    ] as const;
    const move = catalogTool({ method: 'move' });
    await answering('Run it').approveRun(scriptToApprove([...ruled, ...unruled([move])]), signal);
    assert.match(
      asked.message,
      /already allowed: `tools\.files\.write`\.\n\nRules deny `tools\.files\.wipe`: these calls fail/,
    );
    assert.doesNotMatch(asked.message, /`tools\.files\.wipe` can/);
  });

  it('has no as the first answer, which Enter takes', async () => {
    await approve('Run it');
    assert.deepEqual(asked.answers.slice(0, 2), ['Do not run it', 'Run it']);
  });

  it('allows after yes alone', async () => {
    const granted = [];
    for (const answer of ['Run it', 'Do not run it', 'run it', undefined])
      granted.push((await approve(answer)).granted);
    assert.deepEqual(granted, [true, false, false, false]);
  });

  it('offers a dry run of a script, and none of a call', async () => {
    await approve('Run it');
    const dryRun = asked.answers.find((answer) => answer.startsWith('Dry run: '));
    const run = await approve(dryRun);
    const call = await answering(dryRun).approveCall(callToApprove(write), signal);
    assert.deepEqual([run.granted || run.why, call.granted || call.why], ['dryRun', 'refused']);
  });

  it('tells no answer from no', async () => {
    const reasons = [];
    for (const answer of ['Do not run it', undefined]) {
      const approval = await approve(answer);
      reasons.push(approval.granted || approval.why);
    }
    assert.deepEqual(reasons, ['refused', 'unanswered']);
  });

  it('asks whether a write in flight took effect, with stopping as the first answer', async () => {
    const call = {
      source: '',
      run: 'k3f9a-2b71c000',
      call: '3',
      path: 'tools.files.write',
      input: { path: '`a`' },
      sentAt: 0,
    };
    const answers = [];
    for (const answer of [
      inFlightAnswers.happened,
      inFlightAnswers.didNotHappen,
      inFlightAnswers.stop,
      undefined,
    ]) {
      const given = await answering(answer).askInFlight(call, signal);
      answers.push(given.kind === 'stop' ? given.why : given.kind);
    }
    const unasked = await new ElicitationApprover(undefined).askInFlight(call, signal);
    assert.deepEqual(answers, ['happened', 'didNotHappen', 'refused', 'unanswered']);
    assert.equal(unasked.kind === 'stop' && unasked.why, 'unavailable');
    assert.equal(asked.answers[0], inFlightAnswers.stop);
    assert.match(asked.message, /^`Run k3f9a-2b71c000 sent tools\.files\.write[^]*`` path: "`a`" ``$/);
  });

  it('refuses for a client that cannot ask, with the names as a question would show them', async () => {
    const hidden = catalogTool({ method: 'p\u0430y' });
    const refusal = await new ElicitationApprover(undefined).approveRun(
      scriptToApprove(unruled([hidden])),
      signal,
    );
    assert.equal(refusal.granted || refusal.why, 'unavailable');
    assert.match(
      refusal.granted ? '' : refusal.reason,
      /: tools\.files\.p\\u\{430\}y\. This client cannot ask .* --allow-writes /,
    );
  });

  it('quotes code so that it is no Markdown', async () => {
    await approve('Run it', '``[a link](https://example.com)``');
    assert.match(asked.message, /- line 1: ``` ``\[a link\]\(https:\/\/example\.com\)`` ```/);
  });

  it('shows the arguments of a call that the code did not show', async () => {
    await answering('Allow it').approveCall(callToApprove(write, { path: 'a.txt' }), signal);
    assert.match(asked.message, /`tools\.files\.write`, which can write[^]*`path: "a\.txt"`/);
  });
});
