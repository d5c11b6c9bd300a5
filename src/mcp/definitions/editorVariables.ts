// The port to variables that only an editor knows: its settings, its commands, its active file.
import type { InputAnswer } from './inputs.ts';
import type { PersonAtStart } from '../protocol/startInteraction.ts';

export interface EditorVariables {
  /**
   * The value that `${name}` has now; `folder` is that of the definition. A command, which may ask the person, runs at each call.
   */
  value(name: string, folder: string | undefined, person: PersonAtStart): Promise<InputAnswer>;
}

/** Where there is no editor. */
export const noEditor: EditorVariables = {
  value: () =>
    Promise.resolve({ ok: false, error: 'Only the editor knows it: write its value instead, or use ${env:...} or ${input:...}.' }),
};
