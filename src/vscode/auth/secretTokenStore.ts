// Sign-ins to MCP servers in the editor's secret storage, which all windows share.
import type * as vscode from 'vscode';
import { MemoryTokenStore, type StoredText, type TokenStore } from '../../mcp/auth/tokenStore.ts';

const keyPrefix = 'codeMode.signIn:';

export class SecretTokenStore implements TokenStore {
  readonly #secrets: vscode.SecretStorage;
  /** What could not be stored, newer than what is: where there is no keyring, a sign-in lasts as long as the window. */
  readonly #inWindow = new MemoryTokenStore();

  constructor(secrets: vscode.SecretStorage) {
    this.#secrets = secrets;
  }

  async get(key: string): Promise<StoredText> {
    const inWindow = await this.#inWindow.get(key);
    if (!inWindow.ok || inWindow.text !== undefined) return inWindow;
    try {
      return { ok: true, text: await this.#secrets.get(keyPrefix + key) };
    } catch {
      return inWindow;
    }
  }

  async set(key: string, text: string): Promise<void> {
    try {
      await this.#secrets.store(keyPrefix + key, text);
    } catch {
      return this.#inWindow.set(key, text);
    }
    await this.#inWindow.delete(key);
  }

  async delete(key: string): Promise<void> {
    await this.#inWindow.delete(key);
    await this.#secrets.delete(keyPrefix + key);
  }

  async keys(): Promise<readonly string[]> {
    const kept = (await this.#secrets.keys()).flatMap((key) => (key.startsWith(keyPrefix) ? [key.slice(keyPrefix.length)] : []));
    return [...new Set([...kept, ...(await this.#inWindow.keys())])];
  }
}
