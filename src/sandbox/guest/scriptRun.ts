// The life of the one script of this process: it starts, it settles once, and its end is told to the thread.
import { maxLogLength, maxMessageLength, type FailureClue, type GuestFailureCode, type LogLevel, type RunLimits } from '../protocol.ts';
import type { Calls } from './calls.ts';
import { describeThrown } from './describeThrown.ts';
import type { Powers } from './powers.ts';
import { linesBefore, scriptName, type Place, type Stacks } from './stacks.ts';
import type { Timers } from './timers.ts';
import { TooLargeError, toJson, UnserializableError } from './toJson.ts';
import type { Wire } from './wire.ts';

export interface ScriptRunOptions {
  readonly powers: Powers;
  readonly wire: Wire;
  readonly stacks: Stacks;
  readonly calls: Calls;
  readonly timers: Timers;
  /** Compiles in the compartment. */
  readonly evaluate: (source: string) => unknown;
}

export class ScriptRun {
  readonly #options: ScriptRunOptions;
  readonly #rejected = new Map<Promise<unknown>, unknown>();
  #limits: RunLimits | undefined;
  #startedAt = 0;
  #settled = false;
  #ended = false;
  #watching = false;

  constructor(options: ScriptRunOptions) {
    this.#options = options;
    options.powers.onUnhandledRejection((reason, promise) => this.#rejected.set(promise, reason));
    options.powers.onHandledRejection((promise) => this.#rejected.delete(promise));
    options.powers.onUncaughtException((error) => this.#threw(error));
  }

  start(body: string, limits: RunLimits): void {
    this.#limits = limits;
    this.#startedAt = this.#options.powers.now();
    this.enter(() => {
      const source = `(async function () {${'\n'.repeat(linesBefore)}${body}\n})\n//# sourceURL=${scriptName}`;
      const main = this.#options.evaluate(source) as () => Promise<unknown>;
      main().then(
        (value) => this.#returned(value),
        (error: unknown) => this.#threw(error),
      );
    });
  }

  /** Runs a piece of the script, or what continues it; every such turn may leave nothing pending. */
  enter(work: () => void): void {
    if (this.#ended) return;
    try {
      work();
    } catch (error) {
      this.#threw(error);
    }
    if (this.#watching) return;
    this.#watching = true;
    this.#options.powers.inNextTurn(() => {
      this.#watching = false;
      this.#checkPending();
    });
  }

  /** Sends a console line at once: what a script says before it loops forever is worth having. */
  log(level: LogLevel, text: string): void {
    if (this.#ended) return;
    const ms = this.#startedAt === 0 ? 0 : this.#options.powers.now() - this.#startedAt;
    this.#options.wire.post(['log', level, text.slice(0, maxLogLength), ms]);
    this.#options.wire.flush();
  }

  #checkPending(): void {
    const { calls, timers } = this.#options;
    if (this.#settled || this.#ended || calls.pending > 0 || timers.pending > 0) return;
    if (this.#failOnRejection()) return;
    this.#fail(
      'pending_forever',
      'The script waits for something that cannot happen any more: no call and no timer is under way. Look for a promise that is never resolved.',
      { clue: 'awaited' },
    );
  }

  #returned(value: unknown): void {
    if (this.#settled || this.#ended) return;
    this.#settled = true;
    const text = this.#serialize(value);
    const { calls, wire, powers } = this.#options;
    if (calls.pending > 0) this.log('warn', notAwaited(calls.underWay()));
    // A promise that was rejected and not awaited is reported by the next turn.
    powers.inNextTurn(() => {
      if (this.#ended || this.#failOnRejection()) return;
      this.#ended = true;
      wire.post(['done', text ?? null]);
      wire.flush();
    });
  }

  #serialize(value: unknown): string | undefined {
    const { resultBytes, valueDepth } = this.#requireLimits();
    try {
      return toJson(value, { root: 'result', maxDepth: valueDepth, maxLength: resultBytes });
    } catch (error) {
      if (error instanceof UnserializableError)
        this.#fail('unserializable_result', `${error.message}. Return plain data.`, { clue: error.path });
      else if (error instanceof TooLargeError)
        this.#fail('result_limit', 'The result is too large.'); // the thread has the words
      else this.#threw(error);
      return undefined;
    }
  }

  #requireLimits(): RunLimits {
    if (this.#limits === undefined) throw new Error('The script has not been started.');
    return this.#limits;
  }

  #failOnRejection(): boolean {
    for (const reason of this.#rejected.values()) {
      this.#threw(reason, ' (in a promise that nothing awaits: put await before it)');
      return true;
    }
    return false;
  }

  #threw(error: unknown, how = ''): void {
    if (this.#ended) return;
    const { message, place, clue } = describeThrown(error, this.#options.stacks);
    this.#fail('script_error', message + how + this.#missingAwait(error), { place, clue, call: this.#options.calls.callOf(error) });
  }

  /** A promise that is taken for its value makes a TypeError. */
  #missingAwait(error: unknown): string {
    const { calls } = this.#options;
    if (!(error instanceof TypeError) || calls.pending === 0) return '';
    return ` (no answer yet from ${listed(calls.underWay())}: is its await missing?)`;
  }

  #fail(
    code: GuestFailureCode,
    message: string,
    { place, call, clue }: { place?: Place | undefined; call?: number | undefined; clue?: FailureClue | undefined } = {},
  ): void {
    if (this.#ended) return;
    this.#ended = true;
    const text = message.slice(0, maxMessageLength);
    this.#options.wire.post(['fail', code, text, place?.line ?? null, place?.column ?? null, call ?? null, clue ?? null]);
    this.#options.wire.flush();
  }
}

/** How many calls are named. */
const named = 3;

function listed(calls: readonly string[]): string {
  return [...calls.slice(0, named), ...(calls.length > named ? [`${calls.length - named} more`] : [])].join(', ');
}

function notAwaited(calls: readonly string[]): string {
  return calls.length === 1
    ? `1 call was not awaited and is cancelled: ${listed(calls)}. Put await before it.`
    : `${calls.length} calls were not awaited and are cancelled: ${listed(calls)}. Put await before them, or await Promise.all([...]).`;
}
