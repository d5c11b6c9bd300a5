// Computes the marks of a time axis at round numbers, and writes times in words. The trace in the editor and the trace
// on the terminal share both.

/** Returns at most `most` times between `from` and `to`, in milliseconds, at round numbers. */
export function axisTicks(from: number, to: number, most: number): readonly number[] {
  const span = to - from;
  if (!(span > 0) || most < 1) return [];
  const step = stepOf(span / most);
  const first = Math.ceil(from / step);
  const count = Math.max(0, Math.floor(to / step) - first + 1);
  return Array.from({ length: Math.min(count, Math.floor(most) + 1) }, (_, index) => (first + index) * step);
}

const longSteps = [15, 30, 60, 120, 300, 600, 900, 1_800, 3_600].map((seconds) => seconds * 1_000);

function stepOf(least: number): number {
  if (least > 10_000)
    return longSteps.find((step) => step >= least) ?? Math.ceil(least / 3_600_000) * 3_600_000;
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5].find((factor) => factor * power >= least) ?? 10);
}

/** Returns the label of a mark on the axis: `0`, `250 ms`, `1.5 s`, `2:30 min`. */
export function axisText(ms: number): string {
  if (ms === 0) return '0';
  if (ms < 1_000) return `${Number(ms.toPrecision(3))} ms`;
  if (ms < 60_000) return `${Number((ms / 1_000).toPrecision(4))} s`;
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`;
}

/** Returns a duration such as `120 ms`, `3.4 s`, `2 min 5 s`. */
export function durationText(ms: number): string {
  if (Math.round(ms) < 1_000) return `${ms.toFixed(0)} ms`;
  if (Math.round(ms / 100) < 600) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
