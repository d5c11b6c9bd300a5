// The checker, as the engine uses it. One thread parses scripts and checks their types; a script gets an answer even if
// that thread dies. Unlike the isolation of the sandbox, the type check fails open: without it, the schema of the tool
// refuses a wrong call a little later.
import type { CachedCode } from '../base/threads/cachedCode.ts';
import { WorkerClient } from '../base/threads/workerClient.ts';
import type { Checker, Preparation } from './checkedScript.ts';
import { noDraft, type ScriptDraft, type SignatureReader, type SignatureReading } from './scriptSignature.ts';
import { toPreparation, type PreparationData } from './preparationData.ts';
import type { TypeChecker, TypeCheckRequest, TypeFinding } from './types/typeCheck.ts';

const DEFAULT_TIMEOUT_MS = 10_000;
/**
 * Default time without work after which the thread ends, in milliseconds. The time is longer than a model takes for its
 * next script, because loading TypeScript again takes most of a second.
 */
const DEFAULT_IDLE_MS = 300_000;
/** Heap limit of the thread, in megabytes. Parsing the largest script takes about 600 MB. */
const HEAP_MB = 1_024;

/** Data with which the thread starts. */
export interface CheckerThreadData {
  /** Folder with TypeScript's library, as the build writes it. */
  readonly libFolder: string;
  /** Code caches of the built files of these names. If absent, the thread loads the files like any other module. */
  readonly cachedCode?: Readonly<Record<'prepareScript' | 'typeAnswers', CachedCode>>;
}

/** Requests to the thread: prepare a script, check its types, read its signature, or create a draft for saving it. */
export type CheckerRequest =
  | { readonly code: string }
  | TypeCheckRequest
  | { readonly signatureOf: string }
  | { readonly draftOf: string };

export interface ThreadedCheckerOptions extends CheckerThreadData {
  /** Path of the built `thread.ts`. */
  readonly threadFile: string;
  readonly log: (line: string) => void;
  /** Time limit of one request, including the start of the thread, in milliseconds. Default 10 s. */
  readonly timeoutMs?: number;
  /** Time without work after which the thread ends, in milliseconds. Default 5 min. */
  readonly idleMs?: number;
}

const hints = {
  timeout: 'Simplify it: fewer nested brackets, no large data in the code.',
  died: 'Try again; see the log.',
  failed: 'Rewrite it.',
  not_started: 'Try again; see the log.',
};

type CheckerReply = PreparationData | readonly TypeFinding[] | SignatureReading | ScriptDraft;

export class ThreadedChecker
  extends WorkerClient<CheckerReply>
  implements Checker, TypeChecker, SignatureReader
{
  constructor({ threadFile, libFolder, cachedCode, log, ...times }: ThreadedCheckerOptions) {
    const { timeoutMs = DEFAULT_TIMEOUT_MS, idleMs = DEFAULT_IDLE_MS } = times;
    const workerData: CheckerThreadData = { libFolder, ...(cachedCode && { cachedCode }) };
    super({ name: 'checker', threadFile, workerData, log, timeoutMs, idleMs, heapMb: HEAP_MB });
  }

  async prepare(code: string, signal: AbortSignal): Promise<Preparation> {
    const reply = await this.request({ code } satisfies CheckerRequest, signal);
    if (reply.ok) return toPreparation(reply.data as PreparationData); // the reply to a request with `code`
    const { reason, why } = reply;
    return {
      ok: false,
      problems: [{ code: 'syntax_error', message: `Cannot check the script: ${reason}.`, hint: hints[why] }],
    };
  }

  async check(request: TypeCheckRequest, signal: AbortSignal) {
    const reply = await this.request(request satisfies CheckerRequest, signal);
    return reply.ok ? (reply.data as readonly TypeFinding[]) : undefined; // the reply to a type check
  }

  async draft(code: string, signal: AbortSignal): Promise<ScriptDraft> {
    const reply = await this.request({ draftOf: code } satisfies CheckerRequest, signal);
    return reply.ok ? (reply.data as ScriptDraft) : noDraft; // the reply to a request with `draftOf`
  }

  async signature(code: string, signal: AbortSignal): Promise<SignatureReading> {
    const reply = await this.request({ signatureOf: code } satisfies CheckerRequest, signal);
    if (reply.ok) return reply.data as SignatureReading; // the reply to a request with `signatureOf`
    const problem = `its types cannot be read: ${reply.reason}. ${hints[reply.why]}`;
    return { ok: false, problem, ...(reply.why !== 'failed' && { mayPass: true }) };
  }
}
