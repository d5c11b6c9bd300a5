// Completes a launch when its server starts: asks the user for inputs and the editor for its variables, through ports
// that the extension and the CLI each implement.
import type { InputDefinition } from './inputDefinition.ts';
import type { StartFailure, StartInteraction } from '../protocol/startInteraction.ts';
import type { UnresolvedLaunch, HttpLaunch, StdioLaunch } from './serverDefinition.ts';
import { resolvedLaunch } from './serverLaunch.ts';
import { untilAborted } from '../../base/withTimeout.ts';

/** `error` says in one sentence how to provide the value. */
export type InputAnswer =
  { readonly ok: true; readonly value: string } | { readonly ok: false; readonly error: string };

export interface Inputs {
  /** Returns the stored answer, or asks for a new one. Asks only through `interaction`. */
  answer(input: InputDefinition, server: string, interaction: StartInteraction): Promise<InputAnswer>;
}

/** Advice for a user who cannot be asked for a missing input now. */
export const howToBeAsked = 'Restart the server, or run a script that names it, to enter it.';

/** Port to variables that only an editor knows: its settings, its commands and its active file. */
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

/** Ports that answer inputs and editor variables when a server starts. */
export interface LaunchPorts {
  readonly inputs: Inputs;
  readonly variables: EditorVariables;
}

/** A launch that can be started, or the reason why there is none. */
type ResolveOutcome = { readonly ok: true; readonly launch: StdioLaunch | HttpLaunch } | StartFailure;

/** Asks one question after another. Resolves as soon as the start is given up. */
export async function resolveInputs(
  unresolved: UnresolvedLaunch,
  server: string,
  ports: LaunchPorts,
  interaction: StartInteraction,
): Promise<ResolveOutcome> {
  const answers = { inputs: new Map<string, string>(), editor: new Map<string, string>() };
  const { signal } = interaction;
  for (const input of unresolved.inputs) {
    const answering = ports.inputs.answer(input, server, interaction);
    const answer = await settled(answering, `its input "${input.id}"`, signal);
    if (!answer.ok) return answer;
    answers.inputs.set(input.id, answer.value);
  }
  for (const name of unresolved.variables) {
    const answering = ports.variables.value(name, unresolved.folder, interaction);
    const answer = await settled(answering, `\${${name}}`, signal);
    if (!answer.ok) return answer;
    answers.editor.set(name, answer.value);
  }
  const outcome = resolvedLaunch(server, unresolved, answers);
  return outcome.ok
    ? outcome
    : { ok: false, error: `its definition is unusable with these inputs: ${outcome.error}.` };
}

async function settled(
  answering: Promise<InputAnswer>,
  what: string,
  signal: AbortSignal,
): Promise<Extract<InputAnswer, { ok: true }> | StartFailure> {
  const answer = await untilAborted(answering, signal);
  if (answer?.ok) return answer;
  const error = answer
    ? `it cannot start: ${what} has no value. ${answer.error}`
    : 'it was stopped while asking for its inputs.';
  return { ok: false, needs: 'needs_input', error };
}
