// Chooses the code lenses above a script. The module is pure.
import * as l10n from '@vscode/l10n';

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
      { title: l10n.t('$(debug-stop) Stop'), command: 'codeMode.stopScript' },
      { title: l10n.t('$(loading~spin) Running'), command: 'codeMode.showResult' },
    ];
  }
  return [
    { title: l10n.t('$(play) Run'), command: 'codeMode.runScript' },
    ...(takesArguments
      ? [{ title: l10n.t('Run with Arguments…'), command: 'codeMode.runWithArguments' }]
      : []),
    { title: l10n.t('$(checklist) Dry Run'), command: 'codeMode.dryRunScript' },
    { title: l10n.t('$(debug-alt) Debug'), command: 'codeMode.debugScript' },
    ...(last === undefined ? [] : [{ title: last, command: 'codeMode.showResult' }]),
  ];
}

/** `canReplay`: undefined if no run of the script is recorded. */
export function lastRunLenses(isRunning: boolean, canReplay: boolean | undefined): readonly Lens[] {
  if (isRunning || canReplay === undefined) return [];
  return [
    ...(canReplay ? [{ title: l10n.t('Replay'), command: 'codeMode.replayScript' }] : []),
    { title: l10n.t('Last Trace'), command: 'codeMode.openTrace' },
  ];
}
