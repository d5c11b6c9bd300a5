// The calls of a run as the extension has sent them. Pure: no elements.
import type { CallBar, ShownTool } from '../../runs/runView.ts';

export class CallData {
  tools: readonly ShownTool[] = [];
  readonly #bars: CallBar[] = [];
  readonly #indexOf = new Map<number, number>();

  /** In the order in which the calls were made. */
  get bars(): readonly CallBar[] {
    return this.#bars;
  }

  clear(): void {
    this.tools = [];
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
    const index = this.#indexOf.get(call);
    return index === undefined ? undefined : this.#bars[index];
  }

  /** Place of the call in `bars`; -1 where it is unknown. */
  indexOf(call: number): number {
    return this.#indexOf.get(call) ?? -1;
  }

  toolOf({ tool }: CallBar): ShownTool | undefined {
    return this.tools[tool];
  }

  /** Undefined where the call has not ended and nobody knows how long it takes by now. */
  endOf({ endedAt }: CallBar): number | undefined {
    return endedAt;
  }
}
