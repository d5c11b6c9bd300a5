// What a run did before it ended badly, so that nobody repeats a write by trying again.
import type { CallRecord, CallState } from '../runOutcome.ts';

const MOST_LINES = 20;
/** Of what a server said of its progress, in characters. */
const LONGEST_WORDS = 100;

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
  const groups = new Map<string, { count: number; longestMs: number; told: string }>();
  for (const call of calls) {
    if (call.state !== state) continue;
    const line = `${call.path}${call.writes ? ' (can write)' : ''}`;
    const { count, longestMs, told } = groups.get(line) ?? { count: 0, longestMs: 0, told: '' };
    groups.set(line, { count: count + 1, longestMs: Math.max(longestMs, call.ms), told: toldText(call) || told });
  }
  if (groups.size === 0) return [];
  const all = [...groups].map(([line, { count, longestMs, told }]) => {
    const waited = state === 'unknown' ? `, waited for ${count > 1 ? 'up to ' : ''}${Math.round(longestMs)} ms${told}` : '';
    return `    ${line}${count > 1 ? ` × ${count}` : ''}${waited}`;
  });
  const shown = all.length > MOST_LINES ? [...all.slice(0, MOST_LINES), `    … and ${all.length - MOST_LINES} more tools`] : all;
  return [`  ${title}:`, ...shown];
}

function toldText({ progress }: CallRecord): string {
  if (!progress) return '';
  const { message, fraction } = progress;
  const words = message.length > LONGEST_WORDS ? `${message.slice(0, LONGEST_WORDS)}…` : message;
  const told = [...(words === '' ? [] : [JSON.stringify(words)]), ...(fraction === undefined ? [] : [`${Math.round(fraction * 100)} %`])];
  return told.length > 0 ? `, last heard of: ${told.join(', ')}` : '';
}
