// Calls of one tool that a script makes one right after another: the record has those that only read and are answered in one line, since
// a line costs as much as its call.
import type { GuestCall } from '../sandbox/host/sandboxPort.ts';
import type { CallLine } from './callLine.ts';
import { inLines } from './lineText.ts';
import type { LaterLine, RecordLine } from './recordFile.ts';
import { followsRead, mostReads, readsLine } from './readsLine.ts';
import type { RecordedValues } from './recordedValues.ts';

/** Of the reads of a line, in characters: whoever reads it back looks into no longer line with so many values (catalog/jsonLimits). */
const longestReads = 48_000;

export class CallBatch implements LaterLine {
  readonly #values: RecordedValues;
  readonly #first: CallLine;
  readonly #lines: CallLine[];
  #isMade = false;

  constructor(first: CallLine, values: RecordedValues) {
    this.#first = first;
    this.#lines = [first];
    this.#values = values;
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
    const [first, values] = [this.#first, this.#values];
    if (this.#lines.length === 1 || first.call.target !== 'tool') return first.make(values);
    const paths = values.pathsOf(`${first.call.server}.${first.call.tool}`);
    const made: RecordLine[] = [];
    let reads: CallLine[] = [];
    let length = 0;
    const end = () => {
      made.push(...linesOf(reads));
      [reads, length] = [[], 0];
    };
    for (const line of this.#lines) {
      const read = line.lengthInReads(values, paths);
      const last = reads.at(-1);
      if (read === undefined || length + read > longestReads || (last && !followsRead(last, line))) end();
      if (read === undefined) made.push(line.make(values));
      else {
        reads.push(line);
        length += read;
      }
    }
    end();
    return inLines(made);
  }
}

/** One, but where values are longer as JSON than they look. */
function linesOf([first, ...others]: readonly CallLine[]): readonly string[] {
  if (!first) return [];
  const line = readsLine([first, ...others]);
  if (line.length <= longestReads || others.length === 0) return [line];
  const half = Math.ceil(others.length / 2);
  return [...linesOf([first, ...others.slice(0, half - 1)]), ...linesOf(others.slice(half - 1))];
}

function isSameTool(a: GuestCall, b: GuestCall): boolean {
  return a.target === 'tool' && b.target === 'tool' && a.tool === b.tool && a.server === b.server && a.form === b.form;
}
