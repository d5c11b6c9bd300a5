// How values get into a record: short ones in their line, long ones once each in a file of their own, by the hash of their JSON. A long one is
// read in slices, since the host's thread is shared.
import { createHash } from 'node:crypto';
import { rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { JsonValue } from '../base/json.ts';
import { TimeSlice } from '../base/timeSlice.ts';
import { makePrivateFolder } from '../storage/privateFolder.ts';
import { readFileBounded } from '../storage/readFileBounded.ts';
import { isMissing, writeFileAtomic } from '../storage/writeFileAtomic.ts';
import { isShort, LongJson, longestInLine } from './longJson.ts';
import { deepestReadable } from './readableValue.ts';
import { readLongJson } from './readLongJson.ts';
import type { RecordLine } from './recordFile.ts';
import type { OpenPaths } from './redaction/pathMatch.ts';
import type { Redactor } from './redaction/redactor.ts';
import { stringifyExact } from '../base/exactJson.ts';

/** Of a value that is read back. */
const mostBytes = 256 * 1024 * 1024;
const hashedAtOnce = 1024 * 1024;
/** Another process deletes what no run names and was not looked for in 15 seconds. */
const knownMs = 5_000;

const [compress, decompress] = [promisify(gzip), promisify(gunzip)];

/** Whether it names a file of values. */
export function isValueHash(text: unknown): text is string {
  return typeof text === 'string' && /^[0-9a-f]{64}$/.test(text);
}

/** The files of long values, in a folder. */
export class ValueFiles {
  readonly folder: string;
  /** When this process wrote or found them, as `performance.now()` has it: they are not looked for again for a while. */
  readonly #known = new Map<string, number>();

  constructor(folder: string) {
    this.folder = folder;
  }

  /** By the hash of `json`, which it gives. Rejects as the file system does. */
  async write(json: Buffer): Promise<string> {
    const hash = await hashOf(json);
    const now = performance.now();
    if (now - (this.#known.get(hash) ?? -Infinity) < knownMs) return hash;
    const file = this.fileOf(hash);
    if (!(await isThere(file))) {
      await makePrivateFolder(this.folder);
      await writeFileAtomic(file, await compress(json, { level: 1 }));
    }
    this.#known.set(hash, now);
    return hash;
  }

  /** Undefined where there is none, or it is no longer what was written. */
  async read(hash: string): Promise<{ readonly value: JsonValue } | undefined> {
    const json = await this.readJson(hash);
    return json && readLongJson(json, deepestReadable);
  }

  /** The same as it was written. */
  async readJson(hash: string): Promise<Buffer | undefined> {
    try {
      const json = await decompress(await readFileBounded(this.fileOf(hash), mostBytes), { maxOutputLength: mostBytes });
      return (await hashOf(json)) === hash ? json : undefined;
    } catch {
      return undefined;
    }
  }

  async remove(hash: string): Promise<void> {
    this.#known.delete(hash);
    await rm(this.fileOf(hash), { force: true });
  }

  fileOf(hash: string): string {
    return join(this.folder, `${hash}.json.gz`);
  }
}

/** Of one run. */
export class RecordedValues {
  readonly #files: ValueFiles;
  readonly #redactor: Redactor;
  /** `metadata`: sizes alone. */
  readonly #mode: 'metadata' | 'full';
  readonly #named = new Set<string>();

  constructor(files: ValueFiles, redactor: Redactor, mode: 'metadata' | 'full') {
    this.#files = files;
    this.#redactor = redactor;
    this.#mode = mode;
  }

  /** The hashes of those that have files of their own. */
  get files(): ReadonlySet<string> {
    return this.#named;
  }

  /** A `RecordedValue` as JSON, at once where the value is short; `tool`: whose it is, as the script names it (`server.tool`). */
  json(value: JsonValue, tool?: string): RecordLine {
    const paths = this.#redactor.pathsOf(tool);
    return isShort(value) ? this.#inLine(value, paths) : () => this.#inFile(value, paths);
  }

  /** The same of the script's code. */
  code(code: string): RecordLine {
    const shown = this.#redactor.code(code);
    const mark = shown === code ? '' : ',"redacted":true';
    const text = stringifyExact(shown);
    if (this.#mode === 'metadata') return sizeOnly(Buffer.byteLength(text));
    if (text.length <= longestInLine) return `{"v":${text}${mark}}`;
    return () => this.#fileOf(Buffer.from(text), mark);
  }

  #inLine(value: JsonValue, paths: OpenPaths): string {
    const { text, redacted } = this.#redactor.json(value, paths);
    if (this.#mode === 'metadata') return sizeOnly(Buffer.byteLength(text));
    return redacted ? `{"v":${text},"redacted":true}` : `{"v":${text}}`;
  }

  async #inFile(value: JsonValue, paths: OpenPaths): Promise<string> {
    const { json, redacted } = await new LongJson(this.#redactor).of(value, paths);
    if (this.#mode === 'metadata') return sizeOnly(json.length);
    return this.#fileOf(json, redacted ? ',"redacted":true' : '');
  }

  async #fileOf(json: Buffer, mark: string): Promise<string> {
    const hash = await this.#files.write(json);
    this.#named.add(hash);
    return `{"file":"${hash}","bytes":${json.length}${mark}}`;
  }
}

/** SHA-256, in slices. */
export async function hashOf(json: Buffer): Promise<string> {
  const slice = new TimeSlice();
  const hash = createHash('sha256');
  for (let at = 0; at < json.length; at += hashedAtOnce) {
    hash.update(json.subarray(at, at + hashedAtOnce));
    if (slice.isOver) await slice.yieldIfOver();
  }
  return hash.digest('hex');
}

function sizeOnly(bytes: number): string {
  return `{"bytes":${bytes}}`;
}

/** It is kept longer, since a record is about to name it. */
async function isThere(file: string): Promise<boolean> {
  try {
    const now = new Date();
    await utimes(file, now, now);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
