// Keeps the results of scripts that were too large to show in full, so that a later script of the same session can read
// parts of them: `codemode.results.r7`. The memory is bounded, and the oldest results are dropped first. Results with a
// file are read again when a script names them.
import { isIndex, isMatchOf, isNumberUpTo, isObject } from '../../base/guards.ts';
import { isJsonArray, isJsonObject, type JsonValue } from '../../base/json.ts';
import type { SessionFiles } from './sessionFiles.ts';
import { savedOrigins, type ValueOrigin, type ValueWithOrigins } from './valueOrigins.ts';
import { stringifyExact } from '../../base/exactJson.ts';

interface Kept {
  readonly handle: string;
  readonly size: number;
  /** Undefined while the value is only on disk. */
  value?: JsonValue;
  /** Defined if `value` is defined. */
  origins?: readonly ValueOrigin[];
}

/** The kept results of a session at the start of a run. */
export interface KeptResults {
  /** Handles of all usable results, oldest first. */
  readonly handles: readonly string[];
  /** The requested results by handle. */
  readonly values: ReadonlyMap<string, ValueWithOrigins>;
}

/** The kept results of all sessions, of one or of several processes. A shared store rejects with `SharedStateError`. */
export interface ResultStore {
  /** `handles` are the handles that the script names. */
  load(session: string, handles: readonly string[]): Promise<KeptResults>;
  /**
   * Keeps a value and returns its handle: `r1`, `r2`, …, never used twice. `size` is the number of characters of its
   * JSON. `origins` are the tools whose results the value may contain.
   */
  keep(
    session: string,
    value: JsonValue,
    size: number,
    origins?: readonly ValueOrigin[],
  ): string | Promise<string>;
  /** Called when the session is over. */
  forget(session: string): void;
}

const part = 'results';
const format = 1;
/** Maximum number of JSON characters of all sessions in memory. */
const mostCharacters = 32_000_000;
/** Maximum number of results of one session on disk; the oldest are removed. */
export const mostHandles = 50;
/** A result in the list of a session's file. */
const isSaved = isObject({ handle: isMatchOf(/^r[1-9]\d{0,8}$/), size: isNumberUpTo(1e9) });

export class LocalResultStore implements ResultStore {
  readonly #sessions = new Map<string, Kept[]>();
  /** Reading of each session's list of files. */
  readonly #loaded = new Map<string, Promise<void>>();
  readonly #files: SessionFiles | undefined;
  #characters = 0;
  #lastNumber = 0;

  constructor(files?: SessionFiles) {
    this.#files = files;
  }

