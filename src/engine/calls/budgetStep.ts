// The step that refuses calls beyond the limit of a run.
import type { CallBudget } from '../callBudget.ts';
import type { RunRecorder } from '../runJournal.ts';
import { failedReply, type CallStep, type MadeCall } from './callStep.ts';

/** Creates the step for one run. Several runs may share the budget. */
export function budgetStep(budget: CallBudget, recorder: RunRecorder | undefined): CallStep<MadeCall> {
  return (call, next) => {
    const problem = budget.take();
    if (problem === undefined) return next(call);
    const { guest } = call;
    const names =
      guest.target === 'codemode'
        ? { server: 'codemode', tool: guest.method }
        : { server: guest.server, tool: guest.target === 'tool' ? guest.tool : guest.method };
    const reply = failedReply(
      names,
      'limit_exceeded',
      `tools.${names.server}.${names.tool} was not called: ${problem}`,
    );
    recorder?.answered(guest.sequence, reply, undefined);
    return Promise.resolve(reply);
  };
}
