// Which tools answered a number, or an object as a whole. Nearly each has one owner: a set for each would hold the host when it is collected.

export class OwnersByKey {
  readonly #most: number;
  readonly #owners = new Map<string, number | number[]>();

  /** `most` keys. */
  constructor(most: number) {
    this.#most = most;
  }

  /** False where there is no room. */
  add(key: string, owner: number): boolean {
    const known = this.#owners.get(key);
    if (known === undefined && this.#owners.size >= this.#most) return false;
    if (known === undefined) this.#owners.set(key, owner);
    else if (typeof known !== 'number') {
      if (!known.includes(owner)) known.push(owner);
    } else if (known !== owner) this.#owners.set(key, [known, owner]);
    return true;
  }

  of(key: string): readonly number[] {
    const known = this.#owners.get(key) ?? [];
    return typeof known === 'number' ? [known] : known;
  }
}
