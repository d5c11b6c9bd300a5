// Converts between the cancellation tokens of VS Code and the `AbortSignal`s of the engine.
import { addAbortListener } from 'node:events';
import * as vscode from 'vscode';
import { untilAborted } from '../base/withTimeout.ts';

/** Returns a signal that aborts when the token is cancelled. The caller disposes of its listener after the work. */
export function abortSignalOf(
  token: vscode.CancellationToken,
): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController();
  const listening = token.onCancellationRequested(() => controller.abort());
  if (token.isCancellationRequested) controller.abort();
  return { signal: controller.signal, [Symbol.dispose]: () => void listening.dispose() };
}

/** Returns a token that is cancelled when the signal aborts, and when the caller disposes of it after the work. */
export function cancellationTokenOf(
  signal: AbortSignal,
): Disposable & { readonly token: vscode.CancellationToken } {
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

/** Runs the work and shows a notification with the title, in which the user can cancel the work. */
export function whileCancellable<T>(title: string, work: (signal: AbortSignal) => Promise<T>): Thenable<T> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, async (_progress, token) => {
    using cancelled = abortSignalOf(token);
    return await work(cancelled.signal);
  });
}

/** Resolves to undefined as soon as the signal aborts, without waiting for VS Code to react to the token. */
export async function untilCancelled<T>(
  signal: AbortSignal,
  work: (token: vscode.CancellationToken) => Thenable<T>,
): Promise<T | undefined> {
  if (signal.aborted) return undefined;
  using cancelling = cancellationTokenOf(signal);
  return await untilAborted(Promise.resolve(work(cancelling.token)), signal);
}
