// The type check as the engine uses it: in a thread that is started when first needed and let go when idle. Unlike the
// walls of the sandbox it fails open: without it a wrong call is refused a little later, by the schema of its tool.
import type { CachedCode } from '../../threads/cachedCode.ts';
import { WorkerClient } from '../../threads/workerClient.ts';
import type { TypeCheck, TypeChecker, TypeCheckRequest, TypeFinding } from './typeCheck.ts';

const DEFAULT_TIMEOUT_MS = 10_000;
/** Longer than a model takes for its next script: loading TypeScript again costs most of a second. */
const DEFAULT_IDLE_MS = 300_000;
const HEAP_MB = 512;

/** What the thread is given when it starts. */
export interface TypesThreadData {
  /** The folder of TypeScript's `lib.*.d.ts`. */
  readonly libFolder: string;
  /** Of the built `typeAnswers.ts`; without it the thread loads it as any other module. */
  readonly cachedCode?: CachedCode;
}

export interface ThreadedTypeCheckerOptions extends TypesThreadData {
  /** The built `thread.ts`. */
  readonly threadFile: string;
  readonly log: (line: string) => void;
  /** How long one check may take, the start of the thread included. Default 10 s. */
  readonly timeoutMs?: number;
  /** After how long without work the thread is ended. Default 5 min. */
  readonly idleMs?: number;
}

export class ThreadedTypeChecker extends WorkerClient<readonly TypeFinding[]> implements TypeChecker {
  constructor(options: ThreadedTypeCheckerOptions) {
    const { threadFile, libFolder, cachedCode, log, timeoutMs = DEFAULT_TIMEOUT_MS, idleMs = DEFAULT_IDLE_MS } = options;
    const workerData: TypesThreadData = { libFolder, ...(cachedCode && { cachedCode }) };
    super({ name: 'type checker', threadFile, workerData, log, timeoutMs, idleMs, heapMb: HEAP_MB });
  }

  async check(request: TypeCheckRequest, signal: AbortSignal): Promise<TypeCheck> {
    const reply = await this.request(request, signal);
    return reply.ok ? { checked: true, findings: reply.data } : { checked: false, reason: reply.reason };
  }
}
