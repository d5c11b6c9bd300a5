// The thread's side of `WorkerClient`, and the messages that both sides share.
import { parentPort } from 'node:worker_threads';
import { errorStack } from '../errorMessage.ts';

/**
 * Posted by a thread when it has loaded its code, if its client waits for this message (`WorkerClientOptions.startMs`).
 */
export const threadReady = 'ready';

/** Posted by a client so that the thread loads its code in advance. The thread does not reply. */
export const warmUp = 'warm';

export type Reply<Data> =
  | { readonly id: number; readonly data: Data }
  /** The thread has a bug: `failure` is the stack of the error, for the log. */
  | { readonly id: number; readonly failure: string };

/**
 * Gives each request exactly one reply. Requests come from the project's own code and need no check. Returns the
 * function that receives a message, for messages that arrive in another way.
 */
export function serveRequests<Data>(
  answer: (request: never) => Data | Promise<Data>,
  onWarm?: () => void,
): (message: unknown) => void {
  const receive = (message: unknown): void => {
    if (message === warmUp) return onWarm?.();
    // Only `WorkerClient` posts messages, and all of its other messages have an `id`.
    const { id } = message as { readonly id: number };
    void replyTo(id, () => answer(message as never)).then((reply) => parentPort?.postMessage(reply));
  };
  parentPort?.on('message', receive);
  return receive;
}

async function replyTo<Data>(id: number, work: () => Data | Promise<Data>): Promise<Reply<Data>> {
  try {
    return { id, data: await work() };
  } catch (error) {
    return { id, failure: errorStack(error) };
  }
}
