// One start of a server, shared by all callers that wait for it. A caller for which no person may be asked does not
// wait for a person's answer.
import type { CallOptions, UserAction } from '../../catalog/index.ts';
import type { StartInteraction } from '../protocol/startInteraction.ts';
import type { OpenOutcome } from '../session/mcpSession.ts';
import { untilAborted } from '../../base/withTimeout.ts';

interface ConnectionAttemptOptions {
  /** True if a person may be asked. */
  readonly interactive: boolean;
  /** Maximum time in milliseconds that the server itself may take. */
  readonly startMs: number;
  /** Called when the start begins or stops to wait for a person. */
  readonly onChange: () => void;
  /** Opens the session. Called when the owner has stored this attempt. */
  readonly open: () => Promise<OpenOutcome>;
}

interface StartQuestion {
  readonly need: UserAction;
  /** Resolves when the question is answered or withdrawn; never rejects. */
  readonly closed: Promise<object>;
  readonly close: () => void;
  /** Number of callers that wait for the answer. */
  waiting: number;
}

const waitsFor: Readonly<Record<UserAction, string>> = {
  needs_input: 'it waits for the user to answer its inputs; then try again.',
  needs_sign_in: 'it waits for the user to sign in; then try again.',
};

export class ConnectionAttempt implements StartInteraction {
  readonly interactive: boolean;
  /** Never rejects. */
  readonly outcome: Promise<OpenOutcome>;
  readonly #options: ConnectionAttemptOptions;
  readonly #controller = new AbortController();
  #clock: NodeJS.Timeout | undefined;
  #question: StartQuestion | undefined;
  #nextQuestion = Promise.withResolvers<StartQuestion>();

  constructor(options: ConnectionAttemptOptions) {
    this.interactive = options.interactive;
    this.#options = options;
    this.outcome = Promise.resolve().then(options.open);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Defined while a question is open. */
  get waitsFor(): UserAction | undefined {
    return this.#question?.need;
  }

  /** Resolves to the outcome for one caller. `interactive` is true if a person may be asked for this caller. */
  async outcomeFor(
    interactive: boolean,
    { signal, pauseClockWhile = (wait) => wait() }: Pick<CallOptions, 'signal' | 'pauseClockWhile'>,
  ): Promise<OpenOutcome> {
    for (;;) {
      const question =
        this.#question ??
        (await Promise.race([this.outcome.then(() => undefined), this.#nextQuestion.promise]));
      if (!question) return this.outcome;
      if (!interactive) return { ok: false, error: waitsFor[question.need], needs: question.need };
      await pauseClockWhile(() => this.#answered(question, signal));
      if (signal.aborted) return this.outcome;
    }
  }

  /** Waits for the answer. A caller may leave; when the last one has left, the question is withdrawn. */
  async #answered(question: StartQuestion, signal: AbortSignal): Promise<void> {
    question.waiting += 1;
    await untilAborted(question.closed, signal);
    question.waiting -= 1;
    if (signal.aborted && question.waiting === 0) await this.stop();
  }

  async ask<T>(need: UserAction, ask: () => Promise<T>): Promise<T> {
    const hadClock = this.#stopClock();
    const { promise: closed, resolve } = Promise.withResolvers<object>();
    const close = () => {
      if (this.#question?.closed !== closed) return;
      this.#question = undefined;
      this.#nextQuestion = Promise.withResolvers();
      resolve({});
    };
    this.#question = { need, closed, close, waiting: 0 };
    this.#nextQuestion.resolve(this.#question);
    this.#options.onChange();
    try {
      return await ask();
    } finally {
      close();
      if (hadClock) this.#startClock();
      this.#options.onChange();
    }
  }

  /** Withdraws open questions. Nothing is left running when the promise resolves. */
  async stop(): Promise<void> {
    this.#controller.abort();
    this.#question?.close();
    await this.outcome;
  }

  /** Aborts `signal` if the server takes too long. */
  async inTime(open: () => Promise<OpenOutcome>): Promise<OpenOutcome> {
    this.#startClock();
    try {
      return await open();
    } finally {
      this.#stopClock();
    }
  }

  /** The time limit applies to the server only, so the clock stops while a person answers. */
  #startClock(): void {
    const timedOut = () => this.#controller.abort(new DOMException('Start timed out.', 'TimeoutError'));
    this.#clock = setTimeout(timedOut, this.#options.startMs);
  }

  #stopClock(): boolean {
    const ran = this.#clock !== undefined;
    clearTimeout(this.#clock);
    this.#clock = undefined;
    return ran;
  }
}
