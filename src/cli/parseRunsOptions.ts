// Reads the command line of `code-mode runs`: each of its actions takes options of its own.
import type {
  DeleteRunsOptions,
  PastRunsOptions,
  RecordedRunsOptions,
  ResumeRunOptions,
  ScriptOptions,
  Shared,
  ShowRunOptions,
} from './commandOptions.ts';
import { UsageError } from './exitCode.ts';
import { actionNamed, choice, milliseconds, texts, wholeNumber, type Values } from './optionValues.ts';
import { inFlightFates, runsActions, runStates, runsUsage, type RunsAction } from './usage/runsCommand.ts';

/** Throws `UsageError`. `engine`: the options that all commands with an engine have. */
export function parseRunsOptions(
  values: Values,
  positionals: readonly string[],
  engine: () => Shared & ScriptOptions,
): RecordedRunsOptions | PastRunsOptions {
  const [first, ...given] = positionals;
  const action = actionNamed('runs', first, runsActions);
  for (const option of Object.keys(values)) refuseForeign(option, action);
  const shared = { command: 'runs', json: values['json'] === true } as const;
  switch (action) {
    case 'list':
      none(given, action);
      return {
        ...shared,
        action,
        limit: listed(values['limit']),
        states: texts(values['state']).map((state) => choice('state', state, runStates)),
      };
    case 'show':
      return { ...shared, action, run: one(given, action), ...viewOf(values) };
    case 'export':
      return { ...shared, action, run: one(given, action), ...outputOf(values) };
    case 'delete':
      return { ...shared, action, ...deleted(values, given) };
    case 'prune':
      none(given, action);
      return { ...shared, action };
    case 'replay': {
      const live = values['live-after'] === true;
      if (live && values['script'] === undefined)
        throw new UsageError('--live-after needs --script; without other code, runs resume goes on with a run');
      if (!live && (values['in-flight'] ?? values['timeout']) !== undefined)
        throw new UsageError('--in-flight and --timeout are for calls that are made: add --live-after');
      return { ...engine(), ...shared, action, run: one(given, action), live, ...rerunOf(values) };
    }
    case 'resume':
      return { ...engine(), ...shared, action, run: one(given, action), ...rerunOf(values) };
    case 'test':
      if (given.length === 0) throw new UsageError(wrong(action));
      return { ...engine(), ...shared, action, paths: given };
  }
}

/** Options that only some actions have; all others are those of scripts and servers. */
const ownOptions: Readonly<Record<string, readonly RunsAction[]>> = {
  state: ['list'],
  trace: ['show'],
  code: ['show'],
  call: ['show'],
  script: ['replay', 'resume'],
  'live-after': ['replay'],
  'in-flight': ['replay', 'resume'],
  timeout: ['replay', 'resume'],
  output: ['export'],
  all: ['delete'],
  yes: ['delete'],
  limit: ['list', 'replay', 'resume', 'test'],
};
const withEngine: readonly RunsAction[] = ['replay', 'resume', 'test'];

function refuseForeign(option: string, action: RunsAction): void {
  if (option === 'json' || option === 'help') return;
  const actions = ownOptions[option] ?? withEngine;
  if (!actions.includes(action))
    throw new UsageError(
      `runs ${action} has no option --${option}; ${actions.map((name) => `runs ${name}`).join(', ')} ${actions.length === 1 ? 'has' : 'have'}`,
    );
}

const defaultListed = 20;

function listed(value: Values[string]): number {
  const [first, ...more] = texts(value);
  if (first === undefined) return defaultListed;
  if (more.length > 0) throw new UsageError('runs list takes one --limit');
  return wholeNumber('limit', first, 0, 1_000_000);
}

function viewOf({ trace, code, call }: Values): Pick<ShowRunOptions, 'view' | 'call'> {
  if ([trace, code, call].filter((value) => value !== undefined).length > 1)
    throw new UsageError('--trace, --code and --call exclude each other');
  const view = trace === true ? 'trace' : code === true ? 'code' : 'all';
  return { view, ...(typeof call === 'string' && { call: wholeNumber('call', call, 1, 1_000_000_000) }) };
}

function outputOf({ output }: Values): { readonly output?: string } {
  return typeof output === 'string' ? { output } : {};
}

function deleted({ all, yes }: Values, given: readonly string[]): Pick<DeleteRunsOptions, 'runs' | 'all' | 'yes'> {
  if ((all === true) === given.length > 0) throw new UsageError(wrong('delete'));
  return { runs: given, all: all === true, yes: yes === true };
}

function rerunOf({ script, 'in-flight': inFlight, timeout }: Values): Pick<ResumeRunOptions, 'script' | 'inFlight' | 'timeoutMs'> {
  return {
    ...(typeof script === 'string' && { script }),
    ...(inFlight !== undefined && { inFlight: choice('in-flight', inFlight, inFlightFates) }),
    ...(typeof timeout === 'string' && { timeoutMs: milliseconds(timeout) }),
  };
}

function one(given: readonly string[], action: RunsAction): string {
  const [first, ...more] = given;
  if (first === undefined || more.length > 0) throw new UsageError(wrong(action));
  return first;
}

function none(given: readonly string[], action: RunsAction): void {
  if (given.length > 0) throw new UsageError(wrong(action));
}

function wrong(action: RunsAction): string {
  return `the form is code-mode runs ${runsUsage[action]} (see code-mode help runs)`;
}
