// Reads an audit log from its first line to its last and says whether each follows from the one before, or where the first does not. A log
// begins with line 1 of file 1, unless who removed older files knows the hash of the last line that was in them.
import { createReadStream } from 'node:fs';
import { counted } from '../../text/counted.ts';
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
  /** The number of the first line: over 1 behind `KnownLines.before`. */
  readonly first: number;
  /** Of the last line: kept elsewhere, it shows later that nothing was taken from the end. */
  readonly head: ChainHead;
  /** Lines that were not finished. */
  readonly cut: readonly AuditPlace[];
  readonly broken?: AuditPlace & { readonly why: string };
}

/** Hashes of lines that were noted elsewhere. */
export interface KnownLines {
  /** Some line must have it. */
  readonly contains?: string;
  /** The hash of the last line of the files that were removed: the first line must follow from it. */
  readonly before?: string;
}

/** Stops at the first break. Rejects as the file system does. */
export async function verifyAudit(files: readonly AuditFile[], known: KnownLines = {}): Promise<AuditVerdict> {
  const check = new ChainCheck(known);
  const [first] = files;
  let expected = known.before === undefined ? 1 : first?.number;
  for (const file of files) {
    if (expected !== undefined && file.number !== expected) check.missing({ file: file.path, line: 1 }, expected);
    expected = file.number + 1;
    let line = 0;
    for await (const { text, isWhole } of linesOf(file.path)) {
      line += 1;
      check.read(text, isWhole, { file: file.path, line });
      if (check.broken) break;
    }
    check.fileEnds();
    if (check.broken) break;
  }
  return check.verdict(files);
}

class ChainCheck {
  readonly #known: KnownLines;
  broken: AuditVerdict['broken'];
  /** Undefined before the first line behind `KnownLines.before`, whose number is not known. */
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

  constructor(known: KnownLines) {
    this.#known = known;
    this.#awaited = known.contains;
    if (known.before === undefined) this.#head = chainStart;
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
    const why = line ? whyNot(line, this.#head, this.#known) : 'it is no line of an audit log';
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

  verdict(files: readonly AuditFile[]): AuditVerdict {
    if (!this.broken && this.#suspect) this.#cut.push(this.#suspect);
    const broken = this.broken ?? this.#lacking(files);
    return {
      ...{ lines: this.#lines, files: files.length, first: this.#first?.head.number ?? 0, head: this.#head ?? chainStart },
      ...(this.#first && { from: this.#first.at }),
      ...(this.#to !== undefined && { to: this.#to }),
      cut: this.#cut.map(({ file, line }) => ({ file, line })),
      ...(broken && { broken }),
    };
  }

  /** The first thing that the whole log lacks. */
  #lacking(files: readonly AuditFile[]): AuditVerdict['broken'] {
    const place = this.#last?.place ?? { file: files.at(-1)?.path ?? '', line: 1 };
    if (!this.#last) return { ...place, why: 'there is no line in it' };
    return this.#awaited === undefined ? undefined : { ...place, why: 'no line has that hash' };
  }
}

/** Why a line does not follow from the one before. */
function whyNot(line: ReadLine, head: ChainHead | undefined, { before }: KnownLines): string | undefined {
  if (!line.isWhole) return 'it was changed: its hash is not that of its content';
  if (!head) return line.previous === before ? undefined : 'it does not follow from the line with the hash given';
  if (line.previous === head.hash && line.head.number === head.number + 1) return undefined;
  const lacking = line.head.number - head.number - 1;
  if (lacking <= 0) return 'it does not follow from the line before';
  return `${counted(lacking, 'line')} before it ${lacking === 1 ? 'is' : 'are'} missing`;
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
