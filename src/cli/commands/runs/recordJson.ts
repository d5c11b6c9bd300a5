// Creates the output of `code-mode runs show --json`. New members may be added; existing members are never renamed.
// Inputs and outputs of calls may have megabytes, so only the output for a single call contains them.
import type { JsonValue } from '../../../base/json.ts';
import {
  runTree,
  type RecordedCall,
  type RecordedOutput,
  type RunRecord,
  type RunSummary,
  type RecordedValue,
  type RunStore,
} from '../../../journal/index.ts';
import { noValueWords } from '../../../journal/values/index.ts';
import { summaryJson } from './runTable.ts';

/** Resolves with the value, or with a sentence that explains its absence (`missing`). */
export type ReadRecorded = (
  value: RecordedValue,
) => Promise<{ readonly value: JsonValue } | { readonly missing: string }>;

export function readRecorded(runs: Pick<RunStore, 'value'>): ReadRecorded {
  return async (recorded) => {
    const found = await runs.value(recorded);
    return found.ok ? { value: found.value } : { missing: noValueWords[found.reason] };
  };
}

/** Converts a run. `all` contains all recorded runs, `run` is its entry in this list. */
export async function runJson(
  run: RunSummary,
  record: RunRecord,
  all: readonly RunSummary[],
  read: ReadRecorded,
) {
  const { tokens, stages, script } = record;
  return {
    ...summaryJson(run),
    version: record.version,
    session: record.session,
    code: await valueOf(record.code, read),
    args: await valueOf(record.args, read),
    ...(script && {
      typeCheck: script.typeCheck,
      ...(script.catalog !== undefined && { catalog: script.catalog }),
    }),
    callList: record.callList.map(briefJson),
    called: runTree(all)
      .calledBy(run.id)
      .map(({ id, parent }) => ({ call: parent?.call, run: id })),
    output: await Promise.all(record.output.map((entry) => outputJson(entry, read))),
    result: await valueOf(record.value, read),
    errors: record.errors,
    warnings: record.warnings,
    notes: record.notes,
    ...(tokens && { tokens }),
    ...(stages.length > 0 && { stages }),
  };
}

/** Converts a call, with its whole values. */
export async function callJson(call: RecordedCall, read: ReadRecorded) {
  const { input, output, error } = call;
  return {
    ...briefJson(call),
    ...(input && { input: await valueOf(input, read) }),
    ...(output && { output: await valueOf(output, read) }),
    ...(error && { failure: await valueOf(error.failure, read) }),
  };
}

function briefJson({ input: _input, output: _output, error, form: _form, ...call }: RecordedCall) {
  return { ...call, ...(error && { error: { code: error.code, message: error.message } }) };
}

async function outputJson(entry: RecordedOutput, read: ReadRecorded) {
  if (entry.kind === 'progress') return entry;
  if (entry.kind === 'display') return { ...entry, block: await valueOf(entry.block, read) };
  return { ...entry, text: await valueOf(entry.text, read) };
}

/** Returns the value; null if it is not recorded. */
async function valueOf(recorded: RecordedValue | undefined, read: ReadRecorded): Promise<JsonValue> {
  const found = recorded && (await read(recorded));
  return found && 'value' in found ? found.value : null;
}
