// Runs the actions of `code-mode runs` that need only the records: list, show, export, delete and prune. These actions
// start no engine.
import { rejectOnAbort } from '../../../base/withTimeout.ts';
import { noRedactionRules, Redactor, RunStore, runTree, type RunSummary } from '../../../journal/index.ts';
import { runsFolder } from '../../../base/files/statePaths.ts';
import { printableJson } from '../../../base/text/visibleText.ts';
import type { ExportRunOptions, ListRunsOptions, RecordedRunsOptions } from '../../commandOptions.ts';
import { ExitCode, UsageError } from '../../exitCode.ts';
import type { Interruption } from '../../interruption.ts';
import { styleOf } from '../../style.ts';
import { columnsOf, printJson, say, type Io } from '../../terminal.ts';
import { version } from '../../version.ts';
import { deleteRuns, pruneRuns } from './deleteRuns.ts';
import { findRun } from './findRun.ts';
import { runTable, summaryJson, withCalled } from './runTable.ts';
import { writeOutput } from './writeOutput.ts';

/** Runs the action. Throws `UsageError`. */
export async function recordedRuns(
  options: RecordedRunsOptions,
  io: Io,
  interruption: Interruption,
): Promise<ExitCode> {
  interruption.endsAtOnce();
  const log = (line: string) => say(io, `code-mode: ${line}`);
  const redactor = new Redactor(
    () => [],
    () => noRedactionRules,
  );
  const store = new RunStore({
    folder: runsFolder(process.cwd()),
    mode: () => 'off',
    redactor,
    version,
    log,
  });
  try {
    return await rejectOnAbort(dispatch(store, options, io, interruption.signal), interruption.signal);
  } catch (error) {
    if (options.json && error instanceof UsageError) printJson(io, { error: error.message });
    throw error;
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
