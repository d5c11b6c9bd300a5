// Names for tools that many servers have, in one MCP server: `<namespace>_<raw name>`, as models' APIs take them. A name is its tool's
// alone, whichever others there are: clients keep what their user allowed under it. What had to be changed ends with a hash of both names.
import { createHash } from 'node:crypto';
import type { CatalogTool } from '../catalog/catalogSnapshot.ts';

/** VS Code puts up to 18 characters before a name, and cuts what is longer than 64 with them (1.139). */
const longestName = 46;
const longestNamespace = 20;
const hashLength = 8;
/** A server may list other names each time; those listed longest ago are forgotten first. */
const mostNames = 100_000;
const hashed = /_[0-9a-f]{8}$/;

export class PassthroughNames {
  /** By server and raw name, those asked for last at the end. */
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>();

  /** Legal, and no other tool's: where a hash is not enough, the second is numbered. */
  of({ server, namespace, name }: Pick<CatalogTool, 'server' | 'namespace' | 'name'>): string {
    const key = JSON.stringify([server, name]);
    const own = this.#names.get(key) ?? this.#newName(key, namespace, name);
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

  #newName(key: string, namespace: string, name: string): string {
    const whole = `${namespace}_${name}`;
    const isWhole = /^[\w-]+$/.test(whole) && namespace.length <= longestNamespace && whole.length <= longestName && !hashed.test(whole);
    const cut = `${legal(namespace, 'server').slice(0, longestNamespace)}_${legal(name, 'tool')}`.slice(0, longestName - hashLength - 1);
    return this.#free(isWhole ? whole : `${cut}_${hashOf(key)}`);
  }

  #free(wanted: string): string {
    for (let number = 1; ; number++) {
      const suffix = number === 1 ? '' : `_${number}`;
      const name = wanted.slice(0, longestName - suffix.length) + suffix;
      if (!this.#taken.has(name)) return name;
    }
  }
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, hashLength);
}

/** Letters without marks, digits, `_` and `-`; `empty` where nothing is left. */
function legal(name: string, empty: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_-]+/g, '_');
  return /[A-Za-z0-9]/.test(plain) ? plain : empty;
}
