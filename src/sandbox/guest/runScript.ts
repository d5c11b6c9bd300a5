// Runs the one script of this process. The script starts, settles once, and the supervisor thread is told the outcome.
import { linesBefore, maxLogLength, maxMessageLength, scriptUrlName } from '../protocol/bounds.ts';
import {
  valueFollows,
  type BodyPosition,
  type FromGuest,
  type GuestFailureCode,
  type SentPosition,
} from '../protocol/messages.ts';
import type { Calls, GuestParts } from './calls.ts';
import type { ScriptClock } from './clock.ts';
import { describeThrown, type Thrown } from './describeThrown.ts';
import { isA } from './stackTraces.ts';
import type { Timers } from './timers.ts';
import { TooLargeError, toJson, UnserializableError } from './toJson.ts';
import type { LogLevel } from '../../base/callStates.ts';

interface ScriptRunOptions extends GuestParts {
  readonly clock: ScriptClock;
  readonly calls: Calls;
  readonly timers: Timers;
  /** Compiles a source text in the compartment. */
  readonly evaluate: (source: string) => unknown;
}

export class ScriptExecution {
  readonly #options: ScriptRunOptions;
  /** Promises that were rejected and that nothing handles, with their reasons. */
  readonly #rejected = new Map<Promise<unknown>, unknown>();
  /** Promises that were rejected during the current tick. */
  readonly #newlyRejected: Promise<unknown>[] = [];
  /** Places in the script for which a warning about a rejected promise was written. */
  readonly #toldOf = new Set<string>();
  /** The JSON text that the script returned; undefined before the script returns. */
  #result: { readonly text: string | undefined } | undefined;
  #ended = false;
  #turnIsOpen = false;

