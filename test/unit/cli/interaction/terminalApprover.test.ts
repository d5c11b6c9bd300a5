import assert from 'node:assert/strict';
import { TerminalApprover } from '../../../../src/cli/interaction/terminalApprover.ts';
import type { ToolUse } from '../../../../src/engine/consent/toolUses.ts';
import { catalogTool } from '../../../fakes/catalogTool.ts';
import { unruled } from '../../../fakes/noRules.ts';
import { callToApprove, scriptToApprove } from '../../../fakes/scriptToApprove.ts';
import { FakeQuestions } from './fakeQuestions.ts';

const ruling = { action: 'ask' } as const;
const { signal } = new AbortController();
const drop = catalogTool({
  namespace: 'db',
  method: 'drop',
  annotations: { destructiveHint: true },
  inputSchema: { type: 'object', properties: { path: {}, text: {}, drop: {} }, required: ['text'] },
});

describe('TerminalApprover', () => {
  it('shows what matters of a call before what is long, and says what a yes means', async () => {
    const questions = new FakeQuestions('y');
    const input = { text: 'x'.repeat(50_000), aaa: 'y'.repeat(50_000), path: '/home/аdmin', drop: true };
    assert.deepEqual(await new TerminalApprover(questions).approveCall(callToApprove(drop, input), signal), {
      granted: true,
      by: 'user',
    });
    const [what, path, text, dropped, more, question, ...rest] = questions.asked.join('').split('\n');
    assert.equal(
      what,
      'The running script calls tools.db.drop (can overwrite or delete). It is called with:',
    );
    assert.equal(path, '│ path: "/home/\\u{430}dmin"');
    assert.match(text ?? '', /^│ text: "x+" … 4\d,\d\d\d more characters … "x+"$/);
    assert.equal(dropped, '│ drop: true');
    assert.match(more ?? '', /^│ aaa: "y+" … 4\d,\d\d\d more characters … "y+"$/);
    assert.match(question ?? '', /^Allow .* every later call of tools\.db\.drop in this run\? \[y\/N\] $/);
    assert.deepEqual(rest, []);
  });

  it('asks whether a write in flight took effect, and stops the run where the answer is neither yes nor no', async () => {
    const call = {
      source: '',
      run: 'k3f9a-2b71c000',
      call: '3',
      path: 'tools.db.drop',
      input: { path: '/a' },
      sentAt: new Date(2026, 0, 2, 3, 4, 5).getTime(),
    };
    const kinds = [];
    for (const line of ['y', 'n', '', undefined]) {
      const questions = new FakeQuestions(line);
      const answer = await new TerminalApprover(questions).askInFlight(call, signal);
      kinds.push(answer.kind === 'stop' ? answer.why : answer.kind);
      if (line === undefined)
        assert.match(
          answer.kind === 'stop' ? answer.reason : '',
          /^Run k3f9a-2b71c000 sent tools\.db\.drop \(call 3\) at 2026-01-02 03:04:05 \(UTC/,
        );
      else assert.match(questions.asked.join(), /path: "\/a"\nDid it take effect\?/);
    }
    assert.deepEqual(kinds, ['happened', 'didNotHappen', 'refused', 'unavailable']);
  });

  it('takes d for a dry run of a script, and for no of a call', async () => {
    const approver = new TerminalApprover(new FakeQuestions('d'));
    const run = await approver.approveRun(scriptToApprove(unruled([drop])), signal);
    const call = await approver.approveCall(callToApprove(drop), signal);
    assert.deepEqual([run.granted || run.why, call.granted || call.why], ['dryRun', 'refused']);
  });

  it('names the tools of a script, what they can destroy and what it can carry away', async () => {
    const questions = new FakeQuestions('n');
    const reader = catalogTool({ namespace: 'files', method: 'read', readOnly: true });
    const post = catalogTool({ namespace: 'web', method: 'post', annotations: { openWorldHint: true } });
    const script = scriptToApprove(unruled([drop, post, reader]));
    const approval = await new TerminalApprover(questions).approveRun(script, signal);
    assert.deepEqual(questions.asked, [
      'The script calls tools that need approval: tools.db.drop (can overwrite or delete), tools.web.post (can write).\n' +
        '│ tools.db.drop\n' +
        '│ tools.web.post\n' +
        'It reads with tools.files.read.\n' +
        'It can send data of tools.files beyond this machine: tools.web.post.\n' +
        'Run it, with every call of these tools? [y/N/d: dry run] ',
    ]);
    assert.equal(approval.granted ? '' : approval.why, 'refused');
  });

  it('shows where and how often the code calls a tool, and with what', async () => {
    const questions = new FakeQuestions('n');
    const places = [
      { line: 4, text: 'await tools.db.drop({ table\u202e', times: 1, arguments: 'table: "users"' },
    ] as const;
    const use: ToolUse = { tool: drop, effect: 'destroys', ruling, times: 'loop', places, morePlaces: 2 };
    await new TerminalApprover(questions).approveRun({ source: '', uses: [use], asked: [use] }, signal);
    const plan = questions.asked
      .join('')
      .split('\n')
      .filter((line) => line.startsWith('│'));
    assert.deepEqual(plan, [
      '│ tools.db.drop, in a loop',
      '│   line 4: await tools.db.drop({ table\\u{202e}',
      '│     with table: "users"',
      '│   and 2 more',
    ]);
  });

  it('asks nobody where nobody can be asked, and says what allows it', async () => {
    const approval = await new TerminalApprover(new FakeQuestions()).approveCall(callToApprove(drop), signal);
    assert.match(approval.granted ? '' : approval.reason, /--allow-writes/);
  });
});
