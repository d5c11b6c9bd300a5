// Chooses the code lenses above a script. The module is pure.
import type { ScriptRunFacts } from '../runs/runArgument.ts';

export interface Lens {
  readonly title: string;
  /** A command that gets the script as its argument. */
  readonly command: string;
}

/** `last`: the end of the script's last run in this window; undefined if there was none. */
export function runLenses({
  isRunning,
  takesArguments,
  last,
}: {
  readonly isRunning: boolean;
  readonly takesArguments: boolean;
  readonly last: string | undefined;
}): readonly Lens[] {
  if (isRunning) {
    return [
      { title: '$(debug-stop) Stop', command: 'codeMode.stopScript' },
      { title: '$(loading~spin) Running', command: 'codeMode.showResult' },
    ];
  }
  return [
    { title: '$(play) Run', command: 'codeMode.runScript' },
    ...(takesArguments ? [{ title: 'Run with Arguments…', command: 'codeMode.runWithArguments' }] : []),
    { title: '$(checklist) Dry Run', command: 'codeMode.dryRunScript' },
    { title: '$(debug-alt) Debug', command: 'codeMode.debugScript' },
    ...(last === undefined ? [] : [{ title: last, command: 'codeMode.showResult' }]),
  ];
}

/** `recorded`: undefined if no run of the script is recorded. */
export function lastRunLenses({
  isRunning,
  recorded,
}: {
  readonly isRunning: boolean;
  readonly recorded: ScriptRunFacts | undefined;
}): readonly Lens[] {
  if (isRunning || !recorded) return [];
  return [
    ...(recorded.canReplay ? [{ title: 'Replay', command: 'codeMode.replayScript' }] : []),
    { title: 'Last Trace', command: 'codeMode.openTrace' },
  ];
}
