// One start of one server, for all who wait for it: its inputs are asked for, then it is opened. Who may have no person asked does
// not wait for one either.
import type { CallOptions, UserAction } from '../../catalog/toolSource.ts';
import type { ServerAuthorization } from '../auth/serverAuthorization.ts';
import { launchSecrets } from '../definitions/launchSecrets.ts';
import { resolveInputs, type LaunchPorts } from '../definitions/resolveInputs.ts';
import type { StartInteraction } from '../protocol/startInteraction.ts';
import type { HttpLaunch, ServerDefinition, StartableLaunch, StdioLaunch } from '../definitions/serverDefinition.ts';
import type { OpenOutcome, SessionOptions } from '../session/session.ts';
import { untilAborted } from '../../base/withTimeout.ts';

interface ConnectionAttemptOptions {
  /** Whom the launch is completed by. */
  readonly ports: LaunchPorts;
  /** By which the person signs in, if the server is one to sign in to. */
  readonly authorizationOf: (launch: StdioLaunch | HttpLaunch) => Promise<ServerAuthorization | undefined>;
  /** Whether a person may be asked. */
  readonly interactive: boolean;
  readonly session: Omit<SessionOptions, 'interaction' | 'authorization' | 'onEnded'>;
  /** Its session is over without having been closed; `type` is what it was started as. */
  readonly onEnded: (reason: string, type: 'stdio' | 'http') => void;
  /** What the start waits for is another now. */
  readonly onChange: () => void;
  /** Takes what the start came to before anybody else hears of it, and decides what they hear. */
  readonly settle: (start: ConnectionAttempt, opened: OpenOutcome) => Promise<OpenOutcome>;
}

interface Question {
  readonly need: UserAction;
  /** Settles when it is answered or taken back; never rejects. */
  readonly closed: Promise<object>;
  readonly close: () => void;
  /** How many wait for the answer. */
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
  #question: Question | undefined;
  #nextQuestion = Promise.withResolvers<Question>();

  constructor(definition: ServerDefinition, launch: StartableLaunch, options: ConnectionAttemptOptions) {
    this.interactive = options.interactive;
    this.#options = options;
    this.outcome = this.#open(definition.name, launch).then((opened) => options.settle(this, opened));
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Set while a question is open. */
  get waitsFor(): UserAction | undefined {
    return this.#question?.need;
  }

  /** The outcome for somebody who may, or may not, have a person asked. */
  async outcomeFor(
    interactive: boolean,
    { signal, pauseClockWhile = (wait) => wait() }: Pick<CallOptions, 'signal' | 'pauseClockWhile'>,
  ): Promise<OpenOutcome> {
    for (;;) {
      const question = this.#question ?? (await Promise.race([this.outcome.then(() => undefined), this.#nextQuestion.promise]));
      if (!question) return this.outcome;
      if (!interactive) return { ok: false, error: waitsFor[question.need], needs: question.need };
      await pauseClockWhile(() => this.#answered(question, signal));
      if (signal.aborted) return this.outcome;
    }
  }

  /** Who waits may leave; when the last of them has left, the question is taken back. */
  async #answered(question: Question, signal: AbortSignal): Promise<void> {
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

  /** Takes questions back; nothing is left running when it resolves. */
  async stop(): Promise<void> {
    this.#controller.abort();
    this.#question?.close();
    await this.outcome;
  }

  async #open(name: string, launch: StartableLaunch): Promise<OpenOutcome> {
    const { ports, session, authorizationOf, onEnded } = this.#options;
    // The owner knows the start before it hears of it.
    await Promise.resolve();
    const ready = launch.type === 'unresolved' ? await resolveInputs(launch, name, ports, this) : { ok: true as const, launch };
    if (!ready.ok) return ready;
    // Known also where the start fails before the server is given them.
    session.onSecrets(launchSecrets(ready.launch).values());
    const { openSession } = await import('../session/openSession.ts');
    const { type } = ready.launch;
    const authorization = await authorizationOf(ready.launch);
    this.#startClock();
    try {
      const options = { ...session, authorization, interaction: this, onEnded: (reason: string) => onEnded(reason, type) };
      return await openSession(ready.launch, options, this.signal);
    } finally {
      this.#stopClock();
    }
  }

  /** The time limit is the server's: what a person takes to answer does not count. */
  #startClock(): void {
    const timedOut = () => this.#controller.abort(new DOMException('Start timed out.', 'TimeoutError'));
    this.#clock = setTimeout(timedOut, this.#options.session.startMs);
  }

  #stopClock(): boolean {
    const ran = this.#clock !== undefined;
    clearTimeout(this.#clock);
    this.#clock = undefined;
    return ran;
  }
}
