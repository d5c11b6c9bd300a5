// Sign-ins to MCP servers in the editor's secret storage, which all windows share.
import * as vscode from 'vscode';
import {
  MemoryTokenStore,
  signedInServers,
  tokenKey,
  type SignedInServer,
  type StoredText,
  type TokenStore,
} from '../mcp/auth/tokenStore.ts';

const keyPrefix = 'codeMode.signIn:';

export class EditorTokens implements TokenStore {
  readonly #secrets: vscode.SecretStorage;
  /** Where there is no keyring, a sign-in lasts as long as the window. */
  readonly #inWindow = new MemoryTokenStore();

  constructor(secrets: vscode.SecretStorage) {
    this.#secrets = secrets;
  }

  async get(key: string): Promise<StoredText> {
    try {
      const text = await this.#secrets.get(keyPrefix + key);
      return text === undefined ? await this.#inWindow.get(key) : { ok: true, text };
    } catch {
      return this.#inWindow.get(key);
    }
  }

  async set(key: string, text: string): Promise<void> {
    try {
      await this.#secrets.store(keyPrefix + key, text);
    } catch {
      await this.#inWindow.set(key, text);
    }
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

/** The next request to the server finds nobody signed in. */
export async function signOut(secrets: vscode.SecretStorage): Promise<void> {
  const tokens = new EditorTokens(secrets);
  const items = (await signedInServers(tokens)).map((server) => ({ label: server.name, description: server.url, server }));
  if (items.length === 0) return void vscode.window.showInformationMessage('You are not signed in to any MCP server.');
  const chosen = await vscode.window.showQuickPick(items, { title: 'Sign Out of MCP Server', placeHolder: 'Which server?' });
  if (chosen) await forget(tokens, chosen.server);
}

async function forget(tokens: TokenStore, server: SignedInServer): Promise<void> {
  await tokens.delete(tokenKey(server));
  void vscode.window.showInformationMessage(`You are signed out of ${server.name}.`);
}
