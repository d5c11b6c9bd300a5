// Calls of one tool that a script makes one right after another: the record tells of those that only read and are answered in one line, since
// a line costs as much as its call.
import type { GuestCall } from '../sandbox/host/sandboxPort.ts';
import { readsLine, type CallLine, type PackedRead } from './callLine.ts';
import { inLines } from './lineText.ts';
import type { LaterLine, RecordLine } from './recordFile.ts';

/** Their short values, each escape six characters, stay below the longest line that is read back (readRecord.ts). */
const mostCalls = 32;

export class CallBatch implements LaterLine {
  readonly #lines: CallLine[];
  #isMade = false;

  constructor(first: CallLine) {
    this.#lines = [first];
  }

  get isOpen(): boolean {
    return this.#lines.some(({ isOpen }) => isOpen);
  }

  /** Whether the call is told of here. */
  add(line: CallLine): boolean {
    const [first] = this.#lines;
    if (this.#isMade || this.#lines.length >= mostCalls || !first || !isSameTool(first.call, line.call)) return false;
    this.#lines.push(line);
    return true;
  }

  /** In the order of the calls. */
  make(): RecordLine {
    this.#isMade = true;
    const made: RecordLine[] = [];
    let reads: PackedRead[] = [];
    for (const line of this.#lines) {
      const read = this.#lines.length > 1 ? line.packed() : undefined;
      if (read) reads.push(read);
      if (read && line !== this.#lines.at(-1)) continue;
      if (reads.length > 0) made.push(readsLine(line.call, reads));
      reads = [];
      if (!read) made.push(line.make());
    }
    return inLines(made);
  }
}

function isSameTool(a: GuestCall, b: GuestCall): boolean {
  return a.target === 'tool' && b.target === 'tool' && a.tool === b.tool && a.server === b.server && a.form === b.form;
}
