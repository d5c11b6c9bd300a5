// Converts ticks to and from their form in records. Consecutive call numbers are written as the first and the last,
// because hundreds of answers may begin one tick.
import type { Tick } from '../../sandbox/index.ts';

/** A tick in which `[first, last]` stands for three or more consecutive call numbers. */
export type TickSpans = readonly [
  elapsedMs: number,
  ...begunBy: (number | readonly [first: number, last: number])[],
];

/** Minimum number of consecutive numbers that a span replaces. Fewer take less room as they are. */
const fewest = 3;

export function spansOf([elapsed, ...numbers]: Tick): TickSpans {
  const spans: TickSpans[1][] = [];
  for (let from = 0, to = 1; from < numbers.length; from = to, to += 1) {
    const first = numbers[from] ?? 0;
    while (to < numbers.length && first > 0 && numbers[to] === first + to - from) to += 1;
    if (to - from < fewest) spans.push(...numbers.slice(from, to));
    else spans.push([first, first + to - from - 1]);
  }
  return [elapsed, ...spans];
}

/**
 * Returns the number of answers and timers that began the tick. Must be checked before `tickOf` expands a tick from an
 * untrusted source.
 */
export function beginnings([, ...spans]: TickSpans): number {
  return spans.reduce<number>((sum, span) => sum + (typeof span === 'number' ? 1 : span[1] - span[0] + 1), 0);
}

export function tickOf([elapsed, ...spans]: TickSpans): Tick {
  const numbers: number[] = [];
  for (const span of spans) {
    if (typeof span === 'number') numbers.push(span);
    else for (let index = 0; index <= span[1] - span[0]; index += 1) numbers.push(span[0] + index);
  }
  return [elapsed, ...numbers];
}

/**
 * Returns the calls whose answers the script received. A replay that stops at the end of its recording may give no
 * other answer: another answer would free a server's slot and send a queued call that the recording does not contain.
 */
export function answersHeard(ticks: readonly Tick[]): ReadonlySet<number> {
  const heard = new Set<number>();
  for (const [, ...begunBy] of ticks) for (const number of begunBy) if (number > 0) heard.add(number);
  return heard;
}
