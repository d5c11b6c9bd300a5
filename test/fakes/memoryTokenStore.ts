import type { StoredText, TokenStore } from '../../src/mcp/auth/tokenStore.ts';

/** Keeps tokens as long as the process runs. */
export class MemoryTokenStore implements TokenStore {
  readonly #texts = new Map<string, string>();

  get(key: string): Promise<StoredText> {
    return Promise.resolve({ ok: true, text: this.#texts.get(key) });
  }

  set(key: string, text: string): Promise<void> {
    this.#texts.set(key, text);
    return Promise.resolve();
  }

  delete(key: string): Promise<void> {
    this.#texts.delete(key);
    return Promise.resolve();
  }

  keys(): Promise<readonly string[]> {
    return Promise.resolve([...this.#texts.keys()]);
  }
}
