// The type check as the engine uses it: in a thread that is started when first needed and let go when idle. Unlike the
// walls of the sandbox it fails open: without it a wrong call is refused a little later, by the schema of its tool.
import { RequestThread } from '../../threads/requestThread.ts';
import type { TypeCheck, TypeChecker, TypeCheckRequest, TypeFinding } from './typeCheck.ts';
import { isTypesAnswer, type TypesThreadData } from './typesMessages.ts';

const DEFAULT_TIMEOUT_MS = 10_000;
/** Longer than a model takes for its next script: loading TypeScript again costs most of a second. */
const DEFAULT_IDLE_MS = 300_000;
const HEAP_MB = 512;

export interface ThreadedTypeCheckerOptions extends TypesThreadData {
  /** The built `thread.ts`. */
  readonly threadFile: string;
  readonly log: (line: string) => void;
  /** How long one check may take, the start of the thread included. Default 10 s. */
  readonly timeoutMs?: number;
  /** After how long without work the thread is ended. Default 5 min. */
  readonly idleMs?: number;
}

export class ThreadedTypeChecker implements TypeChecker {
  readonly #thread: RequestThread<readonly TypeFinding[]>;

  constructor({
    threadFile,
    libFolder,
    cachedCode,
    log,
    timeoutMs = DEFAULT_TIMEOUT_MS,
    idleMs = DEFAULT_IDLE_MS,
  }: ThreadedTypeCheckerOptions) {
    const isAnswer = isTypesAnswer;
    const workerData: TypesThreadData = { libFolder, ...(cachedCode && { cachedCode }) };
    this.#thread = new RequestThread({
      name: 'type checker',
      threadFile,
      workerData,
      isAnswer,
      log,
      timeoutMs,
      idleMs,
      heapMb: HEAP_MB,
    });
  }

  warm(): void {
    this.#thread.warm();
  }

  async check(request: TypeCheckRequest, signal: AbortSignal): Promise<TypeCheck> {
    const answer = await this.#thread.ask(request, signal);
    return answer.ok ? { checked: true, findings: answer.data } : { checked: false, reason: answer.reason };
  }

  dispose(): Promise<void> {
    return this.#thread.dispose();
  }
}
