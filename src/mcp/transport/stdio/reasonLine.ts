// Of what a program wrote before it ended, the line that says why: the message of a crash, not the frames below it.

/** Frames and what else stands around them, as Node, Java, Go, Python and Rust write them. */
const frame =
  /^(?:at |\.{3} \d+ more|goroutine \d|created by |File ".*", line \d|\d+: 0x|\S+\.go:\d|[\w./*()-]+\([^ ]*\)$|exit status \d|note: |stack backtrace:)/;

/** How the message of a crash begins. */
const crash = /^(?:panic: |fatal error: |thread '.*' panicked at |Exception in thread |(?:[\w.$]{0,100}(?:Error|Exception))\b(?!\())/;

/** Undefined where nothing was written. The lines are trimmed and short. */
export function reasonLine(lines: readonly string[]): string | undefined {
  const telling = lines.filter((line) => !frame.test(line));
  const at = telling.findLastIndex((line) => crash.test(line));
  const line = telling[at];
  // Rust has the message in the next line.
  if (line?.endsWith(':')) return [line, telling[at + 1]].filter(Boolean).join(' ');
  return line ?? telling.findLast((text) => /error/i.test(text)) ?? telling.at(-1) ?? lines.at(-1);
}
