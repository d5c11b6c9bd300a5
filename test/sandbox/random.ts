// Repeatable random numbers: mulberry32, a generator with 32 bits of state.

export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a number from 0 up to, but not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Returns a whole number from 0 up to, but not including, `limit`. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  pick<T>(from: readonly [T, ...T[]]): T {
    return from[this.below(from.length)] ?? from[0];
  }

  /** Returns up to `most` UTF-16 units of every kind, including lone surrogates. */
  text(most: number): string {
    const units = Array.from({ length: this.below(most + 1) }, () =>
      this.pick<() => number>([
        () => 32 + this.below(95),
        () => this.below(32),
        () => this.below(65_536),
        () => 0xd800 + this.below(0x800),
      ])(),
    );
    return String.fromCharCode(...units);
  }
}
