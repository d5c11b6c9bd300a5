// Matches a regular expression with the lines of files, in a thread for one search: some patterns take minutes, and
// only ending their thread interrupts them.
import { WorkerClient } from '../base/threads/workerClient.ts';
import { quotedPath } from './parsePath.ts';
import type { LineMatch, TextMatcher } from './textMatcher.ts';
import { WorkspaceError } from './workspaceFiles.ts';
import { errorMessage } from '../base/errorMessage.ts';

export interface SearchThreadData {
  readonly source: string;
  readonly flags: string;
}

export interface SearchThreadRequest {
  readonly text: string;
  readonly most: number;
}

const LONGEST_FILE_MS = 2_000;
const LONGEST_START_MS = 10_000;
const IDLE_MS = 60_000;
const THREAD_HEAP_MB = 64;

export class RegExpMatcher implements TextMatcher {
  readonly #thread: WorkerClient<readonly LineMatch[]>;
  readonly #signal: AbortSignal;

  /** Throws `WorkspaceError` if `source` is not a regular expression. `signal` ends the search. */
  constructor(threadFile: string, source: string, ignoreCase: boolean, signal: AbortSignal) {
    const workerData: SearchThreadData = { source, flags: flagsFor(source) + (ignoreCase ? 'i' : '') };
    this.#thread = new WorkerClient({
      name: 'search',
      threadFile,
      workerData,
      log: () => undefined, // the waiting search reports failures
      startMs: LONGEST_START_MS,
      timeoutMs: LONGEST_FILE_MS,
      idleMs: IDLE_MS,
      heapMb: THREAD_HEAP_MB,
    });
    this.#signal = signal;
  }

  async find(text: string, most: number, path: string): Promise<readonly LineMatch[]> {
    const request: SearchThreadRequest = { text, most };
    const reply = await this.#thread.request(request, this.#signal);
    if (reply.ok) return reply.data;
    if (reply.why === 'not_started')
      throw new WorkspaceError(`The search cannot run: ${reply.reason}. Search plain text.`);
    const what =
      reply.why === 'timeout' ? `takes over ${LONGEST_FILE_MS / 1_000} s` : 'takes too much memory';
    throw new WorkspaceError(
      `The regular expression ${what} on ${quotedPath(path)}. Avoid nested repeats like (a+)+, or search plain text.`,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#thread.dispose();
  }
}

/**
 * Returns the flag `u` if the pattern is valid with it: `\p{L}` needs the flag, and `\-` outside of brackets is invalid
 * with it.
 */
function flagsFor(source: string): '' | 'u' {
  try {
    new RegExp(source, 'u');
    return 'u';
  } catch {
    // The pattern may be valid without the flag.
  }
  try {
    new RegExp(source);
    return '';
  } catch (error) {
    throw new WorkspaceError(`${errorMessage(error)}. Correct it, or omit regex: true.`);
  }
}