  /** Reads those of `handles` from disk that an earlier process left or that memory dropped. Never rejects. */
  async load(session: string, handles: readonly string[]): Promise<KeptResults> {
    if (this.#files?.keeps(session)) await this.#loadFiles(this.#files, session, handles);
    const kept = this.#sessions.get(session) ?? [];
    const named = kept.filter(({ handle }) => handles.includes(handle));
    const values = named.flatMap(({ handle, value, origins = [] }) =>
      value === undefined ? [] : [[handle, { value, origins }] as const],
    );
    return { handles: kept.map(({ handle }) => handle), values: new Map(values) };
  }

  async #loadFiles(files: SessionFiles, session: string, handles: readonly string[]): Promise<void> {
    const loading = this.#loaded.get(session) ?? this.#loadList(files, session);
    this.#loaded.set(session, loading);
    await loading;
    this.#dropOldest();
    for (const kept of [...(this.#sessions.get(session) ?? [])]) {
      if (kept.value === undefined && handles.includes(kept.handle))
        await this.#loadValue(files, session, kept);
    }
  }

  keep(session: string, value: JsonValue, size: number, origins: readonly ValueOrigin[] = []): string {
    this.#lastNumber += 1;
    const handle = `r${this.#lastNumber}`;
    const kept = this.#sessions.get(session) ?? [];
    kept.push({ handle, value, size, origins });
    this.#sessions.set(session, kept);
    this.#characters += size;
    if (this.#files?.keeps(session)) {
      const saved = () =>
        `{"format":${format},"origins":${JSON.stringify(origins)},"value":${stringifyExact(value)}}`;
      this.#files.writeSoon(session, handle, saved);
      this.#saveList(this.#files, session);
    }
    this.#dropOldest();
    return handle;
  }

  forget(session: string): void {
    for (const { handle } of this.#sessions.get(session) ?? []) this.#files?.remove(session, handle);
    this.#files?.remove(session, part);
    this.#drop(session);
  }

  /** Removes the results of all sessions from memory. No handle is used again. */
  clear(): void {
    for (const session of [...this.#sessions.keys()]) this.#drop(session);
  }

  #drop(session: string): void {
    for (const { size, value } of this.#sessions.get(session) ?? [])
      if (value !== undefined) this.#characters -= size;
    this.#sessions.delete(session);
    this.#loaded.delete(session);
  }

  async #loadList(files: SessionFiles, session: string): Promise<void> {
    const { last, results } = savedList(await files.read(session, part));
    this.#lastNumber = Math.max(this.#lastNumber, last);
    const known = this.#sessions.get(session) ?? [];
    const older = results.filter(({ handle }) => !known.some((kept) => kept.handle === handle));
    if (older.length > 0) this.#sessions.set(session, [...older, ...known]);
  }

  async #loadValue(files: SessionFiles, session: string, kept: Kept): Promise<void> {
    const saved = await files.read(session, kept.handle);
    const { format: form, value, origins } = isJsonObject(saved) ? saved : {};
    if (form !== format || value === undefined) {
      const rest = (this.#sessions.get(session) ?? []).filter((other) => other !== kept);
      this.#sessions.set(session, rest);
    } else if (kept.value === undefined) {
      kept.value = value;
      kept.origins = savedOrigins(origins);
      this.#characters += kept.size;
    }
  }

  #saveList(files: SessionFiles, session: string): void {
    const kept = this.#sessions.get(session) ?? [];
    for (const { handle: oldest, size, value: dropped } of kept.splice(0, kept.length - mostHandles)) {
      if (dropped !== undefined) this.#characters -= size;
      files.remove(session, oldest);
    }
    const last = this.#lastNumber;
    const results = () => kept.map(({ handle, size }) => ({ handle, size }));
    files.writeSoon(session, part, () => JSON.stringify({ format, last, results: results() }));
  }

  /** Drops the oldest results from memory. Results with a file keep their handle. */
  #dropOldest(): void {
    while (this.#characters > mostCharacters) {
      const [session, oldest] = this.#oldest();
      if (!oldest) return;
      this.#characters -= oldest.size;
      delete oldest.value;
      if (this.#files?.keeps(session)) continue;
      const rest = (this.#sessions.get(session) ?? []).filter((kept) => kept !== oldest);
      if (rest.length > 0) this.#sessions.set(session, rest);
      else this.#sessions.delete(session);
    }
  }

  #oldest(): [session: string, kept: Kept | undefined] {
    let found: [string, Kept | undefined] = ['', undefined];
    for (const [session, all] of this.#sessions) {
      const first = all.find(({ value }) => value !== undefined);
      if (first && (!found[1] || number(first) < number(found[1]))) found = [session, first];
    }
    return found;
  }
}

function number({ handle }: Pick<Kept, 'handle'>): number {
  return Number(handle.slice(1));
}

/** Returns an empty list if the file has another format. */
function savedList(saved: unknown): { readonly last: number; readonly results: readonly Kept[] } {
  const { format: form, last, results } = isJsonObject(saved) ? saved : {};
  if (form !== format || !isIndex(last) || !isJsonArray(results)) return { last: 0, results: [] };
  const kept = results.slice(-mostHandles).filter(isSaved);
  const known = kept.filter((result) => number(result) <= last);
  return { last, results: known.map(({ handle, size }) => ({ handle, size })) };
}
