// VS Code cancels with a token, the engine with an AbortSignal.
import { addAbortListener } from 'node:events';
import * as vscode from 'vscode';
import { untilAborted } from '../catalog/withTimeout.ts';

/** A signal that aborts when the token is cancelled. Dispose it when the work is done: it listens to the token. */
export function abortSignalOf(token: vscode.CancellationToken): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController();
  const listening = token.onCancellationRequested(() => controller.abort());
  if (token.isCancellationRequested) controller.abort();
  return { signal: controller.signal, [Symbol.dispose]: () => void listening.dispose() };
}

/** Undefined as soon as the signal aborts: what VS Code does with the token is not waited for. */
export async function untilCancelled<T>(
  signal: AbortSignal,
  work: (token: vscode.CancellationToken) => Thenable<T>,
): Promise<T | undefined> {
  if (signal.aborted) return undefined;
  const source = new vscode.CancellationTokenSource();
  using _cancelling = addAbortListener(signal, () => source.cancel());
  try {
    return await untilAborted(Promise.resolve(work(source.token)), signal);
  } finally {
    source.dispose();
  }
}
