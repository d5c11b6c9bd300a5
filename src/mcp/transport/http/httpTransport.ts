// Transport to a URL. Status codes and network errors become one line that says what to check.
import {
  SdkError,
  SdkHttpError,
  StreamableHTTPClientTransport,
  type JSONRPCMessage,
} from '@modelcontextprotocol/client';
import { networkFailure, statusFailure, withoutQuery } from './httpFailure.ts';
import { HttpAnswers } from './httpAnswers.ts';
import { traceHeaders, webRequests, type HttpOptions } from './webRequests.ts';
import { AnswerQueue, answersAtOnce } from '../answerQueue.ts';
import { isLostAnswer } from '../readMessages.ts';
import { handOver, type RequestFailure, type SessionTransport } from '../sessionTransport.ts';
import { errorData } from '../../protocol/errorData.ts';
import { errorLine, isMcpError, isNotMcp, isProtocolError, withoutCode } from '../../protocol/errorLine.ts';
import { launchSecrets, type HttpLaunch } from '../../definitions/index.ts';
import type { Secrets } from '../../protocol/secrets.ts';
import { waitAtMost } from '../../../base/withTimeout.ts';

/**
 * Streamable HTTP (MCP 2025-11-25): the SDK's transport with a limit on answers to the server. Each answer is a
 * separate request, so their number at once and in total is bounded.
 */
export class HttpTransport extends StreamableHTTPClientTransport implements SessionTransport {
  readonly network = 'tcp';
  readonly secrets: Secrets;
  /** True if `initialize` was refused as by a legacy server (MCP 2025-11-25, "Backwards Compatibility"). */
  mayBeLegacy = false;
  onNotificationsLost?: (why: string | undefined) => void;
  readonly #launch: HttpLaunch;
  readonly #options: HttpOptions;
  readonly #received: HttpAnswers;
  readonly #answers = new AnswerQueue({
    atOnce: answersAtOnce,
    send: (answer) => super.send(answer),
    onFlood: () => void this.close(),
  });

  constructor(launch: HttpLaunch, options: HttpOptions) {
    const { url, fetch, ...requests } = webRequests(launch, options);
    const secrets = launchSecrets(launch, { tokens: options.authorization?.secrets });
    const received = new HttpAnswers(fetch, {
      ...options.reconnect,
      deliver: (messages) => handOver(messages, this),
      onGarbage: (text) => this.onerror?.(new Error(`not MCP: ${text}`)),
      hide: (text) => secrets.hide(text),
      onNotificationsLost: (why) => {
        const shown = why === undefined ? undefined : secrets.hide(why);
        options.log(`connection: ${shown ?? 'notifications come again'}`);
        this.onNotificationsLost?.(shown);
      },
    });
    super(url, { ...requests, fetch: received.fetch });
    this.#received = received;
    this.#launch = launch;
    this.#options = options;
    this.secrets = secrets;
  }

  override async send(
    message: JSONRPCMessage,
    options?: Parameters<StreamableHTTPClientTransport['send']>[1],
  ): Promise<void> {
    if (!('method' in message)) return this.#answers.send(message);
    await super.send(message, { ...options, headers: { ...options?.headers, ...traceHeaders(message) } });
    // The SDK knows the session ID by now, with which the client may send its next message.
    if ('id' in message) void this.#received.deliver(message.id).then(() => options?.onRequestStreamEnd?.());
  }

  explainEnd(error: unknown): string {
    const { flood } = this.#answers;
    if (flood !== undefined) return flood;
    return error === undefined
      ? 'it closed its connection'
      : `it stopped answering: ${this.explainRequest(error).message}`;
  }

  explainRequest(error: unknown): RequestFailure {
    if (isLostAnswer(error)) return { message: withoutCode(error), gone: 'perhaps', asked: true };
    if (!(error instanceof SdkHttpError))
      return isMcpError(error)
        ? { message: errorLine(error), gone: false, asked: true }
        : networkFailure(error);
    const { status } = error;
    return statusFailure(status, `HTTP ${status}: ${quote(error)}`, this.sessionId !== undefined);
  }

  override async terminateSession(): Promise<void> {
    // Some servers do not support DELETE, and an unreachable server does not answer; both cases are harmless.
    await waitAtMost(super.terminateSession(), this.#options.stop.stdinGraceMs);
  }

  explainStart(error: unknown, timedOut: boolean): string {
    const url = withoutQuery(this.#launch.url);
    const { origin, startMs } = this.#options;
    if (timedOut)
      return `"initialize" took over ${startMs / 1000} s. Check that an MCP server runs at ${url}.`;
    if (!(error instanceof SdkHttpError)) {
      if (isNotMcp(error)) return `no MCP at ${url}. Correct "url" in ${origin}.`;
      if (isLostAnswer(error))
        return `no MCP at ${url}: its "initialize" answer is lost: ${withoutCode(error)}. Correct "url" in ${origin}.`;
      if (isProtocolError(error))
        return `it refused to start: ${errorLine(error)}${errorData(error, this.secrets).text}. Check ${origin}.`;
      // The response is neither JSON nor an event stream. The legacy transport would not accept it either.
      if (error instanceof SdkError)
        return `no MCP at ${url}: ${errorLine(error)}. Correct "url" in ${origin}.`;
      return `it is unreachable at ${url}: ${networkFailure(error).message}. Start it or correct "url" in ${origin}.`;
    }
    const { status } = error;
    if (status === 403 && this.#options.authorization) {
      return `it denies access (HTTP 403 at ${url}): ${quote(error)}. Ask its operator for access.`;
    }
    if (status === 401 || status === 403) {
      return `it needs authorization (HTTP ${status}). Correct "Authorization" under "headers" in ${origin}.`;
    }
    // VS Code 1.139 also tries the legacy transport after any other of these statuses.
    this.mayBeLegacy = status >= 400 && status < 500;
    return `HTTP ${status} at ${url}: ${quote(error)}. Check "url" and "headers" in ${origin}.`;
  }
}

function quote(error: SdkHttpError): string {
  return errorLine(error).replace(/^Error POSTing to endpoint: ?/, '') || 'no text';
}
