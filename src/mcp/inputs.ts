// The port through which a server's inputs are answered when it is started. Each front door has its own way to ask.
import type { InputDefinition } from './inputDefinition.ts';

/** `error`: what to do to answer it, one sentence. */
export type InputAnswer = { readonly ok: true; readonly value: string } | { readonly ok: false; readonly error: string };

export interface Inputs {
  /** The answer of today or of an earlier day. Aborting `signal` takes the question back. */
  answer(input: InputDefinition, server: string, signal: AbortSignal): Promise<InputAnswer>;
}

/** Where nobody can be asked. */
export const noInputs: Inputs = {
  answer: () => Promise.resolve({ ok: false, error: 'Nobody can be asked here.' }),
};
