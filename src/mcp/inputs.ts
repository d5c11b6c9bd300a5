// The port through which a server's inputs are answered when it is started. Each front door has its own way to ask.
import type { InputDefinition } from './inputDefinition.ts';
import type { AskingLaunch } from './serverDefinition.ts';
import { answeredLaunch, type ReadyOutcome } from './serverLaunch.ts';
import { untilAborted } from './settlesWithin.ts';

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

/** Asks for each input in turn and reads the launch to its end. Settles as soon as `signal` is aborted. */
export async function askInputs(asking: AskingLaunch, server: string, inputs: Inputs, signal: AbortSignal): Promise<ReadyOutcome> {
  const answers = new Map<string, string>();
  for (const input of asking.inputs) {
    const answer = await untilAborted(inputs.answer(input, server, signal), signal);
    if (!answer) return { ok: false, error: 'it was stopped while its inputs were asked for.' };
    if (!answer.ok) return { ok: false, error: `it cannot start: its input "${input.id}" has no value. ${answer.error}` };
    answers.set(input.id, answer.value);
  }
  const outcome = answeredLaunch(asking, answers);
  return outcome.ok ? outcome : { ok: false, error: `its definition cannot be used with what was answered: ${outcome.error}.` };
}
