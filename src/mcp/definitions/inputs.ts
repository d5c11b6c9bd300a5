// The port through which a server's inputs are answered when it is started. Each front door has its own way to ask.
import type { InputDefinition } from './inputDefinition.ts';
import type { PersonAtStart } from '../protocol/startInteraction.ts';

/** `error`: what to do to answer it, one sentence. */
export type InputAnswer = { readonly ok: true; readonly value: string } | { readonly ok: false; readonly error: string };

export interface Inputs {
  /** The answer of today or of an earlier day. Asks nobody but by `person`. */
  answer(input: InputDefinition, server: string, person: PersonAtStart): Promise<InputAnswer>;
}

/** Where nobody can be asked. */
export const noInputs: Inputs = {
  answer: () => Promise.resolve({ ok: false, error: 'Nobody can be asked here.' }),
};

/** Where an input has no answer: what a person who may not be asked now is told. */
export const notAskedNow = 'Run a script that names the server, or restart it, to be asked for it.';
