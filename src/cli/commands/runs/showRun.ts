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
import { recordedCallText, runText } from './recordText.ts';

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
  const { id } = findRun(all, options.run);
  const record = await store.read(id);
  if (!record) throw new UsageError(`run ${id} is no longer recorded`);
  const read = readRecorded(store);
  if (options.call !== undefined) await showCall(record, options.call, read, options.json, io);
  else if (options.view === 'code') await showCode(record, read, options.json, io);
  else if (options.view === 'trace') await showTrace(record, read, options.json, io, signal);
  else if (options.json) printJson(io, await runJson(record, all, read));
  else io.stdout.write(await runText(record, all, read, columnsOf(io.stdout), styleOf(io.stdout)));
  return ExitCode.done;
}

async function showCall(
  record: RunRecord,
  number: number,
  read: ReadRecorded,
  json: boolean,
  io: Io,
): Promise<void> {
  const call = record.callList.find((candidate) => candidate.call === number);
  if (!call) throw new UsageError(`run ${record.id} has no call ${number}; ${numbersOf(record.callList)}`);
  if (json) printJson(io, { run: record.id, call: await callJson(call, read) });
  else io.stdout.write(await recordedCallText(call, read, columnsOf(io.stdout), styleOf(io.stdout)));
}

function numbersOf(calls: readonly RecordedCall[]): string {
  const numbers = calls.map(({ call }) => call);
  return numbers.length === 0
    ? 'it made none'
    : `its calls are ${Math.min(...numbers.slice(0, 1))} to ${numbers.at(-1) ?? 0}`;
}

async function showCode(record: RunRecord, read: ReadRecorded, json: boolean, io: Io): Promise<void> {
  const code = await codeOf(record, read);
  if (code === undefined) throw new UsageError(`the code of run ${record.id} is not recorded`);
  if ('redacted' in record.code) say(io, 'Secrets in the code are hidden in the record (•••).');
  const shown = io.stdout.isTTY ? shownCode(code) : code;
  if (json) printJson(io, { run: record.id, code });
  else io.stdout.write(shown.endsWith('\n') ? shown : `${shown}\n`);
}

async function showTrace(
  record: RunRecord,
  read: ReadRecorded,
  json: boolean,
  io: Io,
  signal: AbortSignal,
): Promise<void> {
  const code = await codeOf(record, read);
  const model = runViewOf(
    record,
    code === undefined ? [] : await namedTools(code, signal),
    Date.now() - record.startedAt,
  );
  if (json) printJson(io, { run: record.id, trace: model satisfies RunView });
  else {
    const columns = columnsOf(io.stdout) ?? defaultColumns;
    io.stdout.write(`${traceText(model, { columns, style: styleOf(io.stdout) }).join('\n')}\n`);
  }
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
