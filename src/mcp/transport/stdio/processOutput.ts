// Output of a server's process beside the protocol: its last lines on stderr, and lines on stdout that are not MCP. The
// output is quoted when the server fails, because servers explain failures there.
import { stripVTControlCharacters } from 'node:util';
import type { Secrets } from '../../protocol/secrets.ts';

/** Number of kept lines. An error in Node can have dozens of lines after its message. */
const keptLines = 100;
const quotedCharacters = 300;

export class ProcessOutput {
  /** The last lines on stderr, oldest first. */
  readonly stderr: string[] = [];
  /** The first line on stdout that is not JSON-RPC. */
  garbage: string | undefined;
  readonly #secrets: Secrets;
  readonly #log: (line: string) => void;

  /** `log` receives each line, without secrets and truncated to a few hundred characters. */
  constructor(secrets: Secrets, log: (line: string) => void) {
    this.#secrets = secrets;
    this.#log = log;
  }

  addStderr(line: string): void {
    const text = plain(this.#secrets.hideInQuote(line));
    if (text === '') return;
    this.stderr.push(text);
    if (this.stderr.length > keptLines) this.stderr.shift();
    this.#log(text);
  }

  hide(text: string): string {
    return this.#secrets.hide(text);
  }

  addGarbage(line: string): void {
    const text = plain(this.#secrets.hideInQuote(line));
    this.garbage ??= text;
    this.#log(`not MCP, on stdout: ${text}`);
  }

  /** Returns ` (stderr: "..."; "...")` with the lines that explain the failure, or an empty text. */
  quote(): string {
    const lines = reasonLines(this.stderr).map((line) => JSON.stringify(line));
    return lines.length === 0 ? '' : ` (stderr: ${lines.join('; ')})`;
  }
}

function plain(line: string): string {
  const text = stripVTControlCharacters(line.slice(0, quotedCharacters * 4)).trim();
  return text.length > quotedCharacters ? `${text.slice(0, quotedCharacters)}…` : text;
}

// Finds the line that explains why a program ended: the message of a crash, not the stack frames below it.
/** Stack frames and surrounding lines of Node, Java, Go, Python and Rust. */
const frame =
  /^(?:at |\.{3} \d+ more|goroutine \d|created by |File ".*", line \d|\d+: 0x|\S+\.go:\d|[\w./*()-]+\([^ ]*\)$|exit status \d|note: |stack backtrace:)/;

/** Beginnings of crash messages. */
const crash =
  /^(?:panic: |fatal error: |thread '.*' panicked at |Exception in thread |(?:[\w.$]{0,100}(?:Error|Exception))\b(?!\())/;

/** Lines that programs print beside the reason of a failure: advice, codes, the path of their own log. */
const aside =
  /^(?:npm (?:warn|notice)\b|npm (?:error|ERR!)(?: (?:code|errno|syscall|path|\d{3})(?: \S+)?| A complete log\b.*| \S+\.log)?$|See 'docker |Run 'docker |Node\.js v\d|hint: |help: |Usage: |For more information)/i;

/** Words in a line that explains a failure but is not the message of a crash. */
const problem =
  /error|cannot|can't|could not|not found|no such|no solution|denied|failed|unable|invalid|refused|[×╰]/i;

const mostQuoted = 3;

/** Returns the lines that explain the failure, in their order, if there are any. `lines` are trimmed and short. */
function reasonLines(lines: readonly string[]): readonly string[] {
  const telling = lines.filter((line) => !frame.test(line) && !aside.test(line));
  const at = telling.findLastIndex((line) => crash.test(line));
  const line = telling[at];
  // Rust prints the message on the next line.
  if (line?.endsWith(':')) return [[line, telling[at + 1]].filter(Boolean).join(' ')];
  if (line !== undefined) return [line];
  // The last consecutive lines with such words concern one problem, and the first of them is the most informative.
  const end = telling.findLastIndex((text) => problem.test(text));
  const before = telling.slice(0, end).findLastIndex((text) => !problem.test(text));
  if (end !== -1) return telling.slice(before + 1, end + 1).slice(0, mostQuoted);
  const last = telling.at(-1) ?? lines.at(-1);
  return last === undefined ? [] : [last];
}
