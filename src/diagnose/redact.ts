// Removes secrets and personal data from a diagnosis, which goes into public issues.
import { Secrets } from '../mcp/protocol/secrets.ts';

interface Private {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/**
 * `value` as plain JSON data, with values of variables hidden that are secret by their name, addresses without all but scheme, host and
 * port, and the home folder written as `~`. Names of fields stay.
 */
export function redact<T>(value: T, { env, home }: Private): T {
  const secrets = new Secrets(env);
  const shown = (text: string) => withPlainAddresses(withoutHome(secrets.hide(text), home));
  return JSON.parse(JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'string' ? shown(inner) : inner))) as T; // the same but for its texts
}

/** What stands for a key is as often in the path as in the query. */
function withPlainAddresses(text: string): string {
  return text.replace(/\b([a-z][a-z\d+.-]*:\/\/)([^\s/?#\\]*)(\S*)/gi, (_all, scheme: string, authority: string, rest: string) => {
    // A name and a password that are not encoded, or a path: which of them cannot be known.
    if (rest.includes('@')) return `${scheme}…`;
    const host = authority.slice(authority.lastIndexOf('@') + 1);
    return scheme + host + (/[^/"'`)\]}>.,;:]/.test(rest) ? '/…' : rest);
  });
}

/** In every form in which programs write it: in another case, with doubled or other slashes, as an address. */
function withoutHome(text: string, home: string): string {
  if (home.length < 2) return text;
  const parts = home.split(/[\\/]+/).map((part) => part.replace(/[.*+?^${}()|[\]]/g, String.raw`\$&`).replaceAll(' ', '(?: |%20)'));
  const written = parts.join(String.raw`[\\/]+`).replace(/^([a-z]):/i, '$1(?::|%3A)');
  return text.replace(new RegExp(String.raw`(?:file:[\\/]*?)?${written}`, 'gi'), '~');
}
