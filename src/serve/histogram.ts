// A histogram of Prometheus: how many values were at most so large, of each bucket.

export class Histogram {
  readonly #bounds: readonly number[];
  readonly #counts: number[];
  #sum = 0;
  #count = 0;

  /** `bounds`: ascending. */
  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = bounds.map(() => 0);
  }

  observe(value: number): void {
    this.#sum += value;
    this.#count += 1;
    const bucket = this.#bounds.findIndex((bound) => value <= bound);
    const counted = this.#counts[bucket];
    if (counted !== undefined) this.#counts[bucket] = counted + 1;
  }

  /** Each bucket counts those of the smaller ones, too. */
  text(name: string, help: string): readonly string[] {
    let below = 0;
    const buckets = this.#bounds.map((bound, index) => {
      below += this.#counts[index] ?? 0;
      return `${name}_bucket{le="${bound}"} ${below}`;
    });
    const last = [`${name}_bucket{le="+Inf"} ${this.#count}`, `${name}_sum ${this.#sum.toFixed(3)}`, `${name}_count ${this.#count}`];
    return [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`, ...buckets, ...last];
  }
}
