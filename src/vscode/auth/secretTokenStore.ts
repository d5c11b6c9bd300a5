// Stores the sign-ins to MCP servers in the editor's secret storage, which all windows share.
import type * as vscode from 'vscode';
import type { StoredText, TokenStore } from '../../mcp/auth/index.ts';

const keyPrefix = 'codeMode.signIn:';

export class SecretTokenStore implements TokenStore {
  readonly #secrets: vscode.SecretStorage;
  /** Texts that could not be stored; newer than stored ones. Without a keyring, a sign-in ends with the window. */
  readonly #inWindow = new Map<string, string>();

  constructor(secrets: vscode.SecretStorage) {
    this.#secrets = secrets;
  }

  async get(key: string): Promise<StoredText> {
    try {
      return { ok: true, text: this.#inWindow.get(key) ?? (await this.#secrets.get(keyPrefix + key)) };
    } catch {
      return { ok: true, text: undefined };
    }
  }

  async set(key: string, text: string): Promise<void> {
    try {
      await this.#secrets.store(keyPrefix + key, text);
      this.#inWindow.delete(key);
    } catch {
      this.#inWindow.set(key, text);
    }
  }

  async delete(key: string): Promise<void> {
    this.#inWindow.delete(key);
    await this.#secrets.delete(keyPrefix + key);
  }

  async keys(): Promise<readonly string[]> {
    const kept = (await this.#secrets.keys()).flatMap((key) =>
      key.startsWith(keyPrefix) ? [key.slice(keyPrefix.length)] : [],
    );
    return [...new Set([...kept, ...this.#inWindow.keys()])];
  }
}
