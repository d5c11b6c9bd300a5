import assert from 'node:assert/strict';
import type { RunOutcome } from '../../../../src/engine/runOutcome.ts';
import { refusedRun } from '../../../../src/journal/past/replayRun.ts';
import { allChats } from '../../../../src/vscode/chat/chatSessionOf.ts';
import { runChatScript } from '../../../../src/vscode/chat/runChatScript.ts';
import type { RunRequest, RunWork } from '../../../../src/vscode/runs/editorRuns.ts';
import { RecordingApprover } from '../../../fakes/recordingApprover.ts';

/** Records the runs; every run fails, and could be resumed. */
class FakeRuns {
  readonly works: RunWork[] = [];

  run({ work }: RunRequest): Promise<RunOutcome> {
    this.works.push(work);
    return Promise.resolve({ ...refusedRun('x'), isResumable: true });
  }
}

function scriptOf(session: string, resume?: unknown) {
  const script = { code: 'return 1', origin: { door: 'chat' }, session } as const;
  return { script, resume, approver: new RecordingApprover() };
}

describe('runChatScript', () => {
  it('runs a script, and says that its chat can resume it', async () => {
    const runs = new FakeRuns();
    const outcome = await runChatScript(runs, scriptOf('chat:a'));
    assert.deepEqual([outcome.isResumable, runs.works.map(({ kind }) => kind)], [true, ['script']]);
  });

  it('offers no resumption where it is not known which chat called', async () => {
    assert.equal((await runChatScript(new FakeRuns(), scriptOf(allChats))).isResumable, undefined);
  });

  it('resumes a run of the same chat', async () => {
    const runs = new FakeRuns();
    await runChatScript(runs, scriptOf('chat:a', 'some run'));
    const [work] = runs.works;
    assert.deepEqual(work?.kind === 'resume' && [work.resume.run, work.resume.session], [
      'some run',
      'chat:a',
    ]);
  });

  it('refuses to resume where it is not known which chat called', async () => {
    const runs = new FakeRuns();
    const outcome = await runChatScript(runs, scriptOf(allChats, 'some run'));
    assert.match(outcome.errors[0]?.message ?? '', /^Only a chat can resume /);
    assert.deepEqual(runs.works, []);
  });
});
