// The script that undoes a recorded run: reads its calls, and asks for the tools that their servers have now.
import type { CatalogSnapshot } from '../catalog/catalogSnapshot.ts';
import { isJsonObject } from '../catalog/json.ts';
import { asRecorded, knownCalls, type ValueReader } from './knownCalls.ts';
import type { RunRecord } from './runRecord.ts';
import type { UndoCall } from './undo/undoCall.ts';
import { undoScript, type UndoScript } from './undo/undoScript.ts';

export type UndoResult = ({ readonly ok: true } & UndoScript) | { readonly ok: false; /** A sentence. */ readonly problem: string };

/** `snapshot`: of the servers with these names. Rejects only when aborted. */
export async function undoRun(
  run: RunRecord,
  values: ValueReader,
  snapshot: (servers: readonly string[]) => Promise<CatalogSnapshot>,
  signal: AbortSignal,
): Promise<UndoResult> {
  const known = await knownCalls(run, values, asRecorded, signal);
  if (!known.ok) return { ok: false, problem: known.problem };
  const made = known.calls.filter(({ shape }) => shape.target === 'tool');
  const writes = made.filter(({ recorded }) => recorded.writes && (recorded.state === 'finished' || recorded.state === 'unknown'));
  if (writes.length === 0) return { ok: false, problem: `Run ${run.id} has no write that could be undone.` };
  const servers = await snapshot([...new Set(writes.map(({ shape }) => shape.server))]);
  const calls: UndoCall[] = [];
  for (const { recorded, shape } of made) {
    const { call, path, writes: canWrite, state } = recorded;
    if (state !== 'finished' && state !== 'unknown') continue;
    const output = recorded.output && (await values.value(recorded.output));
    signal.throwIfAborted();
    const lookup = servers.find(shape.server, shape.name);
    calls.push({
      ...{ call, path, writes: canWrite, state, input: isJsonObject(shape.input) ? shape.input : {} },
      ...(lookup.kind === 'tool' && { tool: lookup.tool }),
      output: output?.ok === true ? output.value : undefined,
    });
  }
  const tools = servers.servers.flatMap((server) => server.tools);
  return { ok: true, ...undoScript(run, calls, tools) };
}
