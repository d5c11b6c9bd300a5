// The port through which a server's inputs are answered when it is started. Each front door has its own way to ask.
import type { InputDefinition } from './inputDefinition.ts';
import type { StartInteraction } from '../protocol/startInteraction.ts';

/** `error`: what to do to answer it, one sentence. */
export type InputAnswer = { readonly ok: true; readonly value: string } | { readonly ok: false; readonly error: string };

export interface Inputs {
  /** The stored answer, or a new one. Asks only through `interaction`. */
  answer(input: InputDefinition, server: string, interaction: StartInteraction): Promise<InputAnswer>;
}

/** Where an input has no answer: what a person who may not be asked now is told. */
export const howToBeAsked = 'Restart the server, or run a script that names it, to enter it.';

// The port to variables that only an editor knows: its settings, its commands, its active file.
export interface EditorVariables {
  /**
   * The value that `${name}` has now; `folder` is that of the definition. A command, which may ask the person, runs at each call.
   */
  value(name: string, folder: string | undefined, interaction: StartInteraction): Promise<InputAnswer>;
}

/** Where there is no editor. */
export const noEditor: EditorVariables = {
  value: () => Promise.resolve({ ok: false, error: 'Only the editor knows it: use its value, ${env:...} or ${input:...}.' }),
};
