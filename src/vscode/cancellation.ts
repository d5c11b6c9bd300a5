// VS Code cancels with a token, the engine with an AbortSignal.
import { addAbortListener } from 'node:events';
import * as vscode from 'vscode';
import { untilAborted } from '../base/withTimeout.ts';

/** A signal that aborts when the token is cancelled. Dispose it when the work is done: it listens to the token. */
export function abortSignalOf(token: vscode.CancellationToken): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController();
  const listening = token.onCancellationRequested(() => controller.abort());
  if (token.isCancellationRequested) controller.abort();
  return { signal: controller.signal, [Symbol.dispose]: () => void listening.dispose() };
}

/** The same the other way round. Dispose it when the work is done, which cancels what still goes on. */
export function cancellationTokenOf(signal: AbortSignal): Disposable & { readonly token: vscode.CancellationToken } {
  const source = new vscode.CancellationTokenSource();
  const listening = addAbortListener(signal, () => source.cancel());
  return {
    token: source.token,
    [Symbol.dispose]: () => {
      listening[Symbol.dispose]();
      source.cancel();
      source.dispose();
    },
  };
}

/** Work that a notification with the title is shown of, in which the user can cancel it. */
export function whileCancellable<T>(title: string, work: (signal: AbortSignal) => Promise<T>): Thenable<T> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, async (_progress, token) => {
    using cancelled = abortSignalOf(token);
    return await work(cancelled.signal);
  });
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
