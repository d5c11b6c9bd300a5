// The client's other half: what a server asks of us and tells us, beside the answers to our own requests.
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ErrorCode, ListRootsRequestSchema, LoggingMessageNotificationSchema, type LoggingLevel } from '@modelcontextprotocol/sdk/types.js';
import type { Secrets } from './secrets.ts';
import type { LogLevel, SessionOptions } from './session.ts';

const longestLogLine = 2_000;

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

/** What we have not announced, and a server asks for all the same. */
const declined: ReadonlyMap<string, string> = new Map([
  ['sampling/createMessage', 'no language model answers for servers here'],
  ['elicitation/create', 'nobody is asked on behalf of servers here'],
]);

/** Before the client is connected. */
export function answerServer(client: Client, { roots, log }: Pick<SessionOptions, 'roots' | 'log'>, secrets: Secrets): void {
  if (roots) client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: roots().map(rootOf) }));
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params: { level, logger, data } }) => {
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    const line = `${logger === undefined ? '' : `${logger}: `}${text}`;
    log(stripVTControlCharacters(secrets.hide(line)).slice(0, longestLogLine), levels[level]);
  });
  client.fallbackRequestHandler = ({ method }) => {
    const reason = declined.get(method) ?? 'this client does not know it';
    const message = `"${method}" is declined: ${reason}. Go on without it; the capabilities say what is offered.`;
    // The SDK's own error class would put its prefix before the text, and the server's side once more.
    throw Object.assign(new Error(message), { code: ErrorCode.MethodNotFound });
  };
}

/** MCP 2025-11-25, "Roots": the URI is a `file:` URL. */
function rootOf(folder: string): { uri: string; name: string } {
  return { uri: pathToFileURL(folder).href, name: basename(folder) };
}
