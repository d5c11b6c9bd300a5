// Stores the long values of runs. Each value is a compressed file in the folder of its run, and is deleted with the
// run.
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { JsonValue } from '../../base/json.ts';
import { readFileBounded } from '../../base/files/readFileBounded.ts';
import { writeFileAtomic } from '../../base/files/writeFileAtomic.ts';
import type { SharedRuns } from './sharedRuns.ts';
import { deepestReadable, readLongJson } from './readLongJson.ts';

/** Maximum size of a value that is read back, in bytes. */
const mostBytes = 256 * 1024 * 1024;

const [compress, decompress] = [promisify(gzip), promisify(gunzip)];

/** Returns the name of a value in events: the id of its run and a number, `k3f9a-2b71c000/3`. */
export function valueName(id: string, number: number): string {
  return `${id}/${number}`;
}

/** True if the text is the name of a value, which cannot lead out of the folder. */
export function isValueName(text: unknown): text is string {
  return typeof text === 'string' && /^[0-9a-z]{5}-[0-9a-z]{8}\/[1-9]\d{0,8}$/.test(text);
}

export class ValueFiles {
  readonly #runs: string;
  readonly #shared: SharedRuns | undefined;

  /** `runs` is the folder of the workspace's runs. Each value is also written to `shared`. */
  constructor(runs: string, shared?: SharedRuns) {
    this.#runs = runs;
    this.#shared = shared;
  }

  /** Returns the names of the values of a run. */
  async namesOf(id: string): Promise<readonly string[]> {
    const files = await readdir(join(this.#runs, id)).catch(() => []);
    return files.flatMap((file) => {
      const number = /^value-(\d+)\.json\.gz$/.exec(file)?.[1];
      return number === undefined ? [] : [valueName(id, Number(number))];
    });
  }

  /**
   * Writes a new value and returns its size on disk. The write need not be atomic, since an event names the value only
   * after the write. Rejects as the file system does.
   */
  async write(name: string, json: Buffer): Promise<number> {
    const compressed = await compress(json, { level: 1 });
    await writeFile(this.#fileOf(name), compressed, { flag: 'wx', mode: 0o600 });
    const [id, number] = partsOf(name);
    await this.#shared?.write(id, compressed, number);
    return compressed.length;
  }

  /** Replaces a value. Rejects as the file system does. */
  async rewrite(name: string, json: Buffer): Promise<void> {
    const compressed = await compress(json, { level: 1 });
    await writeFileAtomic(this.#fileOf(name), compressed);
    const [id, number] = partsOf(name);
    await this.#shared?.replace(id, compressed, number);
  }

  /** Writes a compressed value that another machine wrote, only into the folder. Rejects as the file system does. */
  async copy(name: string, compressed: Buffer): Promise<void> {
    await writeFileAtomic(this.#fileOf(name), compressed);
  }

  /** Undefined if the file does not exist or is damaged. */
  async read(name: string): Promise<{ readonly value: JsonValue } | undefined> {
    const json = await this.readJson(name);
    return json && readLongJson(json, deepestReadable);
  }

  /** Returns the JSON of the value as it was written; undefined if the file does not exist or is damaged. */
  async readJson(name: string): Promise<Buffer | undefined> {
    try {
      return await decompress(await readFileBounded(this.#fileOf(name), mostBytes), {
        maxOutputLength: mostBytes,
      });
    } catch {
      return undefined;
    }
  }

  #fileOf(name: string): string {
    const [id, number] = partsOf(name);
    return join(this.#runs, id, `value-${number}.json.gz`);
  }
}

function partsOf(name: string): [id: string, number: number] {
  const [id = '', number = ''] = name.split('/');
  return [id, Number(number)];
}
