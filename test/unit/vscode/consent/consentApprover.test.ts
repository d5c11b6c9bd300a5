import assert from 'node:assert/strict';
import type { CatalogTool } from '../../../../src/catalog/catalogSnapshot.ts';
import type { ScriptToApprove } from '../../../../src/engine/consent/approval.ts';
import type { Ruling } from '../../../../src/engine/consent/approvalRules.ts';
import { Consents, type ConsentScope } from '../../../../src/vscode/consent/consents.ts';
import { Mutex } from '../../../../src/mcp/elicitation/mutex.ts';
import {
  ConsentApprover,
  type ApprovalAnswer,
  type ApprovalQuestions,
  type AskOptions,
  type ConsentApproverParts,
} from '../../../../src/vscode/consent/consentApprover.ts';
import { namedTool } from '../../../fakes/namedTool.ts';
import { unruled } from '../../../fakes/noRules.ts';
import { callToApprove, scriptToApprove } from '../../../fakes/scriptToApprove.ts';
import { KeptConsents } from '../../../fakes/keptConsents.ts';

const write = namedTool('files.write');
const move = namedTool('files.move');
const drop = namedTool('db.drop', { destructiveHint: true });
const never = new AbortController().signal;

function script(...writes: readonly CatalogTool[]): ScriptToApprove {
  return scriptToApprove(unruled(writes));
}

type Answering = (options: AskOptions) => ApprovalAnswer | undefined | Promise<ApprovalAnswer | undefined>;

class AnsweredQuestions implements ApprovalQuestions {
  readonly asked: string[] = [];
  open = 0;
  mostOpen = 0;
  answer: Answering = () => ({ kind: 'refuse' });

  askRun({ asked }: ScriptToApprove, options: AskOptions): Promise<ApprovalAnswer | undefined> {
    return this.#ask(`run: ${asked.map(({ tool }) => tool.path).join(', ')}`, options);
  }

  askCall(
    { tool }: { readonly tool: CatalogTool },
    options: AskOptions,
  ): Promise<ApprovalAnswer | undefined> {
    return this.#ask(`call: ${tool.path}`, options);
  }

  askInFlight({ path }: { readonly path: string }, options: AskOptions): Promise<ApprovalAnswer | undefined> {
    return this.#ask(`in flight: ${path}`, options);
  }

  async #ask(what: string, options: AskOptions): Promise<ApprovalAnswer | undefined> {
    this.asked.push(what);
    this.open++;
    this.mostOpen = Math.max(this.mostOpen, this.open);
    await Promise.resolve();
    try {
      return await this.answer(options);
    } finally {
      this.open--;
    }
  }
}

/** Shows the question until the signal closes it. */
const unattended: Answering = ({ signal }) =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined), { once: true }));

