// Reads an audit log from its first line to its last and says whether each follows from the one before, or where the first does not.
import { createReadStream } from 'node:fs';
import { isCut } from './auditEntry.ts';
import { chainStart, mostLineBytes, readAuditLine, sha256, type ChainHead, type ReadLine } from './auditLine.ts';
import type { AuditFile } from './auditFiles.ts';

/** In which line of which file, both as people count. */
interface AuditPlace {
  readonly file: string;
  readonly line: number;
}

export interface AuditVerdict {
  readonly lines: number;
  readonly files: number;
  /** Times of the first and last line, as written. */
  readonly from?: string;
  readonly to?: string;
  /** The number of the first line: over 1 where older files were removed. */
  readonly first: number;
  /** Of the last line: kept elsewhere, it shows later that nothing was taken from the end. */
  readonly head: ChainHead;
  /** Lines that were not finished. */
  readonly cut: readonly AuditPlace[];
  readonly broken?: AuditPlace & { readonly why: string };
}

/** Stops at the first break. `contains`: a hash that some line must have. Rejects as the file system does. */
export async function verifyAudit(files: readonly AuditFile[], contains?: string): Promise<AuditVerdict> {
  const check = new ChainCheck(contains);
  for (const [index, file] of files.entries()) {
    const before = files[index - 1];
    if (before && file.number !== before.number + 1) check.missing({ file: file.path, line: 1 }, before.number + 1);
    let line = 0;
    for await (const { text, isWhole } of linesOf(file.path)) {
      line += 1;
      check.read(text, isWhole, { file: file.path, line });
      if (check.broken) break;
    }
    check.fileEnds();
    if (check.broken) break;
  }
  return check.verdict(files.length);
}

class ChainCheck {
  broken: AuditVerdict['broken'];
  #head: ChainHead | undefined;
  /** Before the last line, which the next one may name as cut. */
  #before: ChainHead | undefined;
  #last: { readonly text: string; readonly place: AuditPlace } | undefined;
  #suspect: AuditVerdict['broken'];
  /** Of the suspect: nothing but the end of the log stands behind it. */
  #suspectIsOpen = false;
  #lines = 0;
  #first: ReadLine | undefined;
  #to: string | undefined;
  readonly #cut: AuditPlace[] = [];
  #awaited: string | undefined;

  constructor(contains: string | undefined) {
    this.#awaited = contains;
  }

  missing(place: AuditPlace, number: number): void {
    this.broken ??= { ...place, why: `file ${number} before it is missing` };
  }

  read(text: string, isWhole: boolean, place: AuditPlace): void {
    const line = readAuditLine(text);
    if (line && this.#last && isCut(line.entry) && line.entry.sha256 === sha256(this.#last.text)) {
      this.#head = this.#before;
      this.#suspect = undefined;
      this.#cut.push(this.#last.place);
    }
    if (this.#suspect) {
      this.broken ??= this.#suspect;
      return;
    }
    this.#lines += 1;
    this.#last = { text, place };
    this.#before = this.#head;
    const why = line ? whyNot(line, this.#head) : 'it is no line of an audit log';
    if (why !== undefined || !line) {
      this.#suspect = { ...place, why: why ?? '' };
      this.#suspectIsOpen = !isWhole;
      return;
    }
    this.#head = line.head;
    this.#first ??= line;
    this.#to = line.at;
    if (line.head.hash === this.#awaited) this.#awaited = undefined;
  }

  /** A cut line is followed by its note in the same file. */
  fileEnds(): void {
    if (this.#suspect && !this.#suspectIsOpen) this.broken ??= this.#suspect;
  }

  verdict(files: number): AuditVerdict {
    const { broken } = this;
    if (!broken && this.#suspect) this.#cut.push(this.#suspect);
    const end = this.#last?.place;
    const lacks = !broken && this.#awaited !== undefined && { file: end?.file ?? '', line: end?.line ?? 0, why: 'no line has that hash' };
    return {
      ...{ lines: this.#lines, files, first: this.#first?.head.number ?? 0, head: this.#head ?? chainStart },
      ...(this.#first && { from: this.#first.at }),
      ...(this.#to !== undefined && { to: this.#to }),
      cut: this.#cut.map(({ file, line }) => ({ file, line })),
      ...(broken ? { broken } : lacks && { broken: lacks }),
    };
  }
}

/** Why a line does not follow; the first line of all follows from nothing, or from a file that was removed. */
function whyNot(line: ReadLine, head: ChainHead | undefined): string | undefined {
  if (!line.isWhole) return 'it was changed: its hash is not that of its content';
  if (!head) return line.head.number === 1 && line.previous !== chainStart.hash ? 'it follows from a line that is not there' : undefined;
  if (line.previous === head.hash && line.head.number === head.number + 1) return undefined;
  const lacking = line.head.number - head.number - 1;
  return lacking > 0 ? `${lacking} lines before it are missing` : 'it does not follow from the line before';
}

interface TextLine {
  readonly text: string;
  /** It ends with a line break. */
  readonly isWhole: boolean;
}

/** Of a line without end only so much that it cannot be one of ours. */
async function* linesOf(path: string): AsyncGenerator<TextLine> {
  let rest = '';
  for await (const chunk of createReadStream(path, { encoding: 'utf8' }) as AsyncIterable<string>) {
    const parts = `${rest}${chunk}`.split('\n');
    rest = (parts.pop() ?? '').slice(0, 2 * mostLineBytes);
    for (const text of parts) yield { text, isWhole: true };
  }
  if (rest !== '') yield { text: rest, isWhole: false };
}
