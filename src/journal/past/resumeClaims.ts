// Ensures that only one resumption of a run takes place at a time, in any process: two resumptions would make the same
// writes. A claim is a file in the folder of the run.
import { readdir, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject, isNumber, isString } from '../../base/guards.ts';
import { parseJson } from '../../base/json.ts';
import { readFileBounded } from '../../base/files/readFileBounded.ts';
import { isMissing } from '../../base/files/writeFileAtomic.ts';
import type { Claim } from './resumeRun.ts';
import type { SharedRuns } from '../record/sharedRuns.ts';
import { isRunning, thisProcess } from '../record/runLiveness.ts';
import { errorCode, errorMessage } from '../../base/errorMessage.ts';

/** Maximum time that a process takes to write a claim, in milliseconds. */
const writingMs = 10_000;

const isClaimant = isObject({ pid: isNumber, host: isString, startedAt: isNumber }, { born: isString });

export class ResumeClaims {
  readonly #runs: string;
  readonly #shared: SharedRuns | undefined;
  readonly #held = new Set<string>();

  /** `runs` is the folder of the workspace's runs. A claim is valid on all machines that use `shared`. */
  constructor(runs: string, shared?: SharedRuns) {
    this.#runs = runs;
    this.#shared = shared;
  }

  /**
   * Claims a run; the caller disposes of the claim when the resumption has ended. The claim of a process that has died
   * does not count. `id` must be the id of an existing record.
   */
  async claim(id: string): Promise<Claim> {
    const here = await this.#claimHere(id);
    if (!this.#shared || 'problem' in here) return here;
    const everywhere = await this.#shared
      .claim(id)
      .catch((error: unknown): Claim => ({ problem: notClaimed(id, error) }));
    if ('problem' in everywhere) {
      await here[Symbol.asyncDispose]();
      return everywhere;
    }
    // Node 22 has no `AsyncDisposableStack`.
    return {
      [Symbol.asyncDispose]: async () => {
        await everywhere[Symbol.asyncDispose]();
        await here[Symbol.asyncDispose]();
      },
    };
  }

  async #claimHere(id: string): Promise<Claim> {
    if (this.#held.has(id)) return taken(id);
    this.#held.add(id);
    try {
      const claim = await this.#write(id);
      if (!claim) this.#held.delete(id);
      return claim ?? taken(id);
    } catch (error) {
      this.#held.delete(id);
      return { problem: notClaimed(id, error) };
    }
  }

  /**
   * Writes a claim file; undefined if another process has the claim. A number is not reused while an earlier claim
   * exists, so only one process can create each file.
   */
  async #write(id: string): Promise<AsyncDisposable | undefined> {
    const before = await this.#others(id);
    if (before.some(({ lives }) => lives)) return undefined;
    const number = Math.max(0, ...before.map((other) => other.number)) + 1;
    const file = join(this.#runs, id, `claim-${number}`);
    try {
      await writeFile(file, JSON.stringify(thisProcess(Date.now())), { flag: 'wx', mode: 0o600 });
    } catch (error) {
      if (errorCode(error) === 'EEXIST') return undefined;
      throw error;
    }
    // Another process may have written a claim while this process was suspended.
    const others = (await this.#others(id)).filter((other) => other.file !== file);
    if (others.some(({ lives }) => lives)) {
      await this.#remove(file);
      return undefined;
    }
    for (const other of others) await this.#remove(other.file);
    return {
      [Symbol.asyncDispose]: async () => {
        this.#held.delete(id);
        await this.#remove(file);
      },
    };
  }

  async #others(id: string) {
    const found: { readonly file: string; readonly number: number; readonly lives: boolean }[] = [];
    const folder = join(this.#runs, id);
    for (const name of await readdir(folder)) {
      // At most 15 digits, so that each number is a safe integer.
      const number = /^claim-(\d{1,15})$/.exec(name)?.[1];
      const file = join(folder, name);
      if (number !== undefined) found.push({ file, number: Number(number), lives: await this.#lives(file) });
    }
    return found;
  }

  async #lives(file: string): Promise<boolean> {
    try {
      const claimant = parseJson((await readFileBounded(file, 1_000)).toString());
      // A claim without content is being written, or its process died while writing.
      return isClaimant(claimant)
        ? isRunning(claimant, false, claimant.startedAt)
        : Date.now() - (await stat(file)).mtimeMs < writingMs;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }

  async #remove(file: string): Promise<void> {
    await unlink(file).catch(() => undefined);
  }
}

function notClaimed(id: string, error: unknown): string {
  return `Run ${id} is not resumed, since its record cannot be claimed (${errorMessage(error)}).`;
}

function taken(id: string): Claim {
  return { problem: `Run ${id} is being resumed already.` };
}
