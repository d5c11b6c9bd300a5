// What one request to a server came to, whatever happened to the server meanwhile.
import type { JsonValue } from '../../base/json.ts';
import type { AuthFailure } from '../auth/authChallenge.ts';

/** The server answered with an error, or with something that is not MCP. */
interface Refusal {
  readonly kind: 'refused';
  /** One sentence, which has the beginning of `data`. */
  readonly message: string;
  /** JSON-RPC's. */
  readonly code?: number | undefined;
  /** JSON-RPC's, without secrets. */
  readonly data?: JsonValue | undefined;
  /** The same request may be served later. */
  readonly mayPass?: boolean | undefined;
}

/** What one request came to. Every request settles, whatever happens to the server. */
export type RequestOutcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | Refusal
  | { readonly kind: 'aborted' }
  /** The server did not serve it for want of authorization. */
  | { readonly kind: 'unauthorized'; readonly refusal: AuthFailure }
  /** The server is there, but the connection that was to bring the answer broke; one sentence. */
  | { readonly kind: 'lost'; readonly message: string }
  /** The server is gone. `asked`: the request may have reached it. `reason` is one sentence. */
  | { readonly kind: 'ended'; readonly reason: string; readonly asked: boolean };
