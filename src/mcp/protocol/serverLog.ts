// The log of one server, which it writes in itself: with messages, on stderr, and by what goes wrong with what it sends. Of a flood
// only the beginning is kept: more is not read, and slows all.

/** How much a line of the log matters; `info` by default. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

export type ServerLog = (line: string, level?: LogLevel) => void;

const mostLines = 200;
const windowMs = 1_000;

/** Passes on so many lines within a second, and says later how many it left out. `now` is in milliseconds. */
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
