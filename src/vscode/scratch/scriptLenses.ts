// Which lines stand above a script: pure.
import type { ScriptRecords } from '../runs/runArgument.ts';

export interface Lens {
  readonly title: string;
  /** It is given the script. */
  readonly command: string;
}

/** `last`: how the last run of this window ended, if there was one. */
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

/** `recorded`: undefined where no run of it is. */
export function lastRunLenses({
  isRunning,
  recorded,
}: {
  readonly isRunning: boolean;
  readonly recorded: ScriptRecords | undefined;
}): readonly Lens[] {
  if (isRunning || !recorded) return [];
  return [
    ...(recorded.canReplay ? [{ title: 'Replay', command: 'codeMode.replayScript' }] : []),
    { title: 'Last Trace', command: 'codeMode.openTrace' },
  ];
}
