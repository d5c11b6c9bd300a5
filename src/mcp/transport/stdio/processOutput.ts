// What a server's process said beside the protocol: its last lines on stderr, and lines on stdout that are not MCP.
// It is quoted when the server fails, because that is where servers say why.
import { stripVTControlCharacters } from 'node:util';
import type { Secrets } from '../../protocol/secrets.ts';

/** An error in Node can have dozens of lines after the one that says what it is. */
const keptLines = 100;
const quotedCharacters = 300;

export class ProcessOutput {
  /** The last lines on stderr, oldest first. */
  readonly stderr: string[] = [];
  /** The first line on stdout that is not JSON-RPC. */
  garbage: string | undefined;
  readonly #secrets: Secrets;
  readonly #log: (line: string) => void;

  /** `log` takes each line, without secrets and cut to a few hundred characters. */
  constructor(secrets: Secrets, log: (line: string) => void) {
    this.#secrets = secrets;
    this.#log = log;
  }

  addStderr(line: string): void {
    const text = plain(this.#secrets.hideInLine(line));
    if (text === '') return;
    this.stderr.push(text);
    if (this.stderr.length > keptLines) this.stderr.shift();
    this.#log(text);
  }

  /** `text` without the server's secrets. */
  hide(text: string): string {
    return this.#secrets.hide(text);
  }

  addGarbage(line: string): void {
    const text = plain(this.#secrets.hideInLine(line));
    this.garbage ??= text;
    this.#log(`not MCP, on stdout: ${text}`);
  }

  /** ` (stderr: "..."; "...")` with the lines that say why, or nothing. */
  quote(): string {
    const lines = reasonLines(this.stderr).map((line) => JSON.stringify(line));
    return lines.length === 0 ? '' : ` (stderr: ${lines.join('; ')})`;
  }
}

function plain(line: string): string {
  const text = stripVTControlCharacters(line.slice(0, quotedCharacters * 4)).trim();
  return text.length > quotedCharacters ? `${text.slice(0, quotedCharacters)}…` : text;
}

// Of what a program wrote before it ended, the line that says why: the message of a crash, not the frames below it.
/** Frames and what else stands around them, as Node, Java, Go, Python and Rust write them. */
const frame =
  /^(?:at |\.{3} \d+ more|goroutine \d|created by |File ".*", line \d|\d+: 0x|\S+\.go:\d|[\w./*()-]+\([^ ]*\)$|exit status \d|note: |stack backtrace:)/;

/** How the message of a crash begins. */
const crash = /^(?:panic: |fatal error: |thread '.*' panicked at |Exception in thread |(?:[\w.$]{0,100}(?:Error|Exception))\b(?!\())/;

/** Lines that programs write beside the reason of every failure: advice, codes, where their own log is. */
const aside =
  /^(?:npm (?:warn|notice)\b|npm (?:error|ERR!)(?: (?:code|errno|syscall|path|\d{3})(?: \S+)?| A complete log\b.*| \S+\.log)?$|See 'docker |Run 'docker |Node\.js v\d|hint: |help: |Usage: |For more information)/i;

/** Words of a line that tells a reason without being the message of a crash. */
const problem = /error|cannot|can't|could not|not found|no such|no solution|denied|failed|unable|invalid|refused|[×╰]/i;

const mostQuoted = 3;

/** The lines that say why, in their order; none where nothing was written. The lines are trimmed and short. */
function reasonLines(lines: readonly string[]): readonly string[] {
  const telling = lines.filter((line) => !frame.test(line) && !aside.test(line));
  const at = telling.findLastIndex((line) => crash.test(line));
  const line = telling[at];
  // Rust has the message in the next line.
  if (line?.endsWith(':')) return [[line, telling[at + 1]].filter(Boolean).join(' ')];
  if (line !== undefined) return [line];
  // The last lines in a row that tell of a problem are about the same one, of which the first says most.
  const end = telling.findLastIndex((text) => problem.test(text));
  const before = telling.slice(0, end).findLastIndex((text) => !problem.test(text));
  if (end !== -1) return telling.slice(before + 1, end + 1).slice(0, mostQuoted);
  const last = telling.at(-1) ?? lines.at(-1);
  return last === undefined ? [] : [last];
}
