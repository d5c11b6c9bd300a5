// Port of the store for sign-ins, and the list of servers that have one. Every request reads the store again, because
// another window or command may have signed in, renewed or signed out.
import { isJsonArray, parseJson } from '../../base/json.ts';

export type StoredText =
  { readonly ok: true; readonly text: string | undefined } | { readonly ok: false; readonly error: string };

/** Store of secret texts by key. */
export interface TokenStore {
  /** `error` says in one sentence why nothing can be read and what to do. */
  get(key: string): Promise<StoredText>;
  /** Rejects if the text cannot be stored. */
  set(key: string, text: string): Promise<void>;
  /** Rejects if the text cannot be removed. An unknown key is not an error. */
  delete(key: string): Promise<void>;
  /** Returns all keys, in no particular order. */
  keys(): Promise<readonly string[]>;
}

/** A server by name and address. A token for one address is never sent to another. */
interface SignedInServer {
  readonly name: string;
  readonly url: string;
}

export function tokenKey({ name, url }: SignedInServer): string {
  return JSON.stringify([name, url]);
}

export async function signedInServers(store: TokenStore): Promise<readonly SignedInServer[]> {
  return (await store.keys()).flatMap((key) => {
    const parts = parseJson(key);
    const [name, url] = isJsonArray(parts) ? parts : [];
    // Other keys were not made by `tokenKey`.
    return typeof name === 'string' && typeof url === 'string' ? [{ name, url }] : [];
  });
}
