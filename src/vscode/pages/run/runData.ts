// Holds the data that the extension has sent about a run, and computes the rows of the waterfall. Uses no elements.
import type { CallBar, RunFrame, ShownTool, Span } from '../../../journal/trace/runView.ts';

export type WaterfallRow =
  | {
      readonly kind: 'lane';
      readonly lane: number;
      readonly busy: readonly Span[];
      readonly failed: readonly Span[];
    }
  | { readonly kind: 'call'; readonly bar: CallBar; readonly position: number; readonly siblings: number };

/** Number of parts of the run's time that a lane distinguishes. */
const finest = 1_000;

const emptyFrame: RunFrame = {
  endMs: 1,
  isOn: false,
  lanes: [],
  tools: [],
  script: [],
  scriptMs: 0,
  asked: [],
  marks: [],
  atOnce: [],
  mostAtOnce: 0,
};

export class RunData {
  frame: RunFrame = emptyFrame;
  readonly #bars: CallBar[] = [];
  readonly #indexOf = new Map<number, number>();

  /** Bars in the order in which the script made the calls. */
  get bars(): readonly CallBar[] {
    return this.#bars;
  }

  clear(): void {
    this.frame = emptyFrame;
    this.#bars.length = 0;
    this.#indexOf.clear();
  }

  put(bars: readonly CallBar[]): void {
    for (const bar of bars) {
      const index = this.#indexOf.get(bar.call);
      if (index === undefined) this.#indexOf.set(bar.call, this.#bars.push(bar) - 1);
      else this.#bars[index] = bar;
    }
  }

  bar(call: number): CallBar | undefined {
    return this.#bars[this.indexOf(call)];
  }

  /** Position of the call in `bars`; -1 if the call is unknown. */
  indexOf(call: number): number {
    return this.#indexOf.get(call) ?? -1;
  }

  toolOf({ tool }: CallBar): ShownTool | undefined {
    return this.frame.tools[tool];
  }

  endOf({ endedAt }: CallBar): number {
    return endedAt ?? this.frame.endMs;
  }

  /** Returns a row for each server, followed by the rows of its calls unless the server is closed. */
  rows(closed: ReadonlySet<number>): readonly WaterfallRow[] {
    const lanes = this.frame.lanes.map((): CallBar[] => []);
    for (const bar of this.#bars) lanes[this.toolOf(bar)?.lane ?? -1]?.push(bar);
    return lanes.flatMap((bars, lane): readonly WaterfallRow[] => [
      {
        kind: 'lane',
        lane,
        busy: this.#spansOf(bars, () => true),
        failed: this.#spansOf(bars, ({ state }) => state === 'failed'),
      },
      ...(closed.has(lane)
        ? []
        : bars.map((bar, position) => ({ kind: 'call', bar, position, siblings: bars.length }) as const)),
    ]);
  }

  /**
   * Returns the periods in which calls were at their servers. Periods that are too close to be told apart are joined.
   */
  #spansOf(bars: readonly CallBar[], counts: (bar: CallBar) => boolean): readonly Span[] {
    const gap = this.frame.endMs / finest;
    const spans: { from: number; to: number }[] = [];
    for (const bar of bars) {
      if (bar.sentAt === undefined || !counts(bar)) continue;
      const [from, to, last] = [bar.sentAt, this.endOf(bar), spans.at(-1)];
      if (last && from <= last.to + gap) {
        last.from = Math.min(last.from, from);
        last.to = Math.max(last.to, to);
      } else spans.push({ from, to });
    }
    return spans;
  }

  /** Returns the calls that each line may have made, by line. */
  callsByLine(): ReadonlyMap<number, readonly number[]> {
    const calls = new Map<number, number[]>();
    for (const bar of this.#bars) {
      for (const line of this.toolOf(bar)?.lines ?? []) {
        const known = calls.get(line);
        if (known) known.push(bar.call);
        else calls.set(line, [bar.call]);
      }
    }
    return calls;
  }
}
