// Counts the calls of a script and of the saved scripts that it calls, together (codeMode.limits.calls).
import type { CallStep, MadeCall } from './callStep.ts';
import { failedReply } from './callStep.ts';
import type { RunRecorder } from '../runJournal.ts';

export class CallBudget {
  readonly #most: number;
  #made = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** The step of one run. Several runs may share the budget. */
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
      const reply = failedReply(names, 'limit_exceeded', `tools.${names.server}.${names.tool} was not called: ${problem}`);
      recorder?.answered(guest.sequence, reply, undefined);
      return Promise.resolve(reply);
    };
  }
}
