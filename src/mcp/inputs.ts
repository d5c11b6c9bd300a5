// The port through which a server's inputs are answered when it is started. Each front door has its own way to ask.
import type { PersonNeed } from '../catalog/toolSource.ts';
import type { InputDefinition } from './inputDefinition.ts';
import type { PersonAtStart } from './personAtStart.ts';
import type { AskingLaunch, HttpLaunch, StdioLaunch } from './serverDefinition.ts';
import { answeredLaunch } from './serverLaunch.ts';
import { untilAborted } from './settlesWithin.ts';

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

/** A launch that needs nothing more, or why there is none. */
export type AnsweredOutcome =
  | { readonly ok: true; readonly launch: StdioLaunch | HttpLaunch }
  | { readonly ok: false; readonly error: string; readonly needs?: PersonNeed };

/** Asks for each input in turn and reads the launch to its end. Settles as soon as the start is given up. */
export async function askInputs(asking: AskingLaunch, server: string, inputs: Inputs, person: PersonAtStart): Promise<AnsweredOutcome> {
  const answers = new Map<string, string>();
  for (const input of asking.inputs) {
    const answer = await untilAborted(inputs.answer(input, server, person), person.signal);
    if (!answer) return { ok: false, error: 'it was stopped while its inputs were asked for.' };
    if (!answer.ok) {
      return { ok: false, needs: 'needs_input', error: `it cannot start: its input "${input.id}" has no value. ${answer.error}` };
    }
    answers.set(input.id, answer.value);
  }
  const outcome = answeredLaunch(asking, answers);
  return outcome.ok ? outcome : { ok: false, error: `its definition cannot be used with what was answered: ${outcome.error}.` };
}
