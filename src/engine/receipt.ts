// What a run did before it ended badly, so that nobody repeats a write by trying again.
import type { CallRecord, CallState } from './runOutcome.ts';

const MOST_LINES = 20;

/** Lines for the model or the person; empty when nothing was called. */
export function receipt(calls: readonly CallRecord[]): readonly string[] {
  if (calls.length === 0) return ['Receipt: no tool was called.'];
  const lines = [
    ...section('finished', 'finished (do not repeat the ones that write)', calls),
    ...section('failed', 'failed', calls),
    ...section('unknown', 'in flight, so it is unknown whether they took effect (check before repeating the ones that write)', calls),
  ];
  return ['Receipt of the calls made:', ...lines];
}

function section(state: CallState, title: string, calls: readonly CallRecord[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const call of calls) {
    if (call.state !== state) continue;
    const line = `${call.path}${call.writes ? ' (can write)' : ''}`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  if (counts.size === 0) return [];
  const all = [...counts].map(([line, count]) => `    ${line}${count > 1 ? ` × ${count}` : ''}`);
  const shown = all.length > MOST_LINES ? [...all.slice(0, MOST_LINES), `    … and ${all.length - MOST_LINES} more tools`] : all;
  return [`  ${title}:`, ...shown];
}
