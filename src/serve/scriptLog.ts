// What a script writes to its console, as log messages of MCP (2025-11-25, "Logging") while it runs.
import type { RunObserver } from '../engine/executeRequest.ts';
import { plainText } from '../base/text/plainText.ts';

type LogEntry = Parameters<Required<RunObserver>['onLog']>[0];

/** By how grave they are (RFC 5424). */
const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;
export type LogLevel = (typeof levels)[number];

/** The parameters of `notifications/message`. */
export interface LogMessage {
  readonly level: LogLevel;
  readonly logger: string;
  readonly data: string;
}

const levelOf = { debug: 'debug', log: 'info', info: 'info', warn: 'warning', error: 'error' } as const satisfies Record<
  LogEntry['level'],
  LogLevel
>;
/** Of one run; the result has them all, as far as it has room. */
const mostLines = 200;
/** In characters. */
const longestLine = 2_000;

/** `least`: the level from which on lines are sent. */
export function scriptLog(least: LogLevel, send: (params: LogMessage) => void): Pick<Required<RunObserver>, 'onLog'> {
  let sent = 0;
  return {
    onLog: ({ level, text }) => {
      if (levels.indexOf(levelOf[level]) < levels.indexOf(least) || sent >= mostLines) return;
      sent += 1;
      send({ level: levelOf[level], logger: 'executeCode', data: plainText(text.slice(0, longestLine)) });
    },
  };
}
