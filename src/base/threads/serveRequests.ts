// The thread's side of `WorkerClient`, and what both sides know of each other's messages.
import { parentPort } from 'node:worker_threads';
import { errorStack } from '../errorMessage.ts';

/** What a thread posts when it has loaded what it needs, if its client waits for it (`WorkerClientOptions.startMs`). */
export const threadReady = 'ready';

/** What a client posts to have the thread load what it will need. It gets no reply. */
export const warmUp = 'warm';

export type Reply<Data> =
  | { readonly id: number; readonly data: Data }
  /** A bug: `failure` is the error's stack, for the log. */
  | { readonly id: number; readonly failure: string };

/** Gives each request, which is our own code's, exactly one reply. Returns what takes a message that was received in another way. */
export function serveRequests<Data>(answer: (request: never) => Data | Promise<Data>, onWarm?: () => void): (message: unknown) => void {
  const receive = (message: unknown): void => {
    if (message === warmUp) return onWarm?.();
    const { id } = message as { readonly id: number }; // of `WorkerClient`, which sends nothing else
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
