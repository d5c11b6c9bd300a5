// Asks in the client's own chat whether a script may write, for this run alone: what is allowed for longer is said in the editor's question.
import type { Approval, CallInFlight, CallToApprove, ScriptToApprove } from '../../engine/consent/approval.ts';
import { ElicitationApprover, type Ask } from '../../serve/elicitationApprover.ts';
import type { ApprovalAnswer, ApprovalQuestions, AskOptions } from './consentApprover.ts';

export class ClientQuestions implements ApprovalQuestions {
  readonly #approver: ElicitationApprover;

  /** Without `ask`, for a client that cannot ask its user, nothing is allowed. */
  constructor(ask: Ask | undefined) {
    this.#approver = new ElicitationApprover(ask);
  }

  askRun(script: ScriptToApprove, { signal }: AskOptions): Promise<ApprovalAnswer | undefined> {
    return answerOf(this.#approver.approveRun(script, signal), signal);
  }

  askCall(call: CallToApprove, { signal }: AskOptions): Promise<ApprovalAnswer | undefined> {
    return answerOf(this.#approver.approveCall(call, signal), signal);
  }

  async askInFlight(call: CallInFlight, { signal }: AskOptions): Promise<ApprovalAnswer | undefined> {
    try {
      const answer = await this.#approver.askInFlight(call, signal);
      if (answer.kind !== 'stop') return answer;
      return answer.why === 'refused' ? { kind: 'refuse' } : undefined;
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    }
  }
}

async function answerOf(asked: Promise<Approval>, signal: AbortSignal): Promise<ApprovalAnswer | undefined> {
  try {
    const approval = await asked;
    if (approval.granted) return { kind: 'allow', scope: 'run' };
    if (approval.why === 'dryRun') return { kind: 'dryRun' };
    return approval.why === 'refused' ? { kind: 'refuse' } : undefined;
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}
