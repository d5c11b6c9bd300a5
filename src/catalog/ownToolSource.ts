// The part that Code Mode's own sources of tools share: files of the workspace, tools of the editor, saved scripts, and
// the tools of a chat's request. Their owner tells them of changes, and they hold nothing that takes time to end.
import type { CallFailure } from '../base/callFailure.ts';
import { Listeners } from '../base/listeners.ts';
import type { CallOutcome, ToolSource } from './toolSource.ts';

export abstract class OwnToolSource implements Pick<ToolSource, 'onDidChange' | 'dispose'> {
  readonly #listeners = new Listeners();
  readonly #closing = new AbortController();
  /** Aborts when the source is disposed of. */
  protected readonly closed = this.#closing.signal;

  onDidChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** To be called when the tools, or the settings that choose them, have changed. */
  changed(): void {
    this.#listeners.fire();
  }

  dispose(): Promise<void> {
    this.#closing.abort();
    return Promise.resolve();
  }

  protected failed(server: string, tool: string, code: CallFailure['code'], message: string): CallOutcome {
    return { ok: false, error: { code, server, tool, message, retryable: false, content: [] } };
  }
}
