// The tools for one file or folder: read, write, edit, list. The engine has validated their inputs.
import { type JsonObject, isJsonObject } from '../base/json.ts';
import { TimeSlice } from '../base/timeSlice.ts';
import { indexInSlices } from './indexInSlices.ts';
import { inputText } from './inputText.ts';
import type { PathGuard } from './pathGuard.ts';
import { inside, pathText, quotedPath } from './parsePath.ts';
import { WorkspaceError, type FileLocation, type WorkspaceFiles } from './workspaceFiles.ts';
import { decodeText } from './fileText.ts';

/** Maximum size of one read or write, in bytes. */
const LARGEST_FILE = 10 * 1024 * 1024;

export class FileTools {
  readonly #files: WorkspaceFiles;
  readonly #guard: PathGuard;
  /** Changes are made one after the other, so that two edits of one file both take effect. */
  #changes: Promise<unknown> = Promise.resolve();

  constructor(files: WorkspaceFiles, guard: PathGuard) {
    this.#files = files;
    this.#guard = guard;
  }

  async readFile(input: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    const path = inputText(input['path']);
    const location = await this.#guard.existing(path, 'read');
    const { offset = 1, limit } = input;
    if (input['encoding'] === 'base64') {
      const content = Buffer.from(await this.#bytes(location, path)).toString('base64');
      return { path: this.#name(location), content, lines: 0, truncated: false };
    }
    const first = Number(offset) - 1;
    const range = { first, ...(limit !== undefined && { end: first + Number(limit) }), most: LARGEST_FILE };
    const { bytes, lines } = await this.#lines(location, path, range, signal);
    const content = decodeText(bytes);
    if (content === undefined)
      throw new WorkspaceError(`${quotedPath(path)} is not UTF-8 text. Use encoding: "base64".`);
    return {
      path: this.#name(location),
      content,
      lines,
      truncated: range.end !== undefined && range.end < lines,
    };
  }

  async listFiles(input: JsonObject): Promise<JsonObject> {
    const { path = '' } = input;
    if (path === '' && this.#files.folders().length > 1) {
      return { path: '.', entries: this.#files.folders().map((name) => ({ name, kind: 'folder' })) };
    }
    const location = await this.#guard.existing(inputText(path), 'read');
    if ((await this.#files.stat(location)).kind !== 'folder')
      throw new WorkspaceError(`${quotedPath(inputText(path))} is not a folder. Use readFile.`);
    const slice = new TimeSlice();
    const entries: JsonObject[] = [];
    for (const { name, kind } of await this.#files.list(location)) {
      if (slice.isOver) await slice.yieldIfOver();
      if (kind === 'folder' || this.#guard.allows(inside(location, name), 'read'))
        entries.push({ name, kind });
    }
    return { path: this.#name(location), entries };
  }

  writeFile(input: JsonObject): Promise<JsonObject> {
    return this.#inTurn(async () => {
      const path = inputText(input['path']);
      const { location, exists } = await this.#guard.find(path, 'write');
      if (exists) await this.#requireFile(location, path);
      if (exists && input['overwrite'] !== true) {
        throw new WorkspaceError(`${quotedPath(path)} exists. Use editFile, or overwrite: true.`);
      }
      const bytes = await this.#write(location, inputText(input['content']), exists ? 'replace' : 'create');
      return { path: this.#name(location), bytes, created: !exists };
    });
  }

  editFile(input: JsonObject): Promise<JsonObject> {
    return this.#inTurn(async () => {
      const path = inputText(input['path']);
      const location = await this.#guard.existing(path, 'write');
      if (!this.#guard.allows(location, 'read'))
        throw new WorkspaceError(`${quotedPath(path)} may not be read, so not edited. Use writeFile.`);
      const text = decodeText(await this.#bytes(location, path));
      if (text === undefined)
        throw new WorkspaceError(`${quotedPath(path)} is not UTF-8 text; not editable.`);
      const edits = Array.isArray(input['edits']) ? input['edits'].filter(isJsonObject) : [];
      await this.#write(location, await applyEdits(text, edits, path), 'replace');
      return { path: this.#name(location), edits: edits.length };
    });
  }

  /** Reads lines of a file of any size, if the file system can stream it. */
  async #lines(
    location: FileLocation,
    path: string,
    range: LineRange,
    signal: AbortSignal,
  ): Promise<LinesRead> {
    await this.#requireFile(location, path);
    const chunks = this.#files.stream(location) ?? [await this.#bytes(location, path)];
    const reading = await readLineRange(chunks, range, signal);
    if (reading) return reading;
    throw new WorkspaceError(`The lines of ${quotedPath(path)} exceed ${LARGEST_FILE} bytes. Reduce limit.`);
  }

  async #bytes(location: FileLocation, path: string): Promise<Uint8Array> {
    const size = await this.#requireFile(location, path);
    if (size > LARGEST_FILE)
      throw new WorkspaceError(`${quotedPath(path)} has ${size} bytes; the limit is ${LARGEST_FILE}.`);
    return this.#files.read(location);
  }

  async #requireFile(location: FileLocation, path: string): Promise<number> {
    const { kind, size } = await this.#files.stat(location);
    if (kind !== 'file') throw new WorkspaceError(`${quotedPath(path)} is not a file. Use listFiles.`);
    return size;
  }

  async #write(location: FileLocation, text: string, how: 'create' | 'replace'): Promise<number> {
    if (!text.isWellFormed())
      throw new WorkspaceError('The text would have half of a character, such as an emoji. Nothing written.');
    const bytes = Buffer.from(text, 'utf8');
    if (bytes.length > LARGEST_FILE)
      throw new WorkspaceError(`The text has ${bytes.length} bytes; the limit is ${LARGEST_FILE}.`);
    await this.#files.write(location, bytes, how);
    return bytes.length;
  }

  #inTurn(change: () => Promise<JsonObject>): Promise<JsonObject> {
    const done = this.#changes.then(change);
    this.#changes = done.catch(() => undefined);
    return done;
  }

  #name(location: FileLocation): string {
    return pathText(location, this.#files.folders());
  }
}

const MOST_LINES_NAMED = 10;
/** Maximum number of occurrences that are counted; a text that repeats itself would take too long. */
const MOST_COUNTED = 1_000;

/**
 * Applies the edits one after the other. Throws `WorkspaceError` if an old text is missing or not unique; the message
 * names the lines of the occurrences.
 */
async function applyEdits(text: string, edits: readonly JsonObject[], path: string): Promise<string> {
  let edited = text;
  for (const [index, edit] of edits.entries()) {
    const [oldText, newText] = [inputText(edit['oldText']), inputText(edit['newText'])];
    const found = await offsetsOf(oldText, edited);
    const [at] = found;
    const which = `Edit ${index + 1} of ${quotedPath(path)}: oldText ${quotedPath(oldText)}`;
    if (at === undefined) {
      const lineEnds =
        oldText.includes('\n') && edited.includes('\r\n') ? ' Lines there end with \\r\\n.' : '';
      throw new WorkspaceError(
        `${which} not found. Match it exactly, white space too.${lineEnds} Nothing written.`,
      );
    }
    if (found.length > 1) {
      throw new WorkspaceError(
        `${which} occurs ${found.length}${found.length === MOST_COUNTED ? ' or more' : ''} times, at ${await linesText(found, edited)}. Add lines around it. Nothing written.`,
      );
    }
    edited = edited.slice(0, at) + newText + edited.slice(at + oldText.length);
  }
  return edited;
}

async function offsetsOf(part: string, text: string): Promise<readonly number[]> {
  const slice = new TimeSlice();
  const next = (from: number) => indexInSlices(text, part, from, slice);
  const found: number[] = [];
  for (let at = await next(0); at >= 0 && found.length < MOST_COUNTED; at = await next(at + 1))
    found.push(at);
  return found;
}

async function linesText(offsets: readonly number[], text: string): Promise<string> {
  const slice = new TimeSlice();
  const lines: number[] = [];
  let [line, newline] = [1, text.indexOf('\n')];
  for (const at of offsets.slice(0, MOST_LINES_NAMED)) {
    for (; newline >= 0 && newline < at; newline = text.indexOf('\n', newline + 1)) {
      line += 1;
      if (slice.isOver) await slice.yieldIfOver();
    }
    lines.push(line);
  }
  return `line${lines.length > 1 ? 's' : ''} ${lines.join(', ')}${offsets.length > lines.length ? ', …' : ''}`;
}

/** A range of lines of a file that may be too large for the memory. */
export interface LineRange {
  /** Index of the first line, from 0. */
  readonly first: number;
  /** Index after the last line. Default: the end of the file. */
  readonly end?: number;
  /** Maximum size of the lines, in bytes. */
  readonly most: number;
}

interface LinesRead {
  /** The requested lines, without the line break after the last one. */
  readonly bytes: Uint8Array;
  /** Number of lines of the file. */
  readonly lines: number;
}

const [NEWLINE, CARRIAGE_RETURN] = [10, 13];

/**
 * Reads to the end of the file in order to count its lines. Undefined if the range is too long. Rejects as `chunks`
 * does, and when `signal` aborts.
 */
export async function readLineRange(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  range: LineRange,
  signal: AbortSignal,
): Promise<LinesRead | undefined> {
  const { first, end = Infinity, most } = range;
  const wanted: Uint8Array[] = [];
  let size = 0;
  let line = 0;
  for await (const chunk of chunks) {
    signal.throwIfAborted();
    let from = line >= first && line < end ? 0 : chunk.length;
    let to = chunk.length;
    for (let newline = chunk.indexOf(NEWLINE); newline >= 0; newline = chunk.indexOf(NEWLINE, newline + 1)) {
      line += 1;
      if (line === first) from = newline + 1;
      // The newline that ends the last line does not belong to the text, nor does a carriage return before it.
      if (line === end) to = newline;
    }
    if (from >= to) continue;
    wanted.push(chunk.subarray(from, to));
    size += to - from;
    if (size > most) return undefined;
  }
  const bytes = Buffer.concat(wanted);
  const isBreakCut = line >= end && bytes.at(-1) === CARRIAGE_RETURN;
  return { bytes: isBreakCut ? bytes.subarray(0, -1) : bytes, lines: line + 1 };
}
