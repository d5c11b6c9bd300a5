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
const hashed = /_[0-9a-f]{8}$/;

/** Returns a valid name. Two whole names differ, because a namespace has no underscore between two of its letters. */
export function passthroughName({
  server,
  namespace,
  name,
}: Pick<CatalogTool, 'server' | 'namespace' | 'name'>): string {
  const whole = `${namespace}_${name}`;
  const isWhole =
    /^[\w-]+$/.test(whole) &&
    namespace.length <= longestNamespace &&
    whole.length <= longestName &&
    !hashed.test(whole);
  if (isWhole) return whole;
  const cut = `${legal(namespace, 'server').slice(0, longestNamespace)}_${legal(name, 'tool')}`;
  const digest = createHash('sha256')
    .update(JSON.stringify([server, name]))
    .digest('hex');
  return `${cut.slice(0, longestName - hashLength - 1)}_${digest.slice(0, hashLength)}`;
}

/** Returns the name with only letters without accents, digits, `_` and `-`; `empty` if no letter or digit remains. */
function legal(name: string, empty: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_-]+/g, '_');
  return /[A-Za-z0-9]/.test(plain) ? plain : empty;
}
