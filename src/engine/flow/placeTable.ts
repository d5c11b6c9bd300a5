// Places in a text by the hash of what stands there, with open addressing in typed arrays: a long answer has hundreds of thousands. Probing is
// bounded, whatever a server has answered.

/** How many owners there can be: 0 to 4,095. */
export const mostOwners = 4_096;
/** A place, plus one, takes so many bits of an entry; its owner takes the others. */
const placeBits = 20;
const placeMask = 2 ** placeBits - 1;
const firstEntries = 1_024;
/** Slots that are tried: more are looked at only where somebody has made hashes collide. */
const mostProbes = 128;
/** Of a hash, the first bits, each of which has a bit in the filter: 32 KB. */
const filterBits = 18;

export class PlaceTable {
  /** Of one hash, in each part. */
  readonly #mostAlike: number;
  /** Two words a slot: the entry, 0 where the slot is free, and the hash. At most half of the slots are taken. A full part is followed by one of twice
   *  its size: to move its entries into a larger one would hold the host. */
  readonly #parts: Uint32Array[] = [];
  /** Which first bits were added: most of what is looked for is not there, and parts are larger than what a processor keeps at hand. */
  #filter = new Uint32Array(0);
  /** Entries for which the last part has room. */
  #room = 0;

  constructor(mostAlike: number) {
    this.#mostAlike = mostAlike;
  }

  get isEmpty(): boolean {
    return this.#parts.length === 0;
  }

  /** False where there are too many of that hash. Adds nothing where `isSame` says of a place of the owner that the same text stands there as at `place`. */
  add(hash: number, place: number, owner: number, isSame: (known: number, place: number) => boolean): boolean {
    const part = this.#partWithRoom();
    const mask = part.length / 2 - 1;
    let slot = hash & mask;
    let alike = 0;
    for (let probes = 0; probes < mostProbes && alike < this.#mostAlike; probes += 1, slot = (slot + 1) & mask) {
      const entry = part[2 * slot] ?? 0;
      if (entry === 0) {
        const bits = hash >>> (32 - filterBits);
        this.#filter[bits >>> 5] = (this.#filter[bits >>> 5] ?? 0) | (1 << (bits & 31));
        part[2 * slot] = (owner << placeBits) | (place + 1);
        part[2 * slot + 1] = hash;
        this.#room -= 1;
        return true;
      }
      if (part[2 * slot + 1] !== hash) continue;
      if (entry >>> placeBits === owner && isSame((entry & placeMask) - 1, place)) return true;
      alike += 1;
    }
    return false;
  }

  /** Calls `visit` for each place that was added with the hash, and says where it was looked for. */
  each(hash: number, at: number, visit: (at: number, place: number, owner: number) => void): void {
    const bits = hash >>> (32 - filterBits);
    if (((this.#filter[bits >>> 5] ?? 0) & (1 << (bits & 31))) === 0) return;
    for (const part of this.#parts) {
      const mask = part.length / 2 - 1;
      let slot = hash & mask;
      for (let probes = 0; probes < mostProbes && part[2 * slot] !== 0; probes += 1, slot = (slot + 1) & mask) {
        const entry = part[2 * slot] ?? 0;
        if (part[2 * slot + 1] === hash) visit(at, (entry & placeMask) - 1, entry >>> placeBits);
      }
    }
  }

  #partWithRoom(): Uint32Array {
    const last = this.#parts.at(-1);
    if (last && this.#room > 0) return last;
    if (!last) this.#filter = new Uint32Array(2 ** (filterBits - 5));
    const entries = firstEntries * 2 ** this.#parts.length;
    const part = new Uint32Array(entries * 4);
    this.#parts.push(part);
    this.#room = entries;
    return part;
  }
}
