// Matches a regular expression with the lines of files, in a thread of one search: some patterns take minutes, and only ending their
// thread interrupts them.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { LineMatch, TextMatcher } from './textMatcher.ts';
import { quoted } from './parsePath.ts';
import { WorkspaceError } from './workspaceFiles.ts';

export interface SearchThreadData {
  readonly source: string;
  readonly flags: string;
}

export interface SearchThreadRequest {
  readonly text: string;
  readonly most: number;
}

const LONGEST_FILE_MS = 2_000;
const THREAD_HEAP_MB = 64;

export class RegExpMatcher implements TextMatcher {
  readonly #worker: Worker;
  readonly #signal: AbortSignal;
  readonly #ready: Promise<unknown>;

  /** Throws `WorkspaceError` if `source` is not a regular expression. `signal` ends the search. */
  constructor(threadFile: string, source: string, ignoreCase: boolean, signal: AbortSignal) {
    const workerData: SearchThreadData = { source, flags: flagsFor(source) + (ignoreCase ? 'i' : '') };
    const resourceLimits = { maxOldGenerationSizeMb: THREAD_HEAP_MB };
    this.#worker = new Worker(threadFile, { name: 'code-mode search', execArgv: [], env: {}, workerData, resourceLimits });
    this.#signal = signal;
    this.#ready = once(this.#worker, 'message', { signal });
    // `once` reports it to the search that waits.
    this.#worker.on('error', () => undefined);
    this.#ready.catch(() => undefined);
  }

  async find(text: string, most: number, path: string): Promise<readonly LineMatch[]> {
    await this.#ready;
    const late = AbortSignal.timeout(LONGEST_FILE_MS);
    const answered = once(this.#worker, 'message', { signal: AbortSignal.any([this.#signal, late]) });
    const request: SearchThreadRequest = { text, most };
    this.#worker.postMessage(request);
    try {
      const [matches] = (await answered) as [readonly LineMatch[]]; // our own thread, which answers with nothing else
      return matches;
    } catch (error) {
      if (this.#signal.aborted) throw error;
      const what = late.aborted ? `takes longer than ${LONGEST_FILE_MS / 1_000} s` : 'takes too much memory';
      throw new WorkspaceError(
        `The regular expression ${what} on ${quoted(path)}. Avoid repeats within repeats, like (a+)+, or search plain text.`,
      );
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker.terminate();
  }
}

/** With Unicode where the pattern admits it: `\p{L}` needs it, `\-` outside of brackets does not go with it. */
function flagsFor(source: string): '' | 'u' {
  if (isRegExp(source, 'u') === true) return 'u';
  const problem = isRegExp(source, '');
  if (problem === true) return '';
  throw new WorkspaceError(`${problem}. Correct it, or leave out regex: true.`);
}

/** True, or the problem. */
function isRegExp(source: string, flags: string): true | string {
  try {
    new RegExp(source, flags);
    return true;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
