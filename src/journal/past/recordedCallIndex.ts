// Indexes the calls of a recorded run by number, by key and by name. The index is built in slices, since a run may have
// a hundred thousand calls and other work shares the thread.
import { TimeSlice } from '../../base/timeSlice.ts';
import { shapeName, type CallShape } from '../record/callKey.ts';
import { hasHidden } from './hiddenParts.ts';
import type { KnownCall } from './knownCalls.ts';

export class RecordedCallIndex {
  readonly all: readonly KnownCall[];
  readonly #byNumber = new Map<number, KnownCall>();
  /** Calls by key, in the order in which the script made them. All calls before the index `next` are served. */
  readonly #byKey = new Map<string, { readonly calls: KnownCall[]; next: number }>();
  /** Writes that were sent and whose record hides a part, by name. */
  readonly #hiddenWrites = new Map<string, KnownCall[]>();

  private constructor(all: readonly KnownCall[]) {
    this.all = all;
  }

  /** If several calls have the same number, the first one keeps the number. */
  static async of(all: readonly KnownCall[]): Promise<RecordedCallIndex> {
    const table = new RecordedCallIndex(all);
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

  /** Returns the first call with this key that is not served yet. */
  next(key: string): KnownCall | undefined {
    const queue = this.#byKey.get(key);
    while (queue?.calls[queue.next]?.served === true) queue.next += 1;
    return queue?.calls[queue.next];
  }

  /** Returns the writes with the same name whose record hides a part. */
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
