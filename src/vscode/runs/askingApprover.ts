// Lets a run be seen to wait for the user while its approver asks them. What was allowed before is granted at once, without a question.
import { setImmediate } from 'node:timers/promises';
import type { Approval, Approver } from '../../engine/approval.ts';
import type { RunState } from './runState.ts';

/** `changed`: the state is another now. */
export function askingApprover(approver: Approver, state: RunState, changed: () => void): Approver {
  const whileAsking = async (decided: Promise<Approval>): Promise<Approval> => {
    const atOnce = await Promise.race([decided, setImmediate(undefined)]);
    if (atOnce) return atOnce;
    const answered = state.asks();
    changed();
    try {
      return await decided;
    } finally {
      answered();
      changed();
    }
  };
  return {
    approveRun: (script, signal) => whileAsking(approver.approveRun(script, signal)),
    approveCall: (call, signal) => whileAsking(approver.approveCall(call, signal)),
  };
}
