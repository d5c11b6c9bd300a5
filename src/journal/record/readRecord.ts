// Reads a record line by line, in slices, since it may have megabytes. A record may be cut off in the middle or still
// be written. A record that was replaced, since a secret in it became known later, is read again from its beginning.
import { isJsonObject, parseJson, type JsonValue } from '../../base/json.ts';
import { TimeSlice } from '../../base/timeSlice.ts';
import { exceededJsonLimit } from '../../base/jsonLimits.ts';
import { openFile } from '../../base/files/readFileBounded.ts';
import { guardEvent, type RunEvent } from './runEvent.ts';

const chunkBytes = 256 * 1024;
/** Maximum number of bytes of a record that are read; the rest counts as cut off. */
const mostBytes = 512 * 1024 * 1024;
/** Maximum length of a line, in bytes. Code Mode writes no longer lines. */
const longestLine = 8 * 1024 * 1024;
const lineEnd = 0x0a;
/** Kinds of lines without which the record still knows every call. */
const asides = ['progress', 'log', 'display', 'forUser', 'asks', 'asked', 'stages'];

/** Receives the lines: builds a whole record, or only a summary. */
interface RecordTarget {
  add(event: RunEvent): void;
  /** Called for a line that cannot be read and that the record may need. */
  damaged(): void;
}

export class RecordReader<Target extends RecordTarget> {
  builder: Target;
  /** Number of bytes of the file that were read so far. */
  bytes = 0;
  readonly #file: string;
  readonly #newBuilder: () => Target;
  #ino: number | undefined;
  /** The beginning of a line whose end is not written yet. */
  #rest: Buffer[] = [];
  #restBytes = 0;

  constructor(file: string, newBuilder: () => Target) {
    this.#file = file;
    this.#newBuilder = newBuilder;
    this.builder = newBuilder();
  }

  /** Continues from the last position. Returns true if there was anything new. Rejects as the file system does. */
  async readOn(): Promise<boolean> {
    const slice = new TimeSlice();
    const { handle: opened, size, ino } = await openFile(this.#file);
    await using handle = opened;
    if (ino !== this.#ino) {
      [this.#ino, this.builder] = [ino, this.#newBuilder()];
      [this.bytes, this.#rest, this.#restBytes] = [0, [], 0];
    }
    const before = this.bytes;
    // A folder may have thousands of short records, so the buffer is not larger than the file.
    const length = Math.min(chunkBytes, Math.max(1_024, size - this.bytes));
    const buffer = Buffer.allocUnsafe(length);
    while (this.bytes < mostBytes) {
      const { bytesRead } = await handle.read(buffer, 0, length, this.bytes);
      if (bytesRead === 0) break;
      this.bytes += bytesRead;
      await this.#take(buffer.subarray(0, bytesRead), slice);
    }
    if (this.bytes >= mostBytes) this.builder.damaged();
    return this.bytes > before;
  }

  async #take(chunk: Buffer, slice: TimeSlice): Promise<void> {
    let from = 0;
    for (let end = chunk.indexOf(lineEnd); end !== -1; end = chunk.indexOf(lineEnd, from)) {
      this.#line(chunk.subarray(from, end));
      from = end + 1;
      if (slice.isOver) await slice.yieldIfOver();
    }
    const rest = chunk.subarray(from);
    this.#restBytes += rest.length;
    // The rest is copied, since the buffer is reused.
    if (rest.length > 0 && this.#restBytes <= longestLine) this.#rest.push(Buffer.from(rest));
  }

  #line(end: Buffer): void {
    const isLine = this.#restBytes + end.length <= longestLine;
    const text = isLine ? (this.#rest.length > 0 ? Buffer.concat([...this.#rest, end]) : end).toString() : '';
    this.#rest = [];
    this.#restBytes = 0;
    const line = parsed(text);
    const event = guardEvent(line);
    if (event) this.builder.add(event);
    else if (!isLine || (text !== '' && !isAside(line))) this.builder.damaged();
  }
}

function isAside(line: JsonValue | undefined): boolean {
  return isJsonObject(line) && asides.some((kind) => kind === line['t']);
}

function parsed(text: string): JsonValue | undefined {
  return text === '' || exceededJsonLimit(text) !== undefined ? undefined : parseJson(text);
}
