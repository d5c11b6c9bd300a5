// Runs the actions of `code-mode runs` that need only the records: list, show, export, delete and prune. These actions
// start no engine.
import { statSync, writeFileSync } from 'node:fs';
import { errorMessage } from '../../../base/errorMessage.ts';
import { makePrivateFile } from '../../../base/files/privateFile.ts';
import { counted, grouped } from '../../../base/text/counted.ts';
import { localTime } from '../../../base/text/localTime.ts';
import { shownLine } from '../../../base/text/plainText.ts';
import { rejectOnAbort } from '../../../base/withTimeout.ts';
import { Redactor, RunStore, runTree, type RunsKept, type RunSummary } from '../../../journal/index.ts';
import { runsFolder } from '../../../base/files/statePaths.ts';
import { printableJson } from '../../../base/text/visibleText.ts';
import type {
  DeleteRunsOptions,
  ExportRunOptions,
  ListRunsOptions,
  RecordedRunsOptions,
} from '../../commandOptions.ts';
import { ExitCode, UsageError } from '../../exitCode.ts';
import { TerminalQuestions } from '../../interaction/index.ts';
import type { Interruption } from '../../interruption.ts';
import { styleOf } from '../../style.ts';
import { columnsOf, printJson, say, type Io } from '../../terminal.ts';
import { version } from '../../version.ts';
import { findRun } from './findRun.ts';
import { runTable, summaryJson, withCalled } from './runTable.ts';

/** Maximum number of deleted runs that are listed. */
const mostNamed = 20;

/** Runs the action. Throws `UsageError`. */
export async function recordedRuns(
  options: RecordedRunsOptions,
  io: Io,
  interruption: Interruption,
): Promise<ExitCode> {
  interruption.endsAtOnce();
  const log = (line: string) => say(io, `code-mode: ${line}`);
  const redactor = new Redactor(() => []);
  const folder = runsFolder(process.cwd());
  const store = new RunStore({ folder, mode: () => 'off', redactor, version, log });
  try {
    return await rejectOnAbort(dispatch(store, options, io, interruption.signal), interruption.signal);
  } finally {
    await store.dispose();
  }
}

async function dispatch(
  store: RunStore,
  options: RecordedRunsOptions,
  io: Io,
  signal: AbortSignal,
): Promise<ExitCode> {
  switch (options.action) {
    case 'list':
      return list(store, options, io);
    case 'show':
      return (await import('./showRun.ts')).showRun(store, options, io, signal);
    case 'export':
      return exportRun(store, options, io);
    case 'delete':
      return deleteRuns(store, options, io, signal);
    case 'prune':
      return pruneRuns(store, options.json, io);
  }
}

async function list(store: RunStore, { states, limit, json }: ListRunsOptions, io: Io): Promise<ExitCode> {
  const all = (await store.list()).filter(({ state }) => states.length === 0 || states.includes(state));
  const first = (runs: readonly RunSummary[]) => (limit === 0 ? runs : runs.slice(0, limit));
  const tree = runTree(all);
  const shown = first(tree.roots);
  if (json) printJson(io, { total: all.length, runs: first(all).map(summaryJson) });
  else if (all.length === 0)
    say(
      io,
      `code-mode: no run of this folder is recorded${states.length > 0 ? ` as ${states.join(' or ')}` : ''}`,
    );
  else {
    io.stdout.write(`${runTable(withCalled(shown, tree), columnsOf(io.stdout), styleOf(io.stdout))}\n`);
    const more = tree.roots.length - shown.length;
    if (more > 0) say(io, `${more} more runs; --limit 0 shows all`);
  }
  return all.length === 0 ? ExitCode.nothingFound : ExitCode.done;
}

async function exportRun(
  store: RunStore,
  { run, output, json }: ExportRunOptions,
  io: Io,
): Promise<ExitCode> {
  const { id } = findRun(await store.list(), run);
  const text = await store.exportRun(id);
  if (text === undefined) throw new UsageError(`run ${id} is no longer recorded`);
  // The escaped text has the same meaning as JSON.
  if (output === undefined) io.stdout.write(`${printableJson(text)}\n`);
  else {
    writeOutput(output, text);
    if (json) printJson(io, { run: id, file: output });
    else say(io, `Exported run ${id} to ${output}, with the inputs and answers of its calls.`);
  }
  return ExitCode.done;
}

