// Parses the command line of `code-mode runs`, whose actions have different options.
import type { PastRunsOptions, RecordedRunsOptions, ScriptOptions, Shared } from './commandOptions.ts';
import { UsageError } from './exitCode.ts';
import { actionNamed, onlyWord } from './optionValues.ts';
import { readOptions, type GivenTexts } from './usage/option.ts';
import { hasOption, runsActions, runsOptions, runsUsage, type RunsAction } from './usage/runsCommand.ts';

/** Throws `UsageError`. `engine` returns the options of all commands that need the engine. */
export function parseRunsOptions(
  given: GivenTexts,
  [first, ...words]: readonly string[],
  engine: () => Shared & ScriptOptions,
): RecordedRunsOptions | PastRunsOptions {
  const action = actionNamed('runs', first, runsActions);
  for (const option of given.keys()) refuseForeign(option, action);
  const wrong = `the form is code-mode runs ${runsUsage[action]} (see code-mode help runs)`;
  if ((action === 'list' || action === 'prune') && words.length > 0) throw new UsageError(wrong);
  const shared = { command: 'runs', json: given.has('json') } as const;
  switch (action) {
    case 'list':
      return { ...shared, action, ...readOptions(runsOptions.list, given) };
    case 'show': {
      const { code, trace, call } = readOptions(runsOptions.show, given);
      if ([trace, code, call !== undefined].filter(Boolean).length > 1)
        throw new UsageError('--trace, --code and --call exclude each other');
      const view = trace ? 'trace' : code ? 'code' : 'all';
      return { ...shared, action, run: onlyWord(words, wrong), view, ...(call !== undefined && { call }) };
    }
    case 'export':
      return { ...shared, action, run: onlyWord(words, wrong), ...readOptions(runsOptions.export, given) };
    case 'delete': {
      const options = readOptions(runsOptions.delete, given);
      if (options.all === words.length > 0) throw new UsageError(wrong);
      return { ...shared, action, runs: words, ...options };
    }
    case 'prune':
      return { ...shared, action };
    case 'replay': {
      const options = readOptions(runsOptions.replay, given);
      if (options.live && options.script === undefined)
        throw new UsageError(
          '--live-after needs --script; without other code, runs resume goes on with a run',
        );
      if (!options.live && (options.inFlight ?? options.timeoutMs) !== undefined)
        throw new UsageError('--in-flight and --timeout are for calls that are made: add --live-after');
      return { ...engine(), ...shared, action, run: onlyWord(words, wrong), ...options };
    }
    case 'resume':
      return {
        ...engine(),
        ...shared,
        action,
        run: onlyWord(words, wrong),
        ...readOptions(runsOptions.resume, given),
      };
    case 'test':
      if (words.length === 0) throw new UsageError(wrong);
      return { ...engine(), ...shared, action, paths: words };
  }
}

function refuseForeign(option: string, action: RunsAction): void {
  if (hasOption(action, option)) return;
  const others = runsActions.filter((other) => hasOption(other, option)).map((other) => `runs ${other}`);
  throw new UsageError(
    `runs ${action} has no option --${option}; ${others.join(', ')} ${others.length === 1 ? 'has' : 'have'}`,
  );
}
