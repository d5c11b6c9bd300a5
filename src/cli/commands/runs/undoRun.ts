// `code-mode runs undo`: the script that reverses a run's writes, to be read. It is never run here.
import type { RunSummary } from '../../../runs/runRecord.ts';
import { reversedText } from '../../../runs/undo/undoScript.ts';
import { shownCode } from '../../../text/visibleText.ts';
import type { CommandContext } from '../../commandContext.ts';
import type { UndoRunOptions } from '../../commandOptions.ts';
import { ExitCode } from '../../exitCode.ts';
import { printJson, say } from '../../terminal.ts';
import { writeOutput } from './writeOutput.ts';

/** Starts the servers that the run wrote to, to see which tools they have now. Throws `UsageError`. */
export async function undoRun(
  { engine, runs, io }: CommandContext,
  { id }: RunSummary,
  { output, json }: Pick<UndoRunOptions, 'output' | 'json'>,
  signal: AbortSignal,
): Promise<ExitCode> {
  const undo = await runs.past.undo(engine, id, signal);
  if (!undo.ok) {
    if (json) printJson(io, { run: id, error: undo.problem });
    say(io, `code-mode: ${undo.problem}`);
    return ExitCode.nothingFound;
  }
  const { code, reversed, left } = undo;
  if (output !== undefined) writeOutput(output, code);
  if (json) printJson(io, { run: id, reversed, left, ...(output === undefined ? { code } : { file: output }) });
  else {
    if (output === undefined) io.stdout.write(io.stdout.isTTY ? shownCode(code) : code);
    say(io, `${reversedText(undo)}${output === undefined ? ' before you run it' : `, then code-mode run ${output}`}.`);
  }
  return ExitCode.done;
}
