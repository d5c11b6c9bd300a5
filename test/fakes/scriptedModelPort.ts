// A language model that answers the stages by a script and keeps the requests.
import { setImmediate } from 'node:timers/promises';
import type { ModelPiece, ModelPort, ModelRequest } from '../../src/models/staged/modelPort.ts';

export interface ScriptedReply {
  /** The text is sent in parts, before the calls. */
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly input: unknown }[];
  /** Message of the failure after the rest of the answer. */
  readonly fails?: string;
  /** True if the answer never ends, even when the signal aborts. */
  readonly hangs?: true;
}

export type ScriptedReplyStep = ScriptedReply | ((request: ModelRequest) => ScriptedReply);

const pieceLength = 20;

export class ScriptedModelPort implements ModelPort {
  readonly requests: ModelRequest[] = [];
  /** Errors that steps threw; for the stages they look like a failed model. */
  readonly thrown: unknown[] = [];
  readonly #steps: readonly ScriptedReplyStep[];

  constructor(steps: readonly ScriptedReplyStep[]) {
    this.#steps = steps;
  }

  async *ask(request: ModelRequest): AsyncGenerator<ModelPiece> {
    const step = this.#steps[this.requests.length];
    this.requests.push(request);
    const { text = '', calls = [], fails, hangs } = this.#replyOf(step, request);
    for (let at = 0; at < text.length; at += pieceLength) {
      await setImmediate();
      yield { kind: 'text', text: text.slice(at, at + pieceLength) };
    }
    for (const [index, { name, input }] of calls.entries()) {
      yield { kind: 'call', call: { id: `call_${this.requests.length}_${index}`, name, input } };
    }
    if (fails !== undefined) throw new Error(fails);
    if (hangs) await new Promise<never>(() => undefined);
  }

  #replyOf(step: ScriptedReplyStep | undefined, request: ModelRequest): ScriptedReply {
    try {
      return (typeof step === 'function' ? step(request) : step) ?? { fails: 'Nothing is scripted.' };
    } catch (error) {
      this.thrown.push(error);
      throw error;
    }
  }
}

/** Returns the text of the last message of a request. */
export function lastText({ messages }: ModelRequest): string {
  const last = messages.at(-1);
  return last?.role === 'results' ? last.results.map(({ text }) => text).join('\n') : (last?.text ?? '');
}
