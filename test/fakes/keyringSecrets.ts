// The editor's secret storage on a keyring that can be locked; a locked keyring stores nothing.
import type * as vscode from 'vscode';

export class KeyringSecrets implements vscode.SecretStorage {
  isLocked = false;
  readonly onDidChange = () => ({ dispose: () => undefined });
  readonly #texts = new Map<string, string>();

  keys(): Promise<string[]> {
    return Promise.resolve([...this.#texts.keys()]);
  }

  get(key: string): Promise<string | undefined> {
    return Promise.resolve(this.#texts.get(key));
  }

  store(key: string, value: string): Promise<void> {
    if (this.isLocked) return Promise.reject(new Error('The keyring is locked.'));
    this.#texts.set(key, value);
    return Promise.resolve();
  }

  delete(key: string): Promise<void> {
    this.#texts.delete(key);
    return Promise.resolve();
  }
}
