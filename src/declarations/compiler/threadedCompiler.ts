// Compiles tools in a thread, one tool at a time and each with a time limit, because servers write the schemas.
import { WorkerClient } from '../../base/threads/workerClient.ts';
import type { ToolCompiler } from '../declarations.ts';
import { shapeData, type LearnedOutput, type ToolShape } from '../toolShape.ts';
import type { ToolText } from '../toolText.ts';

/** Default time limit of one tool, in milliseconds. The slowest of 291 real tools takes 20 ms. */
const DEFAULT_TIMEOUT_MS = 2_000;
/** Time limit for the start of the thread, in milliseconds. The start takes some 200 ms. */
const START_MS = 10_000;
/** Time without work after which the thread ends, in milliseconds. */
const IDLE_MS = 120_000;
const HEAP_MB = 256;
/** Number of a server's tools that exceed the time limit or end the thread, after which no other is compiled. */
const MOST_SLOW = 3;

interface ThreadedCompilerOptions {
  /** Path of the built `thread.ts`. */
  readonly threadFile: string;
  readonly log: (line: string) => void;
  /** Time limit of one tool, in milliseconds. Default 2 s. */
  readonly timeoutMs?: number;
}

export class ThreadedCompiler extends WorkerClient<ToolText> implements ToolCompiler {
  readonly #never = new AbortController().signal;
  /** By server, the number of tools that took too long or ended the thread. */
  readonly #slow = new Map<string, number>();

  constructor({ threadFile, log, timeoutMs = DEFAULT_TIMEOUT_MS }: ThreadedCompilerOptions) {
    super({
      name: 'schema compiler',
      threadFile,
      log,
      timeoutMs,
      startMs: START_MS,
      idleMs: IDLE_MS,
      heapMb: HEAP_MB,
    });
  }

  async compile(shape: ToolShape, learned?: LearnedOutput): Promise<ToolText | { readonly problem: string }> {
    const slow = this.#slow.get(shape.server) ?? 0;
    if (slow >= MOST_SLOW) return { problem: 'other schemas of its server take too long' };
    const reply = await this.request({ shape: shapeData(shape), learned }, this.#never);
    if (reply.ok) return reply.data;
    // Other failures do not count: an error of the compiler costs no time, and a thread that does not start says
    // nothing about the tool.
    if (reply.why === 'timeout' || reply.why === 'died') this.#slow.set(shape.server, slow + 1);
    return { problem: reply.why === 'timeout' ? 'it takes too long' : 'it is unreadable' };
  }
}
