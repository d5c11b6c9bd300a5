// The script's calls that have left and are not answered: each settles once, with the host's answer.
import type { CallForm, CodemodeMethod, RunLimits } from '../protocol.ts';
import type { Powers } from './powers.ts';
import type { Stacks } from './stacks.ts';
import { TooLargeError, toJson } from './toJson.ts';
import { ToolError, type ToolFailure } from './toolError.ts';
import type { Wire } from './wire.ts';

interface PendingCall {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  /** Where the script made the call. */
  readonly mark: object;
}

type Caller = (...args: never[]) => unknown;

export class Calls {
  readonly #wire: Wire;
  readonly #powers: Powers;
  readonly #stacks: Stacks;
  readonly #limits: () => RunLimits;
  readonly #pending = new Map<number, PendingCall>();
  readonly #failed = new WeakMap<object, number>();
  #made = 0;

  constructor(wire: Wire, powers: Powers, stacks: Stacks, limits: () => RunLimits) {
    this.#wire = wire;
    this.#powers = powers;
    this.#stacks = stacks;
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

  /** `caller` is the function that the script called: its caller is the place of the call. */
  tool(server: string, tool: string, form: CallForm, input: unknown, caller: Caller): Promise<unknown> {
    const text = this.#serialize('input', input);
    if (text instanceof TooLargeError) return Promise.reject(this.#tooLarge(server, tool, caller));
    return this.#leave(caller, (call) => this.#wire.post(['tool', call, server, tool, form, text ?? null]));
  }

  codemode(method: CodemodeMethod, params: readonly unknown[], caller: Caller): Promise<unknown> {
    const text = this.#serialize('arguments', params);
    if (text instanceof TooLargeError) return Promise.reject(this.#tooLarge('codemode', method, caller));
    return this.#leave(caller, (call) => this.#wire.post(['codemode', call, method, text ?? '[]']));
  }

  answer(call: number, value: unknown): void {
    this.#take(call)?.resolve(value);
  }

  refuse(call: number, json: string): void {
    const pending = this.#take(call);
    if (pending === undefined) return;
    // From the host, which made it from its own `ToolError`.
    const failure = JSON.parse(json) as ToolFailure;
    const error = new ToolError(failure.message, failure);
    this.#failed.set(error, call);
    this.#stacks.moveTo(error, pending.mark);
    pending.reject(error);
  }

  #leave(caller: Caller, post: (call: number) => void): Promise<unknown> {
    const mark = this.#stacks.mark(caller);
    this.#made += 1;
    const call = this.#made;
    return new Promise((resolve, reject) => {
      this.#pending.set(call, { resolve, reject, mark });
      post(call);
    });
  }

  #take(call: number): PendingCall | undefined {
    const pending = this.#pending.get(call);
    this.#pending.delete(call);
    return pending;
  }

  #serialize(root: string, value: unknown): string | undefined | TooLargeError {
    const { resultBytes, valueDepth } = this.#limits();
    try {
      const text = toJson(value, { root, maxDepth: valueDepth, maxLength: resultBytes });
      return text !== undefined && this.#powers.byteLength(text) > resultBytes ? new TooLargeError() : text;
    } catch (error) {
      if (error instanceof TooLargeError) return error;
      throw error;
    }
  }

  #tooLarge(server: string, tool: string, caller: Caller): ToolError {
    const limit = this.#limits().resultBytes.toLocaleString('en-US');
    const message = `The input is larger than the limit of ${limit} bytes (codeMode.limits.resultBytes). Send less, or in parts.`;
    const error = new ToolError(message, { code: 'limit_exceeded', server, tool });
    this.#stacks.moveTo(error, this.#stacks.mark(caller));
    return error;
  }
}
