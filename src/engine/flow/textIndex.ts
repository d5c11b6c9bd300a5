// Which texts of 16 characters were answered, and by whom: an exact set, kept in typed arrays, since a megabyte has a million of them. Bounded;
// each piece of text is added and looked up in linear time, whatever a server has put into it.
import { randomInt } from 'node:crypto';

/** Of a text that counts, in normalised characters. */
export const gramLength = 16;
/** Of all texts of a run, in characters. */
const mostCharacters = 500_000;
const firstSlots = 4_096;
/** Places that are tried for one text: more are looked at only where somebody has made them collide. */
const mostProbes = 128;

export class TextIndex {
  /** Odd, and another in each run, so that no server can know which texts collide. */
  readonly #base = (randomInt(2 ** 31) * 2 + 1) | 0;
  readonly #leaving: number;
  #text = new Uint16Array(firstSlots);
  #length = 0;
  #count = 0;
  /** Each slot: where the text begins, plus one; 0 where it is free. */
  #starts = new Uint32Array(firstSlots);
  #hashes = new Int32Array(firstSlots);
  #owners = new Uint16Array(firstSlots);

  constructor() {
    let power = 1;
    for (let index = 1; index < gramLength; index += 1) power = Math.imul(power, this.#base);
    this.#leaving = power;
  }

  /** Adds every 16 characters of `text` for an owner (0 to 65,535). False where there was no room for all. */
  add(text: string, owner: number): boolean {
    if (text.length < gramLength) return true;
    if (this.#length + text.length > mostCharacters) return false;
    const start = this.#append(text);
    this.#reserve(this.#count + text.length);
    let added = true;
    this.#eachGram(text, (at, hash) => {
      added = this.#insert(start + at, hash, owner) && added;
    });
    return added;
  }

  /** Calls `found` for each 16 characters of `text` that were added, with their place in it and each owner. */
  find(text: string, found: (at: number, owner: number) => void): void {
    if (this.#count === 0) return;
    const mask = this.#starts.length - 1;
    this.#eachGram(text, (at, hash) => {
      let slot = mixed(hash) & mask;
      for (let probes = 0; probes < mostProbes && this.#starts[slot] !== 0; probes += 1, slot = (slot + 1) & mask) {
        if (this.#hashes[slot] === hash && this.#isAt(slot, text, at)) found(at, this.#owners[slot] ?? 0);
      }
    });
  }

  #eachGram(text: string, each: (at: number, hash: number) => void): void {
    let hash = 0;
    for (let index = 0; index < text.length; index += 1) {
      if (index >= gramLength) hash = (hash - Math.imul(text.charCodeAt(index - gramLength), this.#leaving)) | 0;
      hash = (Math.imul(hash, this.#base) + text.charCodeAt(index)) | 0;
      if (index >= gramLength - 1) each(index - gramLength + 1, hash);
    }
  }

  #insert(start: number, hash: number, owner: number): boolean {
    const mask = this.#starts.length - 1;
    let slot = mixed(hash) & mask;
    for (let probes = 0; probes < mostProbes; probes += 1, slot = (slot + 1) & mask) {
      const known = this.#starts[slot] ?? 0;
      if (known === 0) {
        this.#starts[slot] = start + 1;
        this.#hashes[slot] = hash;
        this.#owners[slot] = owner;
        this.#count += 1;
        return true;
      }
      if (this.#hashes[slot] === hash && this.#owners[slot] === owner && this.#isSame(known - 1, start)) return true;
    }
    return false;
  }

  #isSame(first: number, second: number): boolean {
    for (let index = 0; index < gramLength; index += 1) if (this.#text[first + index] !== this.#text[second + index]) return false;
    return true;
  }

  #isAt(slot: number, text: string, at: number): boolean {
    const start = (this.#starts[slot] ?? 1) - 1;
    for (let index = 0; index < gramLength; index += 1) if (this.#text[start + index] !== text.charCodeAt(at + index)) return false;
    return true;
  }

  #append(text: string): number {
    const start = this.#length;
    this.#length += text.length;
    if (this.#length > this.#text.length) {
      const larger = new Uint16Array(powerAbove(this.#length));
      larger.set(this.#text);
      this.#text = larger;
    }
    for (let index = 0; index < text.length; index += 1) this.#text[start + index] = text.charCodeAt(index);
    return start;
  }

  /** At most half of the slots are taken. */
  #reserve(count: number): void {
    if (count * 2 <= this.#starts.length) return;
    const [starts, hashes, owners] = [this.#starts, this.#hashes, this.#owners];
    const slots = powerAbove(count * 2);
    [this.#starts, this.#hashes, this.#owners] = [new Uint32Array(slots), new Int32Array(slots), new Uint16Array(slots)];
    this.#count = 0;
    for (let slot = 0; slot < starts.length; slot += 1) {
      const start = starts[slot] ?? 0;
      if (start !== 0) this.#insert(start - 1, hashes[slot] ?? 0, owners[slot] ?? 0);
    }
  }
}

function powerAbove(count: number): number {
  return 2 ** Math.ceil(Math.log2(count));
}

/** The low bits of a polynomial depend on few characters: they are spread (MurmurHash3's finalizer). */
function mixed(hash: number): number {
  let bits = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
