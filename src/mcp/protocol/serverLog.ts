// Log of one server: its log messages, its stderr, and errors in the messages that it sends. The rate of lines is
// limited, because a flood of lines is of no use to a reader and slows the program.

/** Severity of a log line; the default is `info`. */
export type ServerLogLevel = 'debug' | 'info' | 'warn' | 'error';

export type ServerLog = (line: string, level?: ServerLogLevel) => void;

const mostLines = 200;
const windowMs = 1_000;

/** Passes on at most 200 lines a second, and later logs the number of omitted lines. `now` returns milliseconds. */
export function limitLogRate(log: ServerLog, now = () => performance.now()): ServerLog {
  let since = Number.NEGATIVE_INFINITY;
  let lines = 0;
  return (line, level) => {
    if (now() - since >= windowMs) {
      if (lines > mostLines) log(`… ${lines - mostLines} more lines omitted`);
      since = now();
      lines = 0;
    }
    lines += 1;
    if (lines <= mostLines) log(line, level);
  };
}
