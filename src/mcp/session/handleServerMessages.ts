// The client's other half: what a server asks of us and tells us, beside the answers to our own requests.
/* eslint-disable @typescript-eslint/no-deprecated -- MCP 2026-07-28 deprecates logging and roots; the servers that have them do not */
import { stripVTControlCharacters } from 'node:util';
import { ProtocolErrorCode, type LoggingLevel } from '@modelcontextprotocol/client';
import { isJsonObject } from '../../base/json.ts';
import type { UserRequests } from '../elicitation/userRequests.ts';
import { errorLine } from '../protocol/errorLine.ts';
import type { Secrets } from '../protocol/secrets.ts';
import type { McpClient } from './mcpClient.ts';
import type { SessionOptions } from './session.ts';
import type { LogLevel } from '../protocol/serverLog.ts';

const longestLogLine = 2_000;
const longestMethod = 100;

/** The levels of syslog (RFC 5424), as MCP has them. */
const levels: Readonly<Record<LoggingLevel, LogLevel>> = {
  debug: 'debug',
  info: 'info',
  notice: 'info',
  warning: 'warn',
  error: 'error',
  critical: 'error',
  alert: 'error',
  emergency: 'error',
};

/** The other way round: where a server's log begins. */
const firstLevels: Readonly<Record<LogLevel, LoggingLevel>> = { debug: 'debug', info: 'info', warn: 'warning', error: 'error' };

/** What we have not announced, and a server asks for all the same. */
const declined: ReadonlyMap<string, string> = new Map([
  ['sampling/createMessage', 'sampling is unavailable here'],
  ['elicitation/create', 'no user to ask here'],
]);

/** Before the client is connected. */
export function handleServerMessages(
  client: McpClient,
  { log, userInteraction }: Pick<SessionOptions, 'log' | 'userInteraction'>,
  secrets: Secrets,
  requests: UserRequests,
): void {
  client.setNotificationHandler('notifications/message', ({ params: { level, logger, data } }) => {
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    const line = `${logger === undefined ? '' : `${logger}: `}${text}`;
    log(stripVTControlCharacters(secrets.hideInLine(line)).slice(0, longestLogLine), levels[level]);
  });
  // The SDK takes no notice of the end of request 0, which is the first that its own servers make.
  client.setNotificationHandler('notifications/cancelled', ({ params: { requestId } }) => requests.cancelled(requestId));
  client.setNotificationHandler('notifications/elicitation/complete', ({ params }) => requests.visitEnded(params.elicitationId));
  // The SDK's handlers would drop what its schemas do not know, and refuse a whole form for one unknown format.
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

/** Tells a server that keeps a log from which level on it is wanted. Does not wait for its answer, which changes nothing. */
export function setLogLevel(client: McpClient, from: LogLevel, log: SessionOptions['log']): void {
  if (!client.getServerCapabilities()?.logging) return;
  client.logLevel = firstLevels[from];
  if (client.isModern) return;
  client.setLoggingLevel(client.logLevel).catch((error: unknown) => log(`logging/setLevel: ${errorLine(error)}`, 'debug'));
}

/** The SDK's own error class would put its prefix before the text, and the server's side once more. */
function decline(method: string): Error {
  const reason = declined.get(method) ?? 'unknown here';
  const message = `"${method.slice(0, longestMethod)}" is declined: ${reason}. Go on without it; see the capabilities.`;
  return Object.assign(new Error(message), { code: ProtocolErrorCode.MethodNotFound });
}
