// Handles the requests and notifications of a server, other than responses to the client's own requests.
/* eslint-disable @typescript-eslint/no-deprecated -- MCP 2026-07-28 deprecates logging and roots */
import { stripVTControlCharacters } from 'node:util';
import { ProtocolErrorCode, type LoggingLevel } from '@modelcontextprotocol/client';
import { isJsonObject } from '../../base/json.ts';
import type { UserRequests } from '../elicitation/index.ts';
import { errorLine } from '../protocol/errorLine.ts';
import type { Secrets } from '../protocol/secrets.ts';
import type { McpClient } from './mcpClient.ts';
import type { SessionOptions } from './session.ts';
import type { ServerLogLevel } from '../protocol/serverLog.ts';

const longestLogLine = 2_000;
const longestMethod = 100;

/** Maps the syslog levels of MCP (RFC 5424) to the levels of the log. */
const levels: Readonly<Record<LoggingLevel, ServerLogLevel>> = {
  debug: 'debug',
  info: 'info',
  notice: 'info',
  warning: 'warn',
  error: 'error',
  critical: 'error',
  alert: 'error',
  emergency: 'error',
};

/** Maps the levels of the log to the lowest MCP level that a server then sends. */
const firstLevels: Readonly<Record<ServerLogLevel, LoggingLevel>> = {
  debug: 'debug',
  info: 'info',
  warn: 'warning',
  error: 'error',
};

/** Methods that this client has not announced, with the reason for the refusal. */
const declined: ReadonlyMap<string, string> = new Map([
  ['sampling/createMessage', 'sampling is unavailable here'],
  ['elicitation/create', 'no user to ask here'],
]);

/** Registers the handlers. Must be called before the client is connected. */
export function handleServerMessages(
  client: McpClient,
  { log, userInteraction }: Pick<SessionOptions, 'log' | 'userInteraction'>,
  secrets: Secrets,
  requests: UserRequests,
): void {
  client.setNotificationHandler('notifications/message', ({ params: { level, logger, data } }) => {
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    const line = `${logger === undefined ? '' : `${logger}: `}${text}`;
    log(stripVTControlCharacters(secrets.hideInQuote(line)).slice(0, longestLogLine), levels[level]);
  });
  // The SDK ignores the cancellation of request 0, which is the first request of servers that use the SDK.
  client.setNotificationHandler('notifications/cancelled', ({ params: { requestId } }) =>
    requests.cancelled(requestId),
  );
  client.setNotificationHandler('notifications/elicitation/complete', ({ params }) =>
    requests.visitEnded(params.elicitationId),
  );
  // The SDK's handlers would drop unknown fields and refuse a whole form because of one unknown format.
  client.fallbackRequestHandler = ({ id, method, params }) => {
    const given: unknown = params;
    const asked = isJsonObject(given) ? given : {};
    const { elicitation, sampling } = userInteraction;
    if (method === 'elicitation/create') {
      const answered = requests.relayed(id, asked);
      if (answered) return answered;
      if (elicitation) return requests.elicit(elicitation, id, asked);
    }
    if (method === 'sampling/createMessage' && sampling) return requests.sample(sampling, id, asked);
    throw decline(method);
  };
}

/** Sends the minimum log level to a server that has a log. Nothing depends on the response. */
export function setLogLevel(client: McpClient, from: ServerLogLevel, log: SessionOptions['log']): void {
  if (!client.getServerCapabilities()?.logging) return;
  client.logLevel = firstLevels[from];
  if (client.isModern) return;
  client
    .setLoggingLevel(client.logLevel)
    .catch((error: unknown) => log(`logging/setLevel: ${errorLine(error)}`, 'debug'));
}

/** Creates the error without the SDK's class, which would add a prefix to the message here and at the server. */
function decline(method: string): Error {
  const reason = declined.get(method) ?? 'unknown here';
  const message = `"${method.slice(0, longestMethod)}" is declined: ${reason}. Go on without it; see the capabilities.`;
  return Object.assign(new Error(message), { code: ProtocolErrorCode.MethodNotFound });
}
