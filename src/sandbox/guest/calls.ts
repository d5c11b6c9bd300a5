// The functions with which a script calls tools, and the calls that have no answer yet. Each call settles once, with
// the host's answer.
import {
  valueFollows,
  type CallForm,
  type CodemodeMethod,
  type FeatureMethod,
  type FromGuest,
  type RunLimits,
  type ValueMark,
} from '../protocol/messages.ts';
import type { HostBindings } from './hostBindings.ts';
import type { StackTraces } from './stackTraces.ts';
import { maxInputParts } from '../protocol/bounds.ts';
import { isJsonWithin } from '../protocol/jsonScan.ts';
import { TooLargeError, toJson, UnserializableError } from './toJson.ts';
import { dryRunResult } from './dryRunResult.ts';
import type { HostChannel } from './hostChannel.ts';
import { ToolError, type ToolFailure } from './toolError.ts';

interface PendingCall {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  /** Path of the called function, such as `tools.geo.getCity`. */
  readonly path: string;
  /** Mark of the stack at which the script made the call. */
  readonly mark: object;
}

interface CallNames {
  readonly server: string;
  readonly tool: string;
  readonly path: string;
}

/** The parts of the guest with which calls and the script's outcome are sent. */
export interface GuestParts {
  readonly bindings: HostBindings;
  readonly channel: HostChannel;
  readonly stackTraces: StackTraces;
  readonly limits: () => RunLimits;
}

type Caller = (...args: never[]) => unknown;
/** `follows` stands for the value of the call, if it has one. */
type MessageOf = (call: number, follows: ValueMark) => FromGuest;

export class Calls {
  readonly #parts: GuestParts;
  readonly #pending = new Map<number, PendingCall>();
  readonly #failed = new WeakMap<object, number>();
  /** Number of calls that the script has made. */
  made = 0;

  constructor(parts: GuestParts) {
    this.#parts = parts;
  }

  get pending(): number {
    return this.#pending.size;
  }

  /** Numbers of the calls that have no answer yet, in the order in which the script made them. */
  get open(): number[] {
    return [...this.#pending.keys()];
  }

  /** Returns the number of the call that failed with this error; undefined if no call did. */
  callOf(error: unknown): number | undefined {
    return typeof error === 'object' && error !== null ? this.#failed.get(error) : undefined;
  }

  /** Describes each call that has no answer yet, such as `tools.geo.getCity (line 3)`. */
  underWay(): string[] {
    return [...this.#pending.values()].map(({ path, mark }) => {
      const place = this.#parts.stackTraces.placeOf(mark);
      return place === undefined ? path : `${path} (line ${place.line})`;
    });
  }

  /** Creates the function `tools.<server>.<tool>`. */
  toolFunction(server: string, tool: string): object {
    const names = { server, tool, path: `tools.${server}.${tool}` };
    const caller = (form: CallForm) => {
      const message: MessageOf = (number, follows) => ['tool', number, server, tool, form, follows];
      const call = (input?: unknown): Promise<unknown> => this.#leave(names, 'input', input, call, message);
      return call;
    };
    const value = Object.defineProperty(caller('value'), 'name', { value: tool });
    return Object.freeze(Object.assign(value, { raw: Object.freeze(caller('raw')) }));
  }

  /**
   * Creates the function `tools.<server>.<method>`. It takes at most two arguments, which `toInput` combines into one
   * input.
   */
  featureFunction(
    server: string,
    method: FeatureMethod,
    toInput: (first: unknown, second: unknown) => unknown,
  ): object {
    const names = { server, tool: method, path: `tools.${server}.${method}` };
    const message: MessageOf = (number, follows) => ['feature', number, server, method, follows];
    const call = (first?: unknown, second?: unknown): Promise<unknown> =>
      this.#leave(names, 'input', toInput(first, second), call, message);
    return Object.freeze(Object.defineProperty(call, 'name', { value: method }));
  }

