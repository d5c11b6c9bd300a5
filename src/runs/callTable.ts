// The calls of a recorded run by what finds them. Put together in slices: a run may have a hundred thousand, and the host's thread is shared.
import { TimeSlice } from '../base/timeSlice.ts';
import { shapeName, type CallShape } from './callKey.ts';
import { hasHidden } from './hiddenParts.ts';
import type { KnownCall } from './knownCalls.ts';

export class CallTable {
  readonly all: readonly KnownCall[];
  readonly #byNumber = new Map<number, KnownCall>();
  /** Calls of one key in the order in which they were made; those before the index are served. */
  readonly #byKey = new Map<string, { readonly calls: KnownCall[]; next: number }>();
  /** By name: writes that were sent, whose record hides a part. */
  readonly #hiddenWrites = new Map<string, KnownCall[]>();

  private constructor(all: readonly KnownCall[]) {
    this.all = all;
  }

  /** Of calls of the same number, the first has it. */
  static async of(all: readonly KnownCall[]): Promise<CallTable> {
    const table = new CallTable(all);
    const slice = new TimeSlice();
    for (const call of all) {
      table.#add(call);
      if (slice.isOver) await slice.yieldIfOver();
    }
    return table;
  }

  numbered(call: number): KnownCall | undefined {
    return this.#byNumber.get(call);
  }

  /** The first of that key that is not served. */
  next(key: string): KnownCall | undefined {
    const queue = this.#byKey.get(key);
    while (queue?.calls[queue.next]?.served === true) queue.next += 1;
    return queue?.calls[queue.next];
  }

  /** Of the same name. */
  hiddenWrites(shape: CallShape): readonly KnownCall[] {
    return this.#hiddenWrites.get(shapeName(shape)) ?? [];
  }

  #add(known: KnownCall): void {
    const { recorded, shape, key } = known;
    if (!this.#byNumber.has(recorded.call)) this.#byNumber.set(recorded.call, known);
    const queue = this.#byKey.get(key);
    if (queue) queue.calls.push(known);
    else this.#byKey.set(key, { calls: [known], next: 0 });
    if (!recorded.writes || recorded.sentAt === undefined || !hasHidden(shape)) return;
    const name = shapeName(shape);
    const same = this.#hiddenWrites.get(name);
    if (same) same.push(known);
    else this.#hiddenWrites.set(name, [known]);
  }
}
