// Names for tools that many servers have, in one MCP server: `<namespace>_<raw name>`, as models' APIs take them. A name stays with its
// tool as long as clients are served, so that a call never means another tool than the one that was listed under it.
import type { CatalogTool } from '../catalog/catalogSnapshot.ts';

/** VS Code puts up to 18 characters before a name, and cuts what is longer than 64 with them (1.139). */
const longestName = 46;
const longestNamespace = 20;
const longestSuffix = 7;
/** A server may list other names each time; those listed longest ago are forgotten first. */
const mostNames = 100_000;

export class PassthroughNames {
  /** By server and raw name, those asked for last at the end. */
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>();
  /** By how names begin, the next number that is tried: thousands of tools may want one name. */
  readonly #numbers = new Map<string, number>();

  /** Legal, and no other tool's. Of two tools with one name the second is numbered. */
  of({ server, namespace, name }: Pick<CatalogTool, 'server' | 'namespace' | 'name'>): string {
    const key = JSON.stringify([server, name]);
    const own = this.#names.get(key) ?? this.#free(`${legal(namespace, 'server').slice(0, longestNamespace)}_${legal(name, 'tool')}`);
    this.#names.delete(key);
    this.#names.set(key, own);
    this.#taken.add(own);
    const [oldest] = this.#names;
    if (this.#names.size > mostNames && oldest) {
      this.#names.delete(oldest[0]);
      this.#taken.delete(oldest[1]);
    }
    return own;
  }

  #free(wanted: string): string {
    const whole = wanted.slice(0, longestName);
    if (!this.#taken.has(whole)) return whole;
    const start = wanted.slice(0, longestName - longestSuffix);
    for (let number = this.#numbers.get(start) ?? 2; ; number += 1) {
      const suffix = `_${number}`;
      const name = wanted.slice(0, longestName - suffix.length) + suffix;
      if (this.#taken.has(name)) continue;
      if (this.#numbers.size >= mostNames) this.#numbers.clear();
      this.#numbers.set(start, number + 1);
      return name;
    }
  }
}

/** Letters without marks, digits, `_` and `-`; `empty` where nothing is left. */
function legal(name: string, empty: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_-]+/g, '_');
  return /[A-Za-z0-9]/.test(plain) ? plain : empty;
}
