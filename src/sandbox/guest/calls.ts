// The script's calls that have left and are not answered: each settles once, with the host's answer.
import { valueFollows, type CallForm, type CodemodeMethod, type FeatureMethod, type RunLimits } from '../protocol/messages.ts';
import type { HostBindings } from './hostBindings.ts';
import type { StackTraces } from './stackTraces.ts';
import { TooLargeError, toJson, UnserializableError } from './toJson.ts';
import type { HostChannel } from './hostChannel.ts';

interface PendingCall {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  /** `tools.geo.getCity` */
  readonly path: string;
  /** Where the script made the call. */
  readonly mark: object;
}

interface CallNames {
  readonly server: string;
  readonly tool: string;
  readonly path: string;
}

type Caller = (...args: never[]) => unknown;

export class Calls {
  readonly #channel: HostChannel;
  readonly #bindings: HostBindings;
  readonly #stackTraces: StackTraces;
  readonly #limits: () => RunLimits;
  readonly #pending = new Map<number, PendingCall>();
  readonly #failed = new WeakMap<object, number>();
  #made = 0;

  constructor(channel: HostChannel, bindings: HostBindings, stackTraces: StackTraces, limits: () => RunLimits) {
    this.#channel = channel;
    this.#bindings = bindings;
    this.#stackTraces = stackTraces;
    this.#limits = limits;
  }

  get pending(): number {
    return this.#pending.size;
  }

  /** How many calls the script has made. */
  get made(): number {
    return this.#made;
  }

  /** The call whose error this is. */
  callOf(error: unknown): number | undefined {
    return typeof error === 'object' && error !== null ? this.#failed.get(error) : undefined;
  }

  /** The calls that are not answered: `tools.geo.getCity (line 3)`. */
  underWay(): string[] {
    return [...this.#pending.values()].map(({ path, mark }) => {
      const place = this.#stackTraces.placeOf(mark);
      return place === undefined ? path : `${path} (line ${place.line})`;
    });
  }

  /** `caller` is the function that the script called: its caller is the place of the call. */
  tool(server: string, tool: string, form: CallForm, input: unknown, caller: Caller): Promise<unknown> {
    const path = `tools.${server}.${tool}`;
    return this.#leave({ server, tool, path }, 'input', input, caller, (call, text) =>
      this.#channel.post(['tool', call, server, tool, form, text === undefined ? null : valueFollows], text),
    );
  }

  feature(server: string, method: FeatureMethod, input: unknown, caller: Caller): Promise<unknown> {
    return this.#leave({ server, tool: method, path: `tools.${server}.${method}` }, 'input', input, caller, (call, text) =>
      this.#channel.post(['feature', call, server, method, text === undefined ? null : valueFollows], text),
    );
  }

  codemode(method: CodemodeMethod, params: readonly unknown[], caller: Caller): Promise<unknown> {
    const path = `codemode.${method}`;
    return this.#leave({ server: 'codemode', tool: method, path }, 'arguments', params, caller, (call, text) =>
      this.#channel.post(['codemode', call, method, valueFollows], text ?? '[]'),
    );
  }

  answer(call: number, value: unknown): void {
    this.#take(call)?.resolve(value);
  }

  /** `error` is what the host made of its own `ToolError`. */
  refuse(call: number, error: unknown): void {
    const pending = this.#take(call);
    if (pending === undefined) return;
    const failure = error as ToolFailure;
    const thrown = new ToolError(failure.message, failure);
    this.#failed.set(thrown, call);
    this.#stackTraces.moveTo(thrown, pending.mark);
    pending.reject(thrown);
  }

  /** What cannot be sent rejects like what was refused: at the line of the call. */
  #leave(
    { path, ...names }: CallNames,
    root: string,
    input: unknown,
    caller: Caller,
    post: (call: number, text: string | undefined) => void,
  ): Promise<unknown> {
    const mark = this.#stackTraces.mark(caller);
    const { resultBytes, valueDepth } = this.#limits();
    return new Promise((resolve, reject) => {
      const refuse = (code: string, message: string) => {
        const error = new ToolError(message, { code, ...names });
        this.#stackTraces.moveTo(error, mark);
        reject(error);
      };
      let text: string | undefined;
      try {
        text = toJson(input, { root, maxDepth: valueDepth, maxLength: resultBytes });
        if (text !== undefined && this.#bindings.byteLength(text) > resultBytes) throw new TooLargeError();
      } catch (error) {
        if (error instanceof TooLargeError) refuse('limit_exceeded', inputTooLarge(path, resultBytes));
        else if (error instanceof UnserializableError)
          refuse('invalid_input', `${path} was not called: ${error.message}. Pass plain data.`);
        else throw error; // what a getter of the script threw: it rejects, too
        return;
      }
      const call = this.#made + 1;
      // Throws when the script's stack is full: then nothing was sent, and the number is still free.
      post(call, text);
      this.#made = call;
      this.#pending.set(call, { resolve, reject, path, mark });
    });
  }

  #take(call: number): PendingCall | undefined {
    const pending = this.#pending.get(call);
    this.#pending.delete(call);
    return pending;
  }
}

function inputTooLarge(path: string, limit: number): string {
  return (
    `${path} was not called: the input is larger than the limit of ${limit.toLocaleString('en-US')} bytes (codeMode.limits.resultBytes). ` +
    'Send less, or in parts.'
  );
}

/** What the host says of a failed call, as JSON. */
interface ToolFailure {
  readonly code: string;
  readonly server: string;
  readonly tool: string;
  readonly message: string;
  readonly retryable: boolean;
  readonly content: readonly unknown[];
}

export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly code: string;
  readonly server: string;
  readonly tool: string;
  readonly retryable: boolean;
  readonly content: readonly unknown[];

  /** Scripts may make their own: everything but the message has a default. */
  constructor(message: string, failure: Partial<ToolFailure> = {}) {
    super(message);
    // Not enumerable, as `name` is on every error: logs and results show the fields of the failure only.
    Object.defineProperty(this, 'name', { enumerable: false });
    this.code = failure.code ?? 'tool_failed';
    this.server = failure.server ?? '';
    this.tool = failure.tool ?? '';
    this.retryable = failure.retryable ?? false;
    this.content = failure.content ?? [];
  }
}