  constructor(options: ScriptRunOptions) {
    this.#options = options;
    options.bindings.onUnhandledRejection((reason, promise) => {
      this.#rejected.set(promise, reason);
      this.#newlyRejected.push(promise);
    });
    options.bindings.onHandledRejection((promise) => this.#rejected.delete(promise));
    options.bindings.onUncaughtException((error) => this.#threw(error));
  }

  /** Runs the script as an async function. `sourceMap` is the URL of the body's source map. */
  start(body: string, sourceMap?: string): void {
    this.guard(() => {
      const map = sourceMap === undefined ? '' : `\n//# sourceMappingURL=${sourceMap}`;
      // Stack traces lead back to the lines that the author wrote.
      const source = `(async function () {${'\n'.repeat(linesBefore)}${body}\n})${map}\n//# sourceURL=${scriptUrlName}`;
      const main = this.#options.evaluate(source) as () => Promise<unknown>;
      main().then(
        (value) => this.#returned(value),
        (error: unknown) => this.#threw(error),
      );
    });
  }

  /**
   * Runs one tick of the script, which a message or a timer begins. Closes the previous tick first if that is still
   * open.
   */
  enter(work: () => void): void {
    this.#closeTurn();
    if (this.#ended) return;
    this.#turnIsOpen = true;
    this.guard(work);
    this.#options.bindings.inNextTick(() => this.#closeTurn());
  }

  /** Runs one callback of the script within its tick. An error that the callback throws ends the run. */
  guard(work: () => void): void {
    if (this.#ended) return;
    try {
      work();
    } catch (error) {
      this.#threw(error);
    }
  }

  /** Sends a console line at once, because the last lines before an endless loop are useful. */
  log(level: LogLevel, text: string, place?: BodyPosition): void {
    if (this.#ended) return;
    const { channel, clock } = this.#options;
    channel.post(['log', level, text.slice(0, maxLogLength), clock.elapsed(), sent(place)]);
    channel.flush();
  }

  /**
   * Decides what follows when all work of a tick is done: the script returned, failed with an unhandled rejection,
   * waits for a call or timer, or waits forever.
   */
  #closeTurn(): void {
    if (!this.#turnIsOpen || this.#ended) return;
    this.#turnIsOpen = false;
    const { calls, timers } = this.#options;
    if (this.#result === undefined && (calls.pending > 0 || timers.pending > 0)) {
      this.#tellOfRejections();
      return;
    }
    for (const reason of this.#rejected.values()) {
      this.#threw(reason, ' (in an unawaited promise: await it)');
      return;
    }
    if (this.#result !== undefined) {
      const { text } = this.#result;
      this.#end(['done', text === undefined ? null : valueFollows], text);
      return;
    }
    this.fail(
      'pending_forever',
      'The script waits forever: no call or timer is pending. Look for a promise that never resolves.',
      { clue: 'awaited' },
    );
  }

  #returned(value: unknown): void {
    if (this.#ended) return;
    this.#result = { text: this.#serialize(value) };
    const { calls } = this.#options;
    if (calls.pending > 0) this.log('warn', notAwaited(calls.underWay()));
  }

  #serialize(value: unknown): string | undefined {
    const { resultBytes, valueDepth } = this.#options.limits();
    try {
      return toJson(value, { root: 'result', maxDepth: valueDepth, maxLength: resultBytes });
    } catch (error) {
      if (error instanceof UnserializableError)
        this.fail('unserializable_result', `${error.message}. Return plain data.`, { clue: error.path });
      else if (error instanceof TooLargeError)
        this.fail('result_limit', 'Result too large.'); // the supervisor thread writes the message
      else this.#threw(error);
      return undefined;
    }
  }

  /**
   * Warns about promises that were rejected during this tick. The script may still await them, so it goes on; the
   * script may also wait forever because of them.
   */
  #tellOfRejections(): void {
    for (const promise of this.#newlyRejected.splice(0)) {
      if (!this.#rejected.has(promise)) continue;
      const { message, place } = describeThrown(this.#rejected.get(promise), this.#options.stackTraces);
      const where = place === undefined ? '' : `line ${place.line}, `;
      if (this.#toldOf.has(where)) continue;
      this.#toldOf.add(where);
      this.log('warn', `${message} (${where}in a promise not yet awaited: await it, or catch the error)`);
    }
  }

  #threw(error: unknown, how = ''): void {
    if (this.#ended) return;
    if (this.#options.bindings.isOutOfMemory(error)) {
      this.fail('memory_limit', 'Out of memory.'); // the supervisor thread writes the message
      return;
    }
    const { message, ...thrown } = describeThrown(error, this.#options.stackTraces);
    const call = this.#options.calls.callOf(error);
    this.fail('script_error', message + how + this.#missingAwait(error), { ...thrown, call });
  }

  /**
   * Returns a hint for a TypeError that occurs while calls are pending: the script may have used a promise as a value.
   */
  #missingAwait(error: unknown): string {
    const { calls } = this.#options;
    if (!isA(error, TypeError) || calls.pending === 0) return '';
    return ` (${listed(calls.underWay())} has not answered: missing await?)`;
  }

  /** Ends the run, also for a reason outside the script. */
  fail(
    code: GuestFailureCode,
    message: string,
    { place, call, clue, trace = [] }: Partial<Thrown> & { readonly call?: number | undefined } = {},
  ): void {
    if (this.#ended) return;
    const text = message.slice(0, maxMessageLength);
    this.#end(['fail', code, text, sent(place), call ?? null, clue ?? null, trace]);
  }

  #end(message: FromGuest, value?: string): void {
    this.#ended = true;
    this.#options.channel.post(message, value);
    this.#options.channel.flush();
  }
}

function sent(place: BodyPosition | undefined): SentPosition {
  return place === undefined ? null : [place.line, place.column];
}

/** Maximum number of calls that a message names. */
const named = 3;

function listed(calls: readonly string[]): string {
  return [...calls.slice(0, named), ...(calls.length > named ? [`${calls.length - named} more`] : [])].join(
    ', ',
  );
}

function notAwaited(calls: readonly string[]): string {
  return calls.length === 1
    ? `1 call was not awaited and is cancelled: ${listed(calls)}. Await it.`
    : `${calls.length} calls were not awaited and are cancelled: ${listed(calls)}. Await them, or await Promise.all([...]).`;
}
