// `fetch` over a connection of another kind than the global one makes: a socket, a proxy. Node's own `fetch` takes only
// dispatchers of its own version of undici, so this one brings both; it is loaded at the first request.
import type { FetchLike } from '@modelcontextprotocol/client';
import type { Dispatcher } from 'undici';
import type * as undiciParts from './undici.ts';

export type { FetchLike as Fetch };
type Undici = typeof undiciParts;

type DispatchedInit = Omit<RequestInit, 'dispatcher'> & { readonly dispatcher: Dispatcher };

/** Answers may take any time: who asks owns the clock, through its signal. */
export const untimed = { headersTimeout: 0, bodyTimeout: 0 } as const;

/** `connect` is called once. Its connections close by themselves when they are idle, and keep no process alive. */
export function fetchThrough(connect: (undici: Undici) => Dispatcher): FetchLike {
  let loading: Promise<FetchLike> | undefined;
  const load = async (): Promise<FetchLike> => {
    const undici = await import('./undici.ts');
    const dispatcher = connect(undici);
    // The global types are those of an older undici; of both only what the Fetch standard says is used.
    const fetch = undici.fetch as unknown as (url: string | URL, init: DispatchedInit) => Promise<Response>;
    return (url, init) => fetch(url, { ...init, dispatcher });
  };
  return async (url, init) => {
    loading ??= load();
    return (await loading)(url, init);
  };
}

/** Whatever the host of a URL, `socketPath` is connected to. */
export function socketFetch(socketPath: string): FetchLike {
  return fetchThrough(({ Agent }) => new Agent({ ...untimed, connect: { socketPath } }));
}
