// Runs a script of a chat, or resumes one of the chat's runs, for the language-model tool and for the MCP server of the
// window.
import type { ExecuteRequest, RunOutcome } from '../../engine/index.ts';
import { refusedRun } from '../../journal/index.ts';
import type { EditorRuns, RunRequest, RunWork } from '../runs/editorRuns.ts';
import { allChats } from './chatSessionOf.ts';

interface ChatScript extends Omit<RunRequest, 'from' | 'work'> {
  readonly script: Omit<ExecuteRequest, 'approver' | 'observer' | 'signal'>;
  /** The id of the run to resume, unvalidated. The run must belong to the same chat. */
  readonly resume: unknown;
  /**
   * The outcomes of that run's calls in flight, unvalidated: `{ "3": "happened", "5": "not-happened" }`. Used if no
   * user can be asked.
   */
  readonly inFlight?: unknown;
}

/** Runs or resumes the script. Only an identified chat owns runs, so only such a chat may resume one. */
export async function runChatScript(
  runs: Pick<EditorRuns, 'run'>,
  { script, resume, inFlight, ...request }: ChatScript,
): Promise<RunOutcome> {
  const isOwnSession = script.session !== allChats;
  if (resume !== undefined && !isOwnSession)
    return refusedRun('Only a chat can resume runs, and only its own.');
  const work: RunWork =
    resume === undefined
      ? { kind: 'script', script }
      : { kind: 'resume', resume: { ...script, run: resume, inFlight } };
  const { isResumable, ...outcome } = await runs.run({ from: 'chat', ...request, work });
  return { ...outcome, ...(isResumable && isOwnSession && { isResumable }) };
}
