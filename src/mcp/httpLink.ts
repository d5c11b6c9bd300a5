// A link to a URL. Status codes and network errors become one line that says what to check.
import { StreamableHTTPClientTransport, StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { McpError } from '@modelcontextprotocol/sdk/types.js';
import { errorMessage, isNotMcp, type Link, type LinkFailure } from './link.ts';
import { Secrets } from './secrets.ts';
import type { HttpLaunch } from './serverDefinition.ts';
import type { SessionOptions } from './session.ts';
import { settlesWithin } from './settlesWithin.ts';

const probeMs = 3_000;

/** Network errors after which the request is known not to have reached anyone. */
const neverReached: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'the host was not found',
  EAI_AGAIN: 'the host could not be looked up',
};

/** Streamable HTTP (MCP 2025-11-25); redirects are followed within the origin only, so that headers stay there. */
export class HttpLink implements Link {
  readonly transport: StreamableHTTPClientTransport;
  readonly secrets: Secrets;
  readonly tokens?: Secrets;
  readonly losesServerSilently = true;
  readonly #launch: HttpLaunch;
  readonly #options: SessionOptions;

  constructor(launch: HttpLaunch, options: SessionOptions) {
    this.#launch = launch;
    this.#options = options;
    const { authorization } = options;
    this.secrets = new Secrets(launch.headers, launch.secrets, authorization?.secrets);
    if (authorization) this.tokens = authorization.secrets;
    this.transport = new StreamableHTTPClientTransport(new URL(launch.url), {
      requestInit: { headers: { ...launch.headers } },
      ...(authorization && { fetch: authorization.over(fetch) }),
    });
  }

  async explainStart(error: unknown, timedOut: boolean): Promise<string> {
    const url = withoutQuery(this.#launch.url);
    const { origin, startMs } = this.#options;
    if (timedOut) return `it did not answer "initialize" within ${startMs / 1000} s. Check that an MCP server runs at ${url}.`;
    if (!(error instanceof StreamableHTTPError)) {
      if (isNotMcp(error)) return `it does not speak MCP at ${url}. Correct "url" in ${origin}.`;
      if (error instanceof McpError) return `it refused to start: ${errorMessage(error)}. Check what it needs in ${origin}.`;
      return `it cannot be reached at ${url}: ${networkFailure(error).message}. Start the server or correct "url" in ${origin}.`;
    }
    const status = error.code ?? -1;
    if (status === 403 && this.#options.authorization) {
      return `it refuses access (HTTP 403 at ${url}): ${quote(error)}. Ask those who run it to let you in.`;
    }
    if (status === 401 || status === 403) {
      return `it wants authorization (HTTP ${status}). Correct the "Authorization" header under "headers" in ${origin}.`;
    }
    if (status >= 400 && status < 500 && (await this.#speaksLegacySse())) {
      return `it speaks the legacy HTTP+SSE transport, which is not supported. Use its Streamable HTTP address (often ending in /mcp) in ${origin}.`;
    }
    if (status === -1) return `it does not speak MCP at ${url}: ${quote(error)}. Correct "url" in ${origin}.`;
    return `it answered with HTTP ${status} at ${url}: ${quote(error)}. Check "url" and "headers" in ${origin}.`;
  }

  explainEnd(error: unknown): string {
    return error === undefined ? 'it closed its connection' : `it stopped answering: ${this.explainRequest(error).message}`;
  }

  explainRequest(error: unknown): LinkFailure {
    if (error instanceof McpError || isNotMcp(error)) return { message: errorMessage(error), gone: false, asked: true };
    if (!(error instanceof StreamableHTTPError)) return { ...networkFailure(error), gone: true };
    const status = error.code ?? -1;
    const message = status === -1 ? quote(error) : `HTTP ${status}: ${quote(error)}`;
    const refusedUnread = this.transport.sessionId !== undefined && (status === 404 || status === 400);
    if (!refusedUnread) return { message, gone: false, asked: true };
    // MCP 2025-11-25: 404 on a session means that it is over; servers built on the SDK's example answer 400.
    return { message, gone: status === 404 || 'perhaps', asked: false };
  }

  async sayGoodbye(): Promise<void> {
    // Not every server knows DELETE, and a server that is down knows nothing: neither matters any more.
    await settlesWithin(this.transport.terminateSession(), this.#options.stop.stdinGraceMs);
  }

  /** HTTP+SSE (MCP 2024-11-05) opens with a GET that answers with an event stream. */
  async #speaksLegacySse(): Promise<boolean> {
    const { url, headers } = this.#launch;
    try {
      const response = await fetch(url, {
        headers: { ...headers, accept: 'text/event-stream' },
        redirect: 'manual',
        signal: AbortSignal.timeout(probeMs),
      });
      await response.body?.cancel();
      return response.ok && (response.headers.get('content-type') ?? '').startsWith('text/event-stream');
    } catch {
      return false;
    }
  }
}

/** Keys are sometimes part of the query, and messages go to models and logs. */
function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '');
}

function networkFailure(error: unknown): { readonly message: string; readonly asked: boolean } {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const known = neverReached[code];
  return { message: known ?? (errorMessage(cause) || code), asked: known === undefined };
}

function quote(error: StreamableHTTPError): string {
  return errorMessage(error).replace(/^Streamable HTTP error: (Error POSTing to endpoint: ?)?/, '') || 'no text';
}
