// Samples, medians, and the table that `npm run bench` prints.
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';

/** A limit for a figure of Code Mode, and the side of the limit on which the figure must be. */
export interface Bar {
  readonly limit: number;
  readonly side: 'at most' | 'at least';
}

export interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly bar?: Bar;
  readonly how: string;
}

export const atMost = (limit: number): Bar => ({ limit, side: 'at most' });
export const atLeast = (limit: number): Bar => ({ limit, side: 'at least' });

export function median(samples: readonly number[]): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/**
 * Returns the milliseconds of each of `count` runs of `work`, after `warmup` runs that do not count, with `pauseMs`
 * between them.
 */
export async function timed(
  count: number,
  warmup: number,
  work: () => Promise<unknown>,
  pauseMs = 0,
): Promise<number[]> {
  const samples: number[] = [];
  for (let run = -warmup; run < count; run += 1) {
    const startedAt = performance.now();
    await work();
    if (run >= 0) samples.push(performance.now() - startedAt);
    if (pauseMs > 0) await setTimeout(pauseMs);
  }
  return samples;
}

/** One group of figures, measured together. */
export type Part = readonly [name: string, measure: () => readonly Row[] | Promise<readonly Row[]>];

/**
 * Measures one part after the other and prints each figure at once. A part that fails is reported in its place and
 * named in `failed`.
 */
export async function measureParts(
  parts: readonly Part[],
  say: (line: string) => void,
): Promise<{ readonly rows: readonly Row[]; readonly failed: readonly string[] }> {
  const rows: Row[] = [];
  const failed: string[] = [];
  for (const [name, measure] of parts) {
    try {
      for (const row of await measure()) {
        rows.push(row);
        say(figure(row));
      }
    } catch (error) {
      failed.push(name);
      say(`${name}: not measured: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { rows, failed };
}

function figure(row: Row): string {
  const { name, value, unit, bar } = row;
  const isMissed = bar !== undefined && missed([row]).length > 0;
  return `${name}: ${shown(value)} ${unit}${isMissed ? ` (missed: ${bar.side} ${bar.limit} ${unit})` : ''}`;
}

/** A Markdown table; the last column is the figure as a share of its bar. */
export function table(rows: readonly Row[]): string {
  const lines = rows.map(({ name, value, unit, bar, how }) => {
    const limit = bar ? `${bar.side} ${bar.limit} ${unit}` : '';
    const ratio = bar ? (value / bar.limit).toFixed(2) : '';
    return `| ${name} | ${shown(value)} ${unit} | ${limit} | ${ratio} | ${how} |`;
  });
  return ['| figure | median | bar | of the bar | how |', '|---|---:|---|---:|---|', ...lines].join('\n');
}

/** Names of the rows that miss their bar. */
export function missed(rows: readonly Row[]): readonly string[] {
  return rows.flatMap(({ name, value, bar }) => {
    if (!bar) return [];
    const met = bar.side === 'at most' ? value <= bar.limit : value >= bar.limit;
    return met ? [] : [name];
  });
}

export function shown(value: number): string {
  if (value >= 1_000) return Math.round(value).toLocaleString('en');
  return value >= 10 ? value.toFixed(0) : value.toFixed(2);
}

/**
 * Returns user and system time of all ended child processes (proc(5): cutime, cstime, in hundredths of a second), in
 * milliseconds; NaN if the system does not tell.
 */
export function childrenCpuMs(): number {
  if (process.platform !== 'linux') return NaN;
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return 10 * (Number(fields[13]) + Number(fields[14]));
}

export interface Cost {
  readonly waitedMs: number;
  /** NaN if the system does not tell. */
  readonly cpuMs: number;
}

/**
 * Returns the cost of this process with all its threads, and of the processes of scripts. `work` returns the
 * milliseconds of waiting.
 */
export async function costOf(work: () => Promise<number>): Promise<Cost> {
  const childrenBefore = childrenCpuMs();
  const before = process.cpuUsage();
  const waitedMs = await work();
  await sandboxesSettle();
  const { user, system } = process.cpuUsage(before);
  return { waitedMs, cpuMs: (user + system) / 1_000 + childrenCpuMs() - childrenBefore };
}

/** Waits until the spare process of the next run is ready and the process of the last run is gone. */
export async function sandboxesSettle(): Promise<void> {
  await setTimeout(200);
}

/** Returns the duration of the work and the longest time for which the event loop was blocked meanwhile. */
export async function watched(
  work: () => Promise<unknown>,
): Promise<{ readonly ms: number; readonly longestHoldMs: number }> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const startedAt = performance.now();
  await work();
  const ms = performance.now() - startedAt;
  delay.disable();
  return { ms, longestHoldMs: delay.max / 1e6 };
}
