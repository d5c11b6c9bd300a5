// `code-mode runs show`: prints one run, its code, one of its calls, or its trace, as text or as JSON.
import { ThreadedChecker } from '../../../checker/index.ts';
import {
  runViewOf,
  traceText,
  type ReferencedTool,
  type RecordedCall,
  type RunRecord,
  type RunStore,
  type RunView,
} from '../../../journal/index.ts';
import { shownCode } from '../../../base/text/visibleText.ts';
import { bundle } from '../../bundle.ts';
import type { ShowRunOptions } from '../../commandOptions.ts';
import { ExitCode, UsageError } from '../../exitCode.ts';
import { styleOf } from '../../style.ts';
import { columnsOf, printJson, say, type Io } from '../../terminal.ts';
import { findRun } from './findRun.ts';
import { callJson, readRecorded, runJson, type ReadRecorded } from './recordJson.ts';
import { Page, recordedCallText, runText } from './recordText.ts';

type Store = Pick<RunStore, 'list' | 'read' | 'value'>;

/** Width of a trace if the output is not a terminal. */
const defaultColumns = 100;

/** Runs the command. Throws `UsageError` if the run or the call does not exist. */
export async function showRun(
  store: Store,
  options: ShowRunOptions,
  io: Io,
  signal: AbortSignal,
): Promise<ExitCode> {
  const all = await store.list();
  const run = findRun(all, options.run);
  const { id } = run;
  const record = await store.read(id);
  if (!record) throw new UsageError(`run ${id} is no longer recorded`);
  const read = readRecorded(store);
  const { call: number, view, json } = options;
  const { stdout } = io;
  const [columns, style] = [columnsOf(stdout), styleOf(stdout)];
  const page = new Page(read, columns, style);
  if (number !== undefined) {
    const call = record.callList.find((candidate) => candidate.call === number);
    if (!call) throw new UsageError(`run ${id} has no call ${number}; ${numbersOf(record.callList)}`);
    if (json) printJson(io, { run: id, call: await callJson(call, read) });
    else stdout.write(await recordedCallText(page, call));
  } else if (view === 'code') {
    const code = await codeOf(record, read);
    if (code === undefined) throw new UsageError(`the code of run ${id} is not recorded`);
    if ('redacted' in record.code) say(io, 'Secrets in the code are hidden in the record (•••).');
    const shown = stdout.isTTY ? shownCode(code) : code;
    if (json) printJson(io, { run: id, code });
    else stdout.write(shown.endsWith('\n') ? shown : `${shown}\n`);
  } else if (view === 'trace') {
    const code = await codeOf(record, read);
    const tools = code === undefined ? [] : await namedTools(code, signal);
    const trace: RunView = runViewOf(record, tools, Date.now() - record.startedAt);
    if (json) printJson(io, { run: id, trace });
    else stdout.write(`${traceText(trace, { columns: columns ?? defaultColumns, style }).join('\n')}\n`);
  } else if (json) printJson(io, await runJson(run, record, all, read));
  else stdout.write(await runText(page, record, all));
  return ExitCode.done;
}

function numbersOf(calls: readonly RecordedCall[]): string {
  const [first, last] = [calls[0], calls.at(-1)];
  return first && last ? `its calls are ${first.call} to ${last.call}` : 'it made none';
}

async function codeOf({ code }: RunRecord, read: ReadRecorded): Promise<string | undefined> {
  const found = await read(code);
  return 'value' in found && typeof found.value === 'string' ? found.value : undefined;
}

/** Returns the positions at which the code names tools; empty if the code cannot be parsed. */
async function namedTools(code: string, signal: AbortSignal): Promise<readonly ReferencedTool[]> {
  const checker = new ThreadedChecker({
    threadFile: bundle('checker/thread.js'),
    libFolder: bundle('checker/lib'),
    log: () => undefined,
  });
  try {
    const preparation = await checker.prepare(code, signal);
    return preparation.ok ? preparation.script.references : [];
  } finally {
    await checker.dispose();
  }
}
