// The engine cancels with an AbortSignal, VS Code with a token.
import * as vscode from 'vscode';
import { untilAborted } from '../catalog/withTimeout.ts';

/** Undefined as soon as the signal aborts: what VS Code does with the token is not waited for. */
export async function untilCancelled<T>(
  signal: AbortSignal,
  work: (token: vscode.CancellationToken) => Thenable<T>,
): Promise<T | undefined> {
  if (signal.aborted) return undefined;
  const source = new vscode.CancellationTokenSource();
  const cancel = () => source.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await untilAborted(Promise.resolve(work(source.token)), signal);
  } finally {
    signal.removeEventListener('abort', cancel);
    source.dispose();
  }
}