/**
 * Writes the file, readable only for its user. A pipe is not created and is opened only once. Throws `UsageError` if
 * the file cannot be written.
 */
function writeOutput(file: string, text: string): void {
  try {
    if (statSync(file, { throwIfNoEntry: false })?.isFile() !== false) makePrivateFile(file);
    writeFileSync(file, text);
  } catch (error) {
    throw new UsageError(`cannot write ${file}: ${errorMessage(error)}`);
  }
}

/** Deletes the named records after a question; without a terminal, requires `--yes`. Records of running runs stay. */
async function deleteRuns(
  store: RunStore,
  options: DeleteRunsOptions,
  io: Io,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { all, yes, json } = options;
  const runs = await store.list();
  const named = all ? runs : [...new Set(options.runs.map((given) => findRun(runs, given)))];
  const wanted = named.filter(({ state }) => state !== 'running');
  const kept = named.filter(({ state }) => state === 'running');
  for (const { id } of json ? [] : kept) say(io, `Run ${id} is still on, and stays.`);
  if (wanted.length > 0 && !yes) {
    const questions = new TerminalQuestions(io);
    if (!questions.canAsk) {
      if (json)
        printJson(io, {
          error: 'nothing was deleted: --yes is missing',
          deleted: [],
          kept: named.map(({ id }) => id),
        });
      say(io, 'code-mode: nothing was deleted: no terminal to ask on. Use --yes.');
      return ExitCode.nothingFound;
    }
    if (!(await questions.agrees(`${lines(wanted)}\n${question(wanted.length)}`, signal))) {
      if (json) printJson(io, { deleted: [], kept: named.map(({ id }) => id) });
      return ExitCode.nothingFound;
    }
  }
  await store.delete(wanted.map(({ id }) => id));
  if (json) printJson(io, { deleted: wanted.map(({ id }) => id), kept: kept.map(({ id }) => id) });
  else
    say(
      io,
      wanted.length === 0
        ? 'code-mode: there was nothing to delete'
        : `Deleted ${counted(wanted.length, 'run')}.`,
    );
  return wanted.length === 0 ? ExitCode.nothingFound : ExitCode.done;
}

/** Deletes the records that exceed the limits of age, number or size. */
async function pruneRuns(store: RunStore, json: boolean, io: Io): Promise<ExitCode> {
  const before = new Map((await store.list()).map((run) => [run.id, run]));
  const { deleted, limits } = await store.prune();
  if (json) printJson(io, { deleted, limits });
  else if (deleted.length === 0)
    say(io, `Nothing to delete: ${counted(before.size, 'run')} kept. ${limitsText(limits)}`);
  else {
    io.stdout.write(`${lines(deleted.flatMap((id) => before.get(id) ?? []))}\n`);
    say(
      io,
      `Deleted ${counted(deleted.length, 'run')}; ${before.size - deleted.length} kept. ${limitsText(limits)}`,
    );
  }
  return ExitCode.done;
}

function limitsText({ runs, megabytes, days }: RunsKept): string {
  const shown = [counted(runs, 'run'), `${megabytes.toLocaleString('en-US')} MB`, counted(days, 'day')];
  return `The limits are ${shown.slice(0, 2).join(', ')} and ${shown[2] ?? ''} (codeMode.runs.keepRuns, keepMegabytes, keepDays in the editor).`;
}

function lines(runs: readonly RunSummary[]): string {
  const more = runs.length > mostNamed ? [`… and ${runs.length - mostNamed} more`] : [];
  return [
    ...runs
      .slice(0, mostNamed)
      .map(({ id, startedAt, title }) => `${id}  ${localTime(startedAt)}  ${shownLine(title, 60)}`.trimEnd()),
    ...more,
  ].join('\n');
}

function question(count: number): string {
  return `Delete the ${count === 1 ? 'record of this run' : `records of these ${grouped(count)} runs`}? They cannot be shown, replayed or resumed any more.`;
}
