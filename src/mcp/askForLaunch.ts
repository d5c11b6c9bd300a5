// Reads a launch to its end when its server is started: asks the person for inputs and the editor for what it knows.
import type { EditorVariables } from './editorVariables.ts';
import type { InputAnswer, Inputs } from './inputs.ts';
import type { AskingLaunch } from './serverDefinition.ts';
import { answeredLaunch, type ReadyOutcome } from './serverLaunch.ts';
import { untilAborted } from './settlesWithin.ts';

/** Who is asked. */
export interface LaunchPorts {
  readonly inputs: Inputs;
  readonly variables: EditorVariables;
}

/** Asks for one thing after the other. Settles as soon as `signal` is aborted. */
export async function askForLaunch(asking: AskingLaunch, server: string, ports: LaunchPorts, signal: AbortSignal): Promise<ReadyOutcome> {
  const inputs = new Map<string, string>();
  const editor = new Map<string, string>();
  const ask = async (what: string, answer: Promise<InputAnswer>, keep: (value: string) => unknown) => {
    const given = await untilAborted(answer, signal);
    if (!given) return 'it was stopped while its inputs were asked for.';
    if (!given.ok) return `it cannot start: ${what} has no value. ${given.error}`;
    keep(given.value);
    return undefined;
  };
  for (const input of asking.inputs) {
    const keep = (value: string) => inputs.set(input.id, value);
    const error = await ask(`its input "${input.id}"`, ports.inputs.answer(input, server, signal), keep);
    if (error !== undefined) return { ok: false, error };
  }
  for (const name of asking.variables) {
    const keep = (value: string) => editor.set(name, value);
    const error = await ask(`\${${name}}`, ports.variables.value(name, asking.folder, signal), keep);
    if (error !== undefined) return { ok: false, error };
  }
  const outcome = answeredLaunch(server, asking, { inputs, editor });
  return outcome.ok ? outcome : { ok: false, error: `its definition cannot be used with what was answered: ${outcome.error}.` };
}
