// Names tools of many servers in one MCP server: `<namespace>_<raw name>`, in the form that the APIs of models accept.
// A name always denotes the same tool, regardless of the other tools, because clients store the user's permissions by
// name. A name that had to be changed ends with a hash of the server's and the tool's name.
import { createHash } from 'node:crypto';
import type { CatalogTool } from '../catalog/index.ts';

/**
 * Maximum length of a name. VS Code adds a prefix of up to 18 characters and cuts the result to 64 characters (1.139).
 */
const longestName = 46;
const longestNamespace = 20;
const hashLength = 8;
/**
 * Maximum number of names that are kept. A server may list other names each time; the names that were used least
 * recently are removed first.
 */
const mostNames = 100_000;
const hashed = /_[0-9a-f]{8}$/;

export class PassthroughNames {
  /** Names by server and raw name; the most recently used name is the last. */
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>();

  /** Returns a valid name that no other tool has. If names with a hash are equal, the later one gets a number. */
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
    const isWhole =
      /^[\w-]+$/.test(whole) &&
      namespace.length <= longestNamespace &&
      whole.length <= longestName &&
      !hashed.test(whole);
    const cut = `${legal(namespace, 'server').slice(0, longestNamespace)}_${legal(name, 'tool')}`.slice(
      0,
      longestName - hashLength - 1,
    );
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

/** Returns the name with only letters without accents, digits, `_` and `-`; `empty` if no letter or digit remains. */
function legal(name: string, empty: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_-]+/g, '_');
  return /[A-Za-z0-9]/.test(plain) ? plain : empty;
}
