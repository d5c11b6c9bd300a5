// How ticks are sent and written: calls with consecutive numbers by the first and the last, since one tick may be begun by hundreds of answers.
import type { Tick, TickSpans } from './messages.ts';

/** So many numbers take more room than a span. */
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

/** How many answers or timers have begun it; to be looked at before `tickOf` what somebody else has written. */
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
