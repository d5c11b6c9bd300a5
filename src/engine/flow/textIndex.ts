// Which texts of 16 characters were answered, and by whom: an exact set, since a hash alone would give false alarms in a long argument. Every 16
// characters hold 12 of those that begin at each fifth place: these are kept, which takes a fifth of the time and room of keeping all.
import { randomInt } from 'node:crypto';
import { PlaceTable } from './placeTable.ts';

/** Of a text that counts, in normalised characters. */
export const gramLength = 16;
/** Of all texts of a run, in characters, with those between them. */
const mostCharacters = 600_000;
const firstCharacters = 4_096;
const blockLength = 12;
/** A block can begin so many characters after the 16 that hold it. */
const reach = gramLength - blockLength;
const step = reach + 1;
/** Different surroundings of one block that are kept, as those of `github.com/org/` in a list of addresses; beyond, each 16 characters are. */
const mostAlike = 8;

export interface TextPlace {
  readonly at: number;
  readonly owner: number;
}

export class TextIndex {
  /** Odd, and another in each run, so that no server can know which texts collide. */
  readonly #base = (randomInt(2 ** 31) * 2 + 1) | 0;
  /** The texts, `reach` zeros before each and after the last: no normalised text has one, so that none goes on in the next. */
  #text = new Uint16Array(firstCharacters);
  #length = reach;
  readonly #blocks = new PlaceTable(mostAlike);
  readonly #grams = new PlaceTable(Infinity);
  /** With what stands around it. */
  readonly #isSameBlock = (known: number, at: number) => this.#isEqual(known - reach, at - reach, gramLength + reach);
  readonly #isSameGram = (known: number, at: number) => this.#isEqual(known, at, gramLength);

  /** Adds every 16 characters of `text`, which is normalised, for an owner (`mostOwners` of `placeTable.ts`). False where there was no room for all. */
  add(text: string, owner: number): boolean {
    if (text.length < gramLength) return true;
    if (this.#length + text.length + reach > mostCharacters) return false;
    const start = this.#append(text);
    let added = true;
    for (let at = start; at + blockLength <= start + text.length; at += step) {
      if (!this.#blocks.add(this.#hash(this.#text, at, blockLength), at, owner, this.#isSameBlock)) {
        added = this.#addGrams(Math.max(at - reach, start), Math.min(at, start + text.length - gramLength), owner) && added;
      }
    }
    return added;
  }

  /** Where in `text` 16 characters begin that were added, in ascending order, once for each owner that `isWanted`. */
  find(text: string, isWanted: (owner: number) => boolean = () => true): readonly TextPlace[] {
    if (text.length < gramLength || this.#blocks.isEmpty) return [];
    const codes = new Uint16Array(text.length);
    for (let index = 0; index < text.length; index += 1) codes[index] = text.charCodeAt(index);
    /** Of each owner, 1 where 16 characters begin. */
    const marks = new Map<number, Uint8Array>();
    const found = (first: number, last: number, owner: number) => {
      if (first > last) return;
      let own = marks.get(owner);
      if (!own) marks.set(owner, (own = new Uint8Array(text.length)));
      own.fill(1, first, last + 1);
    };
    const foundBlock = (at: number, start: number, owner: number) => {
      if (!isWanted(owner)) return;
      const [before, after] = this.#alike(codes, at, start);
      found(at - before, at - Math.max(gramLength - after, 0), owner);
    };
    const foundGram = (at: number, start: number, owner: number) => {
      if (isWanted(owner) && this.#alike(codes, at, start)[1] >= gramLength) found(at, at, owner);
    };
    for (let at = 0; at + blockLength <= codes.length; at += 1) {
      this.#blocks.each(this.#hash(codes, at, blockLength), at, foundBlock);
      if (this.#grams.isEmpty || at + gramLength > codes.length) continue;
      this.#grams.each(this.#hash(codes, at, gramLength), at, foundGram);
    }
    const places: TextPlace[] = [];
    if (marks.size > 0)
      for (let at = 0; at < text.length; at += 1) for (const [owner, own] of marks) if (own[at] === 1) places.push({ at, owner });
    return places;
  }

  /** How many characters before both places, at most `reach`, and from them on, at most `gramLength`, are the same. */
  #alike(codes: Uint16Array, at: number, start: number): readonly [before: number, after: number] {
    let [before, after] = [0, 0];
    while (after < gramLength && at + after < codes.length && this.#text[start + after] === codes[at + after]) after += 1;
    while (before < reach && before < at && this.#text[start - before - 1] === codes[at - before - 1]) before += 1;
    return [before, after];
  }

  #addGrams(first: number, last: number, owner: number): boolean {
    let added = true;
    for (let at = first; at <= last; at += 1) {
      added = this.#grams.add(this.#hash(this.#text, at, gramLength), at, owner, this.#isSameGram) && added;
    }
    return added;
  }

  #isEqual(first: number, second: number, length: number): boolean {
    for (let index = 0; index < length; index += 1) if (this.#text[first + index] !== this.#text[second + index]) return false;
    return true;
  }

  #hash(codes: Uint16Array, start: number, length: number): number {
    let hash = 0;
    for (let index = start; index < start + length; index += 1) hash = (Math.imul(hash, this.#base) + (codes[index] ?? 0)) | 0;
    return mixed(hash);
  }

  #append(text: string): number {
    const start = this.#length;
    this.#length += text.length + reach;
    if (this.#length > this.#text.length) {
      const larger = new Uint16Array(2 ** Math.ceil(Math.log2(this.#length)));
      larger.set(this.#text);
      this.#text = larger;
    }
    for (let index = 0; index < text.length; index += 1) this.#text[start + index] = text.charCodeAt(index);
    return start;
  }
}

/** The low bits of a polynomial depend on few characters: they are spread (MurmurHash3's finalizer). */
function mixed(hash: number): number {
  let bits = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
