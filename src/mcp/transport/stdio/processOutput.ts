// What a server's process said beside the protocol: its last lines on stderr, and lines on stdout that are not MCP.
// It is quoted when the server fails, because that is where servers say why.
import { stripVTControlCharacters } from 'node:util';
import type { Secrets } from '../../protocol/secrets.ts';
import { reasonLine } from './reasonLine.ts';

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
    const text = plain(this.#secrets.hide(line));
    if (text === '') return;
    this.stderr.push(text);
    if (this.stderr.length > keptLines) this.stderr.shift();
    this.#log(text);
  }

  addGarbage(line: string): void {
    const text = plain(this.#secrets.hide(line));
    this.garbage ??= text;
    this.#log(`not MCP, on stdout: ${text}`);
  }

  /** ` (stderr: "...")` with the line that says why, or nothing. */
  quote(): string {
    const line = reasonLine(this.stderr);
    return line === undefined ? '' : ` (stderr: ${JSON.stringify(line)})`;
  }
}

function plain(line: string): string {
  const text = stripVTControlCharacters(line.slice(0, quotedCharacters * 4)).trim();
  return text.length > quotedCharacters ? `${text.slice(0, quotedCharacters)}…` : text;
}
