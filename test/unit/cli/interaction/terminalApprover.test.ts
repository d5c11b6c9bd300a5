import assert from 'node:assert/strict';
import { TerminalApprover } from '../../../../src/cli/interaction/terminalApprover.ts';
import type { ToolUse } from '../../../../src/engine/consent/toolUses.ts';
import { catalogTool } from '../../../fakes/catalogTool.ts';

/** Types the same line at every question. */
class FakeQuestions {
  readonly asked: string[] = [];
  readonly canAsk: boolean;
  readonly #line: string;

  constructor(line?: string) {
    this.canAsk = line !== undefined;
    this.#line = line ?? '';
  }

  ask(question: string): Promise<string> {
    this.asked.push(question);
    return Promise.resolve(this.#line);
  }
}

const { signal } = new AbortController();
const drop = catalogTool({
  namespace: 'db',
  method: 'drop',
  annotations: { destructiveHint: true },
  inputSchema: { type: 'object', properties: { path: {}, text: {}, drop: {} }, required: ['text'] },
});
const useOf = (tool: ToolUse['tool']): ToolUse => ({ tool, effect: 'writes', places: [], morePlaces: 0 });

describe('TerminalApprover', () => {
  it('shows what matters of a call before what is long, and says what a yes means', async () => {
    const questions = new FakeQuestions('y');
    const input = { text: 'x'.repeat(50_000), aaa: 'y'.repeat(50_000), path: '/home/аdmin', drop: true };
    assert.deepEqual(await new TerminalApprover(false, questions).approveCall({ source: '', tool: drop, input }, signal), {
      granted: true,
    });
    const [what, path, text, dropped, more, question, ...rest] = questions.asked.join('').split('\n');
    assert.equal(what, 'tools.db.drop (can destroy) is not marked read-only. It is called with:');
    assert.equal(path, '│ path: "/home/\\u{430}dmin"');
    assert.match(text ?? '', /^│ text: "x+" … 4\d,\d\d\d more characters … "x+"$/);
    assert.equal(dropped, '│ drop: true');
    assert.match(more ?? '', /^│ aaa: "y+" … 4\d,\d\d\d more characters … "y+"$/);
    assert.equal(question, 'Allow this and every later call of tools.db.drop in this run? [y/N] ');
    assert.deepEqual(rest, []);
  });

  it('takes d for a dry run of a script, and for no of a call', async () => {
    const approver = new TerminalApprover(false, new FakeQuestions('d'));
    const run = await approver.approveRun({ source: '', uses: [useOf(drop)], writes: [drop] }, signal);
    const call = await approver.approveCall({ source: '', tool: drop, input: {} }, signal);
    assert.deepEqual([run.granted || run.why, call.granted || call.why], ['dryRun', 'refused']);
  });

  it('names the tools of a script, what they can destroy and what it can carry away', async () => {
    const questions = new FakeQuestions('n');
    const reader = catalogTool({ namespace: 'files', method: 'read', readOnly: true });
    const post = catalogTool({ namespace: 'web', method: 'post', annotations: { openWorldHint: true } });
    const script = { source: '', uses: [drop, post, reader].map(useOf), writes: [drop, post] };
    const approval = await new TerminalApprover(false, questions).approveRun(script, signal);
    assert.deepEqual(questions.asked, [
      'The script calls tools that may write: tools.db.drop (can destroy), tools.web.post.\n' +
        'It can send data of tools.files beyond this machine: tools.web.post.\n' +
        'Run it, with every call of these tools? [y/N/d: dry run] ',
    ]);
    assert.equal(approval.granted ? '' : approval.why, 'refused');
  });

  it('asks nobody where nobody can be asked, and says what allows it', async () => {
    const approval = await new TerminalApprover(false, new FakeQuestions()).approveCall({ source: '', tool: drop, input: {} }, signal);
    assert.match(approval.granted ? '' : approval.reason, /--allow-writes/);
  });

  it('asks nothing with --allow-writes', async () => {
    const questions = new FakeQuestions('n');
    const approval = await new TerminalApprover(true, questions).approveCall({ source: '', tool: drop, input: {} }, signal);
    assert.deepEqual([approval, questions.asked], [{ granted: true }, []]);
  });
});
