// The entry of `code-mode runs`, with its actions, in the table of commands.
import type { RunState } from '../../journal/index.ts';
import { milliseconds, wholeNumber } from '../optionValues.ts';
import {
  choice,
  choices,
  flag,
  helpOption,
  option,
  type Command,
  type Option,
  type OptionTable,
} from './option.ts';
import { script } from './scriptOptions.ts';
import { files, json, sandbox, servers, commandLineServers } from './sharedOptions.ts';

const runStates = [
  'done',
  'failed',
  'cancelled',
  'denied',
  'running',
  'interrupted',
] as const satisfies readonly RunState[];
/** The possible answers about writes whose effect is unknown. */
const inFlightFates = ['happened', 'not-happened', 'stop'] as const;

/** The valid forms of the arguments after `code-mode runs`. */
export const runsUsage = {
  list: 'list',
  show: 'show <run>',
  replay: 'replay <run>',
  resume: 'resume <run>',
  test: 'test <file|folder>...',
  export: 'export <run>',
  delete: 'delete <run>... | --all',
  prune: 'prune',
};
export type RunsAction = keyof typeof runsUsage;
export const runsActions = Object.keys(runsUsage) as readonly RunsAction[];

const scriptFile = option(
  '--script <file>',
  "With replay and resume: run this code instead of the run's own; - reads standard input.",
);
const inFlight = choice(
  '--in-flight <answer>',
  'With resume: whether writes that were sent and not answered took effect: happened (go on without their answers), not-happened ' +
    '(call them now), stop. Default: you are asked about each.',
  inFlightFates,
);
const timeoutMs = option(
  '--timeout <ms>',
  'With resume: end the script after this time. Default: 120000.',
  milliseconds,
);

/** The options that only some actions have. */
export const runsOptions = {
  list: {
    limit: {
      ...option(
        '--limit <number|limit=number>',
        'With list: show at most this many runs; 0: all. Default: 20. With replay, resume and test: change a limit ' +
          'as for run, e.g. cpuMs=2000; replay and test also obey the recorded one.',
        wholeNumber(0, 1_000_000),
        20,
      ),
      repeats: true,
    },
    states: choices(
      '--state <state>',
      `With list: only runs of this state: ${runStates.join(', ')}.`,
      runStates,
    ),
  },
  show: {
    code: flag('--code', 'With show: print the code alone.'),
    call: option(
      '--call <number>',
      'With show: show this call with its input and output.',
      wholeNumber(1, 1_000_000_000),
    ),
    trace: flag('--trace', 'With show: draw the calls over time.'),
  },
  replay: {
    script: scriptFile,
    live: flag(
      '--live-after',
      'With replay --script: go on with real calls from the first one that the record does not have.',
    ),
    inFlight,
    timeoutMs,
  },
  resume: { script: scriptFile, inFlight, timeoutMs },
  test: {},
  export: {
    output: option('-o, --output <file>', 'With export: write to this file instead of standard output.'),
  },
  delete: {
    all: flag('--all', 'With delete: all runs but those that are on.'),
    yes: flag('--yes', 'With delete: do not ask.'),
  },
  prune: {},
} satisfies Record<RunsAction, OptionTable>;

/** The actions that also have the options of scripts, servers and the sandbox. */
const engineActions: readonly RunsAction[] = ['replay', 'resume', 'test'];

/** True if the action of `runs` has an option with this name. */
export function hasOption(action: RunsAction, name: string): boolean {
  const own = [json, helpOption, ...Object.values<Option>(runsOptions[action])];
  if (own.some((option) => option.name === name)) return true;
  if (!engineActions.includes(action)) return false;
  const engine = [script, servers.options, commandLineServers.options, files.options, sandbox.options];
  return engine.some((table) => Object.values<Option>(table).some((option) => option.name === name));
}

// The help page shows `--limit` once, with the text of `list`, for both options of this name.
const { limits: _, ...scriptButLimits } = script;

export const runs = {
  does: 'List, show, replay and resume recorded runs',
  forms: Object.values(runsUsage),
  about: [
    'The runs of this folder, also those of chats, of the editor and of MCP clients. <run> is an id, its beginning where only one run has it, ' +
      'or last.',
    'replay repeats a run against its record, or other code with --script: no server starts. resume goes on with a run that did not come to its ' +
      'end: what finished is not done again. test replays saved runs (' +
      'report.run.json, of export) against their scripts (report.ts).',
    'The options of scripts, servers and the sandbox are for replay, resume and test.',
  ],
  options: {
    ...runsOptions.list,
    ...runsOptions.show,
    ...runsOptions.replay,
    ...runsOptions.export,
    ...runsOptions.delete,
    json,
    ...scriptButLimits,
  },
  shared: [servers, commandLineServers, files, sandbox],
  exits: [
    [
      '0',
      'done; of replay: it came to the same end, or the other code succeeded; of test: all came to their results',
    ],
    ['1', 'nothing was found, shown or written; the script failed or came to another result'],
    ['3', 'the script reached a limit or was cancelled'],
  ],
  examples: [
    ['code-mode runs list --state failed', 'what failed'],
    ['code-mode runs show last --trace', 'the newest run, drawn'],
    ['code-mode runs replay 0cyl2 --script fixed.ts', 'other code against the record'],
    ['code-mode runs resume last', 'go on where it ended'],
    ['code-mode runs export last -o report.run.json', 'a test of report.ts'],
    ['code-mode runs test scripts', 'all tests of a folder'],
  ],
  completes: runsActions,
} satisfies Command;
