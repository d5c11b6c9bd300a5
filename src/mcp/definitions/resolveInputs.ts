// Completes a launch when its server starts: asks the user for inputs and the editor for its variables.
import type { UserAction } from '../../catalog/index.ts';
import type { EditorVariables, InputAnswer, Inputs } from './inputs.ts';
import type { StartInteraction } from '../protocol/startInteraction.ts';
import type { UnresolvedLaunch, HttpLaunch, StdioLaunch } from './serverDefinition.ts';
import { resolvedLaunch } from './serverLaunch.ts';
import { untilAborted } from '../../base/withTimeout.ts';

/** Ports that answer inputs and editor variables. */
export interface LaunchPorts {
  readonly inputs: Inputs;
  readonly variables: EditorVariables;
}

interface NotAnswered {
  readonly ok: false;
  readonly error: string;
  readonly needs?: UserAction;
}

/** A launch that can be started, or the reason why there is none. */
type ResolveOutcome = { readonly ok: true; readonly launch: StdioLaunch | HttpLaunch } | NotAnswered;

/** Asks one question after another. Resolves as soon as the start is given up. */
export async function resolveInputs(
  unresolved: UnresolvedLaunch,
  server: string,
  ports: LaunchPorts,
  interaction: StartInteraction,
): Promise<ResolveOutcome> {
  const answers = { inputs: new Map<string, string>(), editor: new Map<string, string>() };
  for (const input of unresolved.inputs) {
    const answer = await settled(
      ports.inputs.answer(input, server, interaction),
      `its input "${input.id}"`,
      interaction.signal,
    );
    if (!answer.ok) return answer;
    answers.inputs.set(input.id, answer.value);
  }
  for (const name of unresolved.variables) {
    const answer = await settled(
      ports.variables.value(name, unresolved.folder, interaction),
      `\${${name}}`,
      interaction.signal,
    );
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
): Promise<Extract<InputAnswer, { ok: true }> | NotAnswered> {
  const answer = await untilAborted(answering, signal);
  if (!answer)
    return { ok: false, needs: 'needs_input', error: 'it was stopped while asking for its inputs.' };
  return answer.ok
    ? answer
    : { ok: false, needs: 'needs_input', error: `it cannot start: ${what} has no value. ${answer.error}` };
}
