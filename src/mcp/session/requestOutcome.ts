// Result of one request to a server.
import type { JsonObject, JsonValue } from '../../base/json.ts';
import type { AuthFailure } from '../auth/index.ts';

/** The server answered with an error, or with a message that is not MCP. */
interface Refusal {
  readonly kind: 'refused';
  /** One sentence that includes the beginning of `data`. */
  readonly message: string;
  /** JSON-RPC error code. */
  readonly code?: number | undefined;
  /** JSON-RPC error data, without secrets. */
  readonly data?: JsonValue | undefined;
  /** True if the same request may succeed later. */
  readonly mayPass?: boolean | undefined;
}

/** Result of one request. Every request settles, whatever happens to the server. */
export type RequestOutcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | Refusal
  | { readonly kind: 'aborted' }
  /** The server refused the request because authorization is missing. */
  | { readonly kind: 'unauthorized'; readonly refusal: AuthFailure }
  /** The server is reachable, but the connection for the response broke. `message` is one sentence. */
  | { readonly kind: 'lost'; readonly message: string }
  /** The session has ended. `asked` is true if the request may have reached the server. `reason` is one sentence. */
  | { readonly kind: 'ended'; readonly reason: string; readonly asked: boolean };

export type JsonOutcome = RequestOutcome<JsonObject>;
