// The tools over one file or folder: read, write, edit, list. The engine has validated their inputs.
import { type JsonObject, isJsonObject } from '../catalog/json.ts';
import { inputText } from './inputText.ts';
import type { PathGuard } from './pathGuard.ts';
import { pathText, quoted } from './parsePath.ts';
import { readLineRange, type LineRange, type LineRangeResult } from './readLineRange.ts';
import { WorkspaceError, type FileLocation, type WorkspaceFiles } from './workspaceFiles.ts';
import { decodeText } from './decodeText.ts';

/** In bytes, of one read or write. */
const LARGEST_FILE = 10 * 1024 * 1024;

export class FileTools {
  readonly #files: WorkspaceFiles;
  readonly #guard: PathGuard;
  /** Changes follow one another, so that two edits of one file both count. */
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
    if (content === undefined) throw new WorkspaceError(`${quoted(path)} is not UTF-8 text. Read it with encoding: "base64".`);
    return { path: this.#name(location), content, lines, truncated: range.end !== undefined && range.end < lines };
  }

  async listFiles(input: JsonObject): Promise<JsonObject> {
    const { path = '' } = input;
    if (path === '' && this.#files.folders().length > 1) {
      return { path: '.', entries: this.#files.folders().map((name) => ({ name, kind: 'folder' })) };
    }
    const location = await this.#guard.existing(inputText(path), 'read');
    if ((await this.#files.stat(location)).kind !== 'folder')
      throw new WorkspaceError(`${quoted(inputText(path))} is not a folder. Read it with readFile.`);
    const entries = await this.#files.list(location);
    return {
      path: this.#name(location),
      entries: entries
        .filter(({ name, kind }) => kind === 'folder' || this.#guard.allows(inside(location, name), 'read'))
        .map(({ name, kind }) => ({ name, kind })),
    };
  }

  writeFile(input: JsonObject): Promise<JsonObject> {
    return this.#inTurn(async () => {
      const path = inputText(input['path']);
      const { location, exists } = await this.#guard.find(path, 'write');
      if (exists) await this.#requireFile(location, path);
      if (exists && input['overwrite'] !== true) {
        throw new WorkspaceError(`${quoted(path)} exists. Change it with editFile, or replace it with overwrite: true.`);
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
        throw new WorkspaceError(`${quoted(path)} may not be read, so it cannot be edited. Use writeFile.`);
      const text = decodeText(await this.#bytes(location, path));
      if (text === undefined) throw new WorkspaceError(`${quoted(path)} is not UTF-8 text and cannot be edited.`);
      const edits = Array.isArray(input['edits']) ? input['edits'].filter(isJsonObject) : [];
      const pairs = edits.map(({ oldText, newText }) => ({ oldText: inputText(oldText), newText: inputText(newText) }));
      await this.#write(location, applyEdits(text, pairs, path), 'replace');
      return { path: this.#name(location), edits: pairs.length };
    });
  }

  /** Of a file of any size, where the file system gives it piece by piece. */
  async #lines(
    location: FileLocation,
    path: string,
    range: LineRange,
    signal: AbortSignal,
  ): Promise<Extract<LineRangeResult, { ok: true }>> {
    const isWhole = (await this.#requireFile(location, path)) <= LARGEST_FILE;
    const chunks = isWhole ? undefined : this.#files.stream(location);
    const reading = await readLineRange(chunks ?? [await this.#bytes(location, path)], range, signal);
    if (reading.ok) return reading;
    throw new WorkspaceError(`The lines of ${quoted(path)} have more than ${LARGEST_FILE} bytes. Ask for fewer with offset and limit.`);
  }

  async #bytes(location: FileLocation, path: string): Promise<Uint8Array> {
    const size = await this.#requireFile(location, path);
    if (size > LARGEST_FILE) throw new WorkspaceError(`${quoted(path)} has ${size} bytes; at most ${LARGEST_FILE} can be read.`);
    return this.#files.read(location);
  }

  async #requireFile(location: FileLocation, path: string): Promise<number> {
    const { kind, size } = await this.#files.stat(location);
    if (kind !== 'file') throw new WorkspaceError(`${quoted(path)} is not a file. List it with listFiles.`);
    return size;
  }

  async #write(location: FileLocation, text: string, how: 'create' | 'replace'): Promise<number> {
    const bytes = Buffer.from(text, 'utf8');
    if (bytes.length > LARGEST_FILE)
      throw new WorkspaceError(`The text has ${bytes.length} bytes; at most ${LARGEST_FILE} can be written.`);
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

function inside({ folder, path }: FileLocation, name: string): FileLocation {
  return { folder, path: path === '' ? name : `${path}/${name}` };
}

interface TextEdit {
  readonly oldText: string;
  readonly newText: string;
}

const MOST_LINES_NAMED = 10;
/** Counting stops here: a text that repeats itself would take too long. */
const MOST_COUNTED = 1_000;

/** Applies the edits one after the other. Throws `WorkspaceError`, which names the lines of an old text that is there more than once. */
function applyEdits(text: string, edits: readonly TextEdit[], path: string): string {
  return edits.reduce((before, { oldText, newText }, index) => {
    const found = offsetsOf(oldText, before);
    const [at] = found;
    const which = `Edit ${index + 1} of ${quoted(path)}: oldText ${quoted(oldText)}`;
    if (at === undefined) throw new WorkspaceError(`${which} not found. It must match exactly, also in white space. Nothing was written.`);
    if (found.length > 1) {
      throw new WorkspaceError(
        `${which} occurs ${found.length}${found.length === MOST_COUNTED ? ' or more' : ''} times, at ${linesText(found, before)}. Add surrounding lines to make it unique. Nothing was written.`,
      );
    }
    return before.slice(0, at) + newText + before.slice(at + oldText.length);
  }, text);
}

function offsetsOf(part: string, text: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(part); at >= 0 && found.length < MOST_COUNTED; at = text.indexOf(part, at + 1)) found.push(at);
  return found;
}

function linesText(offsets: readonly number[], text: string): string {
  const lines = offsets.slice(0, MOST_LINES_NAMED).map((at) => text.slice(0, at).split('\n').length);
  return `line${lines.length > 1 ? 's' : ''} ${lines.join(', ')}${offsets.length > lines.length ? ', …' : ''}`;
}
