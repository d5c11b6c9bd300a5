// Refuses calls beyond the limit of a script and the saved scripts that it calls (`codeMode.limits.calls`).
import type { RunRecorder } from '../runJournal.ts';
import { failedReply, type CallStep, type MadeCall } from './callStep.ts';

export class CallBudget {
  readonly #most: number;
  #made = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Creates the step for one run. Several runs may share the budget. */
  step(recorder: RunRecorder | undefined): CallStep<MadeCall> {
    return (call, next) => {
      this.#made += 1;
      if (this.#made <= this.#most) return next(call);
      const { guest } = call;
      const names =
        guest.target === 'codemode'
          ? { server: 'codemode', tool: guest.method }
          : { server: guest.server, tool: guest.target === 'tool' ? guest.tool : guest.method };
      const problem = `the script and its saved scripts made ${this.#most} calls (codeMode.limits.calls).`;
      const message = `tools.${names.server}.${names.tool} was not called: ${problem}`;
      const reply = failedReply(names, 'limit_exceeded', message);
      recorder?.answered(guest.sequence, reply, undefined);
      return Promise.resolve(reply);
    };
  }
}