  /** Creates the function `codemode.<method>`. Omitted arguments at the end of the parameter list are not sent. */
  codemodeFunction(method: CodemodeMethod, parameters: number): object {
    const names = { server: 'codemode', tool: method, path: `codemode.${method}` };
    const message: MessageOf = (number) => ['codemode', number, method, valueFollows];
    const call = (...params: unknown[]): Promise<unknown> =>
      this.#leave(names, 'arguments', trimmed(params.slice(0, parameters)), call, message);
    return Object.defineProperty(call, 'name', { value: method });
  }

  answer(call: number, value: unknown): void {
    this.#take(call)?.resolve(value);
  }

  /**
   * Rejects a call with the failure that the host sent. A call that a dry run does not send resolves instead, with a
   * placeholder that throws only when the script needs the result.
   */
  refuse(call: number, error: unknown): void {
    const pending = this.#take(call);
    if (pending === undefined) return;
    const failure = error as ToolFailure;
    const newError = () => {
      const thrown = new ToolError(failure.message, failure);
      this.#failed.set(thrown, call);
      return thrown;
    };
    if (failure.code === 'dry_run') {
      pending.resolve(dryRunResult({ sequence: call, path: pending.path, needed: newError }));
      return;
    }
    const thrown = newError();
    this.#parts.stackTraces.moveTo(thrown, pending.mark);
    pending.reject(thrown);
  }

  /**
   * Sends a call. An input that cannot be sent rejects the promise at the line of the call, as a refused call does.
   * `caller` is the function that the script called; the place of the call is the caller of that function.
   */
  #leave(
    { path, ...names }: CallNames,
    root: string,
    input: unknown,
    caller: Caller,
    messageOf: MessageOf,
  ): Promise<unknown> {
    const { bindings, channel, stackTraces, limits } = this.#parts;
    const mark = stackTraces.mark(caller);
    const { resultBytes, valueDepth } = limits();
    return new Promise((resolve, reject) => {
      const refuse = (code: string, message: string) => {
        const error = new ToolError(message, { code, ...names });
        stackTraces.moveTo(error, mark);
        reject(error);
      };
      let text: string | undefined;
      try {
        text = toJson(input, { root, maxDepth: valueDepth, maxLength: resultBytes });
        if (text !== undefined && bindings.byteLength(text) > resultBytes) throw new TooLargeError();
      } catch (error) {
        if (error instanceof TooLargeError)
          refuse(
            'limit_exceeded',
            `${path} was not called: its input exceeds ${resultBytes.toLocaleString('en-US')} bytes (codeMode.limits.resultBytes). ` +
              'Send less, or in parts.',
          );
        else if (error instanceof UnserializableError)
          refuse('invalid_input', `${path} was not called: ${error.message}. Pass plain data.`);
        else throw error; // a getter of the script threw this: the promise rejects with it
        return;
      }
      // A shorter text cannot have as many parts: the shortest new key, `"a":1,`, has six characters for ten parts.
      const longest = maxInputParts / 2;
      if (text !== undefined && text.length > longest && !isJsonWithin(text, Infinity, maxInputParts)) {
        refuse(
          'limit_exceeded',
          `${path} was not called: the input has more than ${maxInputParts.toLocaleString('en-US')} texts, keys (new ones count up to ten times), objects and arrays. ` +
            'Split it into several calls, or pass a file or one text where the tool takes it.',
        );
        return;
      }
      const call = this.made + 1;
      // Throws when the script's stack is full. Nothing has been sent then, and the number of the call is still free.
      const message = messageOf(call, text === undefined ? null : valueFollows);
      channel.post(message, text);
      this.made = call;
      this.#pending.set(call, { resolve, reject, path, mark });
    });
  }

  #take(call: number): PendingCall | undefined {
    const pending = this.#pending.get(call);
    this.#pending.delete(call);
    return pending;
  }
}

function trimmed(params: unknown[]): unknown[] {
  while (params.length > 0 && params.at(-1) === undefined) params.pop();
  return params;
}
