// Runs a script of a chat, or resumes a run of it, for the language-model tool and for the window's own MCP server.
import type { ExecuteRequest } from '../../engine/executeRequest.ts';
import type { RunOutcome } from '../../engine/runOutcome.ts';
import { refusedRun } from '../../runs/replayRun.ts';
import type { EditorRuns, RunRequest } from '../runs/editorRuns.ts';
import { allChats } from './chatSessionOf.ts';

interface ChatScript extends Omit<RunRequest, 'from' | 'work'> {
  readonly script: Omit<ExecuteRequest, 'approver' | 'observer' | 'signal'>;
  /** As it came: the id of a run of the same chat, which is resumed. */
  readonly resume: unknown;
  /** As it came: whether calls of that run took effect, where no user can be asked. */
  readonly inFlight?: unknown;
}

/** Only a chat that is known as one has runs of its own, which it may resume. */
export async function runChatScript(
  runs: Pick<EditorRuns, 'run'>,
  { script, resume, inFlight, ...request }: ChatScript,
): Promise<RunOutcome> {
  const isOwnSession = script.session !== allChats;
  if (resume === undefined) {
    const { isResumable, ...outcome } = await runs.run({ from: 'chat', ...request, work: { kind: 'script', script } });
    return { ...outcome, ...(isResumable && isOwnSession && { isResumable }) };
  }
  if (!isOwnSession) return refusedRun('Only a chat can resume runs, and only its own.');
  return runs.run({ from: 'chat', ...request, work: { kind: 'resume', resume: { ...script, run: resume, inFlight } } });
}
