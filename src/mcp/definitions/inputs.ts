// Port through which the inputs of a starting server are answered. The extension and the CLI each have one
// implementation.
import type { InputDefinition } from './inputDefinition.ts';
import type { StartInteraction } from '../protocol/startInteraction.ts';

/** `error` says in one sentence how to provide the value. */
export type InputAnswer =
  { readonly ok: true; readonly value: string } | { readonly ok: false; readonly error: string };

export interface Inputs {
  /** Returns the stored answer, or asks for a new one. Asks only through `interaction`. */
  answer(input: InputDefinition, server: string, interaction: StartInteraction): Promise<InputAnswer>;
}

/** Advice for a user who cannot be asked for a missing input now. */
export const howToBeAsked = 'Restart the server, or run a script that names it, to enter it.';

// Port to variables that only an editor knows: its settings, its commands and its active file.
export interface EditorVariables {
  /**
   * Returns the current value of `${name}`. `folder` is the folder of the definition. A command variable runs its
   * command at each call and may ask the user.
   */
  value(name: string, folder: string | undefined, interaction: StartInteraction): Promise<InputAnswer>;
}

/** Implementation for hosts without an editor. */
export const noEditor: EditorVariables = {
  value: () =>
    Promise.resolve({
      ok: false,
      error: 'Only the editor knows it: use its value, ${env:...} or ${input:...}.',
    }),
};
