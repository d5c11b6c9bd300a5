// Sends the console output of a running script as log messages (MCP 2025-11-25, "Logging").
import type { RunObserver } from '../engine/index.ts';
import { plainText } from '../base/text/plainText.ts';

type LogEntry = Parameters<Required<RunObserver>['onLog']>[0];

/** Levels in ascending order of severity (RFC 5424). */
const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;
export type McpLogLevel = (typeof levels)[number];

/** The parameters of `notifications/message`. */
export interface LogMessage {
  readonly level: McpLogLevel;
  readonly logger: string;
  readonly data: string;
}

const levelOf = {
  debug: 'debug',
  log: 'info',
  info: 'info',
  warn: 'warning',
  error: 'error',
} as const satisfies Record<LogEntry['level'], McpLogLevel>;
/** Maximum number of lines of one run that are sent as messages. The result contains all lines that fit into it. */
const mostLines = 200;
/** Maximum length of a line, in characters. */
const longestLine = 2_000;

/** Creates an observer that sends the lines of the level `least` and above. */
export function scriptLog(
  least: McpLogLevel,
  send: (params: LogMessage) => void,
): Pick<Required<RunObserver>, 'onLog'> {
  let sent = 0;
  return {
    onLog: ({ level, text }) => {
      if (levels.indexOf(levelOf[level]) < levels.indexOf(least) || sent >= mostLines) return;
      sent += 1;
      send({ level: levelOf[level], logger: 'executeCode', data: plainText(text.slice(0, longestLine)) });
    },
  };
}
