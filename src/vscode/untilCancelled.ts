// The engine cancels with an AbortSignal, VS Code with a token.
import * as vscode from 'vscode';

/** Undefined as soon as the signal aborts: what VS Code does with the token is not waited for. */
export async function untilCancelled<T>(
  signal: AbortSignal,
  work: (token: vscode.CancellationToken) => Thenable<T>,
): Promise<T | undefined> {
  if (signal.aborted) return undefined;
  const source = new vscode.CancellationTokenSource();
  const aborted = Promise.withResolvers<undefined>();
  const cancel = () => {
    source.cancel();
    aborted.resolve(undefined);
  };
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return await Promise.race([work(source.token), aborted.promise]);
  } finally {
    signal.removeEventListener('abort', cancel);
    source.dispose();
  }
}
