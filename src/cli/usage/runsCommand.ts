// What is said of `code-mode runs`, which has several actions.
import type { RunState } from '../../runs/runEvent.ts';
import type { Command } from './command.ts';
import { script } from './scriptOptions.ts';
import { files, json, sandbox, servers } from './sharedOptions.ts';

export const runsActions = ['list', 'show', 'replay', 'resume', 'test', 'export', 'delete', 'prune'] as const;
export type RunsAction = (typeof runsActions)[number];
export const runStates = ['done', 'failed', 'cancelled', 'denied', 'running', 'interrupted'] as const satisfies readonly RunState[];
/** What became of writes that were in flight. */
export const inFlightFates = ['happened', 'not-happened', 'stop'] as const;
export type InFlightFate = (typeof inFlightFates)[number];

/** What follows `code-mode runs`. */
export const runsUsage: Readonly<Record<RunsAction, string>> = {
  list: 'list',
  show: 'show <run>',
  replay: 'replay <run>',
  resume: 'resume <run>',
  test: 'test <file|folder>...',
  export: 'export <run>',
  delete: 'delete <run>... | --all',
  prune: 'prune',
};

export const runs: Command = {
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
  options: [
    {
      name: 'limit',
      takes: 'number|limit=number',
      repeats: true,
      help:
        'With list: show at most this many runs; 0: all. Default: 20. With replay, resume and test: change a limit ' +
        'as for run, e.g. cpuMs=2000; replay and test also obey the recorded one.',
    },
    {
      name: 'state',
      takes: 'state',
      repeats: true,
      values: runStates,
      help: `With list: only runs of this state: ${runStates.join(', ')}.`,
    },
    { name: 'code', help: 'With show: print the code alone.' },
    { name: 'call', takes: 'number', help: 'With show: show this call with its input and output.' },
    { name: 'trace', help: 'With show: draw the calls over time.' },
    {
      name: 'script',
      takes: 'file',
      isFile: true,
      help: "With replay and resume: run this code instead of the run's own; - reads standard input.",
    },
    { name: 'live-after', help: 'With replay --script: go on with real calls from the first one that the record does not have.' },
    {
      name: 'in-flight',
      takes: 'answer',
      values: inFlightFates,
      help:
        'With resume: whether writes that were sent and not answered took effect: happened (go on without their answers), not-happened ' +
        '(call them now), stop. Default: you are asked about each.',
    },
    { name: 'timeout', takes: 'ms', help: 'With resume: end the script after this time. Default: 120000.' },
    {
      name: 'output',
      short: 'o',
      takes: 'file',
      isFile: true,
      help: 'With export: write to this file instead of standard output.',
    },
    { name: 'all', help: 'With delete: all runs but those that are on.' },
    { name: 'yes', help: 'With delete: do not ask.' },
    json,
    ...script.filter(({ name }) => name !== 'limit'),
  ],
  shared: [servers, files, sandbox],
  exits: [
    ['0', 'done; of replay: it came to the same end, or the other code succeeded; of test: all came to their results'],
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
};
