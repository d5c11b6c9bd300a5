// What one request to a server came to, whatever happened to the server meanwhile.
import type { AuthFailure } from '../auth/authChallenge.ts';

/** What one request came to. Every request settles, whatever happens to the server. */
export type RequestOutcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  /** The server answered with an error (`code` is JSON-RPC's), or with something that is not MCP; one sentence. `mayPass`: later it may not. */
  | { readonly kind: 'refused'; readonly message: string; readonly code?: number | undefined; readonly mayPass?: boolean | undefined }
  | { readonly kind: 'aborted' }
  /** The server did not serve it for want of authorization. */
  | { readonly kind: 'unauthorized'; readonly refusal: AuthFailure }
  /** The server is there, but the connection that was to bring the answer broke; one sentence. */
  | { readonly kind: 'lost'; readonly message: string }
  /** The server is gone. `asked`: the request may have reached it. `reason` is one sentence. */
  | { readonly kind: 'ended'; readonly reason: string; readonly asked: boolean };
