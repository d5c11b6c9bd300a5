// Calls of one tool that a script makes one right after another: the record has those that only read and are answered in one line, since
// a line costs as much as its call.
import type { GuestCall } from '../sandbox/host/sandboxPort.ts';
import { mostReads, readsLine, type CallLine } from './callLine.ts';
import { inLines } from './lineText.ts';
import type { LaterLine, RecordLine } from './recordFile.ts';

/** Of the reads of a line, in characters: whoever reads it back looks into no longer line with so many values (catalog/jsonLimits). */
const longestReads = 48_000;

export class CallBatch implements LaterLine {
  readonly #first: CallLine;
  readonly #lines: CallLine[];
  #isMade = false;

  constructor(first: CallLine) {
    this.#first = first;
    this.#lines = [first];
  }

  get isOpen(): boolean {
    return this.#lines.some(({ isOpen }) => isOpen);
  }

  /** Whether the call is recorded here. */
  add(line: CallLine): boolean {
    if (this.#isMade || this.#lines.length >= mostReads || !isSameTool(this.#first.call, line.call)) return false;
    this.#lines.push(line);
    return true;
  }

  /** In the order of the calls. */
  make(): RecordLine {
    this.#isMade = true;
    if (this.#lines.length === 1) return this.#first.make();
    const made: RecordLine[] = [];
    let reads: string[] = [];
    let length = 0;
    const end = ({ call }: CallLine) => {
      if (reads.length > 0) made.push(readsLine(call, reads));
      [reads, length] = [[], 0];
    };
    for (const line of this.#lines) {
      const packed = line.packed();
      const read = packed && JSON.stringify(packed);
      if (read === undefined || length + read.length > longestReads) end(line);
      if (read === undefined) made.push(line.make());
      else {
        reads.push(read);
        length += read.length;
      }
    }
    end(this.#first);
    return inLines(made);
  }
}

function isSameTool(a: GuestCall, b: GuestCall): boolean {
  return a.target === 'tool' && b.target === 'tool' && a.tool === b.tool && a.server === b.server && a.form === b.form;
}
