// `fetch` over another kind of connection than the global one, such as a socket or a proxy. Node's own `fetch` accepts
// only dispatchers of its own undici version, so this module uses both from one undici, which is loaded at the first
// request.
import type { FetchLike } from '@modelcontextprotocol/client';
import type { Dispatcher } from 'undici';
import type * as undiciParts from './undici.ts';

export type { FetchLike as Fetch };
type Undici = typeof undiciParts;

type DispatchedInit = Omit<RequestInit, 'dispatcher'> & { readonly dispatcher: Dispatcher };

/** No time limits, because the caller of a request limits its time through a signal. */
export const untimed = { headersTimeout: 0, bodyTimeout: 0 } as const;

/** `connect` is called once. The connections close when they are idle, and keep no process alive. */
export function fetchThrough(connect: (undici: Undici) => Dispatcher): FetchLike {
  let loading: Promise<FetchLike> | undefined;
  const load = async (): Promise<FetchLike> => {
    const undici = await import('./undici.ts');
    const dispatcher = connect(undici);
    // The global types belong to an older undici. Only members of the Fetch standard are used.
    const fetch = undici.fetch as unknown as (url: string | URL, init: DispatchedInit) => Promise<Response>;
    return (url, init) => fetch(url, { ...init, dispatcher });
  };
  return async (url, init) => {
    loading ??= load();
    return (await loading)(url, init);
  };
}

/** Connects to `socketPath` whatever the host of the URL is. */
export function socketFetch(socketPath: string): FetchLike {
  return fetchThrough(({ Agent }) => new Agent({ ...untimed, connect: { socketPath } }));
}
