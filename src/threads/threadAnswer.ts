// What a thread says to one request, and the guard with which it is received.

/** What a thread posts when it has loaded what it needs, if it is waited for (`RequestThreadOptions.startMs`). */
export const threadReady = 'ready';

export type ThreadAnswer<Data> =
  | { readonly id: number; readonly data: Data }
  /** A bug: `failure` is the error's stack, for the log. */
  | { readonly id: number; readonly failure: string };

export function isThreadAnswer<Data>(message: unknown, isData: (data: unknown) => data is Data): message is ThreadAnswer<Data> {
  if (!isRecord(message) || typeof message['id'] !== 'number') return false;
  return 'failure' in message ? typeof message['failure'] === 'string' : isData(message['data']);
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
