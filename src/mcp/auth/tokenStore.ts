// The port behind which sign-ins are kept, and who is signed in as far as it knows. Every request reads it again: another
// window, or another command, may have signed in, renewed or signed out.
import { isJsonArray, parseJson } from '../../base/json.ts';

export type StoredText = { readonly ok: true; readonly text: string | undefined } | { readonly ok: false; readonly error: string };

/** Texts by key, all of them secret. */
export interface TokenStore {
  /** `error`: why nothing can be read, one sentence that ends with what to do. */
  get(key: string): Promise<StoredText>;
  /** Rejects when it cannot be kept. */
  set(key: string, text: string): Promise<void>;
  /** Rejects when it cannot be removed; a key that is not there is no error. */
  delete(key: string): Promise<void>;
  /** In no order. */
  keys(): Promise<readonly string[]>;
}

/** A server of that name at that address: what was got for one address is never sent to another. */
interface SignedInServer {
  readonly name: string;
  readonly url: string;
}

export function tokenKey({ name, url }: SignedInServer): string {
  return JSON.stringify([name, url]);
}

export async function signedInServers(store: TokenStore): Promise<readonly SignedInServer[]> {
  return (await store.keys()).flatMap((key) => {
    const server = readKey(key);
    return server ? [server] : [];
  });
}

/** Undefined for a key that is none of ours. */
function readKey(key: string): SignedInServer | undefined {
  const parts = parseJson(key);
  const [name, url] = isJsonArray(parts) ? parts : [];
  return typeof name === 'string' && typeof url === 'string' ? { name, url } : undefined;
}
