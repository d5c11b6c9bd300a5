// Describes failures of HTTP requests, and tells if the request can have reached a server.
import { STATUS_CODES } from 'node:http';
import { errorCode } from '../../../base/errorMessage.ts';
import { withoutSecretParts } from '../../../base/text/secrets.ts';
import { errorLine } from '../../protocol/errorLine.ts';
import type { RequestFailure } from '../sessionTransport.ts';

/** Network errors after which the request cannot have reached a server. */
const neverReached: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'host lookup failed',
  ENOENT: 'no such socket',
  EACCES: 'socket access denied',
};

/** Returns a failure that leaves open if the session has ended, unless the request cannot have reached the server. */
export function networkFailure(error: unknown): RequestFailure {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = errorCode(cause) ?? '';
  const known = neverReached[code] ?? proxyRefusal(cause);
  if (known !== undefined) return { message: known, gone: true, asked: false };
  return { message: errorLine(cause) || code, gone: 'perhaps', asked: true };
}

/**
 * Returns undefined unless a proxy refused the connection. undici has no code for that; it says so in the cause of an
 * abort, where no text of a server can stand.
 */
function proxyRefusal(error: unknown): string | undefined {
  const refusal = error instanceof Error ? error.cause : undefined;
  const status = /^Proxy response \((\d+)\)/.exec(errorLine(refusal))?.[1];
  return status && `the proxy answered ${status} ${STATUS_CODES[status] ?? ''}`.trimEnd();
}

/** Returns the failure of a request that was refused with this status. `hasSession`: the request named a session. */
export function statusFailure(status: number, message: string, hasSession: boolean): RequestFailure {
  const refusedUnread = hasSession && (status === 404 || status === 400);
  if (!refusedUnread) return { message, gone: false, asked: true, mayPass: mayPass(status) };
  // MCP 2025-11-25: status 404 means that the session has ended. Servers built on the SDK's example answer 400.
  return { message, gone: status === 404 || 'perhaps', asked: false };
}

/** True if the same request may succeed later, after a response with this status. */
export function mayPass(status: number): boolean {
  return status === 429 || (status >= 500 && status !== 501);
}

/** Removes query, fragment and credentials: they may contain keys, and models and logs receive the address. */
export function withoutQuery(url: string): string {
  return withoutSecretParts(url).replace(/[?#].*$/s, '');
}
