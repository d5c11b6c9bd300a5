// Names for tools that many servers have, in one MCP server: `<namespace>_<raw name>`, as models' APIs take them. A name stays with its
// tool as long as clients are served, so that a call never means another tool than the one that was listed under it.
import type { CatalogTool } from '../catalog/catalogSnapshot.ts';

/** VS Code puts up to 18 characters before a name, and cuts what is longer than 64 with them (1.139). */
const longestName = 46;
const longestNamespace = 20;

export class PassthroughNames {
  /** By server and raw name. */
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>();

  /** Legal, and no other tool's. Of two tools with one name the second is numbered. */
  of({ server, namespace, name }: Pick<CatalogTool, 'server' | 'namespace' | 'name'>): string {
    const key = JSON.stringify([server, name]);
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const wanted = `${legal(namespace, 'server').slice(0, longestNamespace)}_${legal(name, 'tool')}`;
    const free = this.#free(wanted);
    this.#names.set(key, free);
    this.#taken.add(free);
    return free;
  }

  #free(wanted: string): string {
    for (let number = 1; ; number++) {
      const suffix = number === 1 ? '' : `_${number}`;
      const name = wanted.slice(0, longestName - suffix.length) + suffix;
      if (!this.#taken.has(name)) return name;
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