describe('the approver of the editor', () => {
  let questions: AnsweredQuestions;
  let parts: ConsentApproverParts;
  let approver: ConsentApprover;
  const allow = (scope: 'run' | ConsentScope): void =>
    void (questions.answer = () => ({ kind: 'allow', scope }));
  /** Asks about a script that writes, with this time for an answer. */
  const approvedWithin = (ms: number) =>
    new ConsentApprover({ ...parts, answerMs: () => ms }).approveRun(script(write), never);

  beforeEach(() => {
    questions = new AnsweredQuestions();
    parts = {
      consents: new Consents(new KeptConsents()),
      questions,
      turns: new Mutex(),
      place: { chat: 'chat:1' },
      scopes: ['chat', 'always'],
      answerMs: () => 0,
    };
    approver = new ConsentApprover(parts);
  });

  it('passes on that the user chose a dry run, and remembers nothing', async () => {
    questions.answer = () => ({ kind: 'dryRun' });
    const approval = await approver.approveRun(script(write), never);
    assert.equal(approval.granted || approval.why, 'dryRun');
    assert.deepEqual(parts.consents.all(), []);
  });

  it('asks of each write in flight, whatever was allowed before', async () => {
    allow('always');
    await approver.approveRun(script(write), never);
    const call = { source: '', run: 'k3f9a-2b71c000', call: '3', path: write.path, input: {}, sentAt: 0 };
    for (const kind of ['happened', 'didNotHappen'] as const) {
      questions.answer = () => ({ kind });
      assert.deepEqual(await approver.askInFlight(call, never), { kind });
    }
    questions.answer = () => ({ kind: 'refuse' });
    const answer = await approver.askInFlight(call, never);
    assert.equal(answer.kind === 'stop' && answer.why, 'refused');
  });

  it('asks again after a yes to one run', async () => {
    allow('run');
    await approver.approveRun(script(write), never);
    assert.deepEqual(await approver.approveRun(script(write), never), {
      granted: true,
      by: 'user',
      covered: [],
    });
    assert.equal(questions.asked.length, 2);
  });

  it('does not ask again for what was allowed for longer', async () => {
    allow('chat');
    await approver.approveRun(script(write), never);
    await approver.approveRun(script(write), never);
    await approver.approveCall(callToApprove(write), never);
    assert.deepEqual(questions.asked, ['run: tools.files.write']);
  });

  it('asks only for the tools that no consent covers', async () => {
    allow('always');
    await approver.approveRun(script(write), never);
    await approver.approveRun(script(write, drop, move), never);
    assert.deepEqual(questions.asked, ['run: tools.files.write', 'run: tools.db.drop, tools.files.move']);
  });

  it('asks in each run for what a rule says, and keeps no consent of it', async () => {
    allow('always');
    const ruling: Ruling = {
      action: 'askEachRun',
      rule: { pattern: 'files.*', action: 'ask', setting: 'test' },
    };
    const both = scriptToApprove([...unruled([drop]), { tool: write, ruling }]);
    await approver.approveRun(both, never);
    await approver.approveRun(both, never);
    await approver.approveCall(callToApprove(write, {}, ruling), never);
    assert.deepEqual(questions.asked, [
      'run: tools.db.drop, tools.files.write',
      'run: tools.files.write',
      'call: tools.files.write',
    ]);
    assert.deepEqual(
      parts.consents.all().map(({ tool }) => tool),
      ['drop'],
    );
  });

  it('offers nothing lasting for what a rule asks for', async () => {
    let offered: readonly ConsentScope[] | undefined;
    questions.answer = ({ scopes }) => {
      offered = scopes;
      return { kind: 'refuse' };
    };
    await approver.approveCall(callToApprove(write, {}, { action: 'askEachRun' }), never);
    assert.deepEqual(offered, []);
  });

  it('asks for each tool that the script could not name', async () => {
    allow('run');
    await approver.approveRun(script(write), never);
    await approver.approveCall(callToApprove(drop), never);
    assert.deepEqual(questions.asked, ['run: tools.files.write', 'call: tools.db.drop']);
  });

  it('says that the user refused, and allows nothing', async () => {
    const approval = await approver.approveRun(script(write, drop), never);
    assert.deepEqual(approval, {
      granted: false,
      why: 'refused',
      reason: 'The user refused to run this script, which calls tools.db.drop, tools.files.write.',
    });
    assert.deepEqual(parts.consents.all(), []);
  });

  it('closes a question that stands unattended, and says that the user did not answer', async () => {
    questions.answer = unattended;
    const approval = await approvedWithin(20);
    assert.deepEqual(
      [approval.granted, !approval.granted && approval.why, questions.open],
      [false, 'unanswered', 0],
    );
  });

  it('waits on while the user does something with the question', async () => {
    let stops = 0;
    questions.answer = ({ onActivity, signal }) => {
      signal.addEventListener('abort', () => stops++);
      const busy = setInterval(onActivity, 10);
      return new Promise((resolve) =>
        setTimeout(() => {
          clearInterval(busy);
          resolve({ kind: 'allow', scope: 'run' });
        }, 400),
      );
    };
    const approval = await approvedWithin(200);
    assert.deepEqual([approval.granted, stops], [true, 0]);
  });

  it('closes the question of a run that is cancelled', async () => {
    const cancel = new AbortController();
    questions.answer = (options) => {
      setImmediate(() => cancel.abort());
      return unattended(options);
    };
    const approval = await approver.approveRun(script(write), cancel.signal);
    assert.deepEqual([approval.granted, !approval.granted && approval.why], [false, 'cancelled']);
  });

  it('asks one question at a time, and the second not at all where the first covers it', async () => {
    allow('chat');
    const approvals = await Promise.all(
      [script(write), script(write), script(write, move)].map((each) => approver.approveRun(each, never)),
    );
    assert.ok(approvals.every(({ granted }) => granted));
    assert.deepEqual(
      [questions.asked, questions.mostOpen],
      [['run: tools.files.write', 'run: tools.files.move'], 1],
    );
  });

  it('counts the time for an answer from when the question is shown', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    void parts.turns.run(() => promise);
    allow('run');
    const approval = approvedWithin(20);
    setTimeout(() => resolve(undefined), 100);
    assert.deepEqual(
      [await approval, questions.asked],
      [{ granted: true, by: 'user', covered: [] }, ['run: tools.files.write']],
    );
  });

  it('does not ask for a run that was cancelled while it waited for its turn', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    void parts.turns.run(() => promise);
    const cancel = new AbortController();
    const approving = approver.approveRun(script(write), cancel.signal);
    cancel.abort();
    const approval = await approving;
    resolve(undefined);
    await parts.turns.run(() => Promise.resolve());
    assert.deepEqual([!approval.granted && approval.why, questions.asked], ['cancelled', []]);
  });
});
