// VS Code cancels with a token, the engine with an AbortSignal.
import type * as vscode from 'vscode';

export interface OwnedSignal extends Disposable {
  readonly signal: AbortSignal;
}

/** A signal that aborts when the token is cancelled. Dispose it when the work is done: it listens to the token. */
export function abortSignalOf(token: vscode.CancellationToken): OwnedSignal {
  const controller = new AbortController();
  const listening = token.onCancellationRequested(() => controller.abort());
  if (token.isCancellationRequested) controller.abort();
  return { signal: controller.signal, [Symbol.dispose]: () => void listening.dispose() };
}
