// The checker as the engine uses it: what reads scripts and checks their types works in one thread, and whatever becomes of that thread, the
// script gets an answer. Unlike the walls of the sandbox the type check fails open: without it a wrong call is refused a little later, by the
// schema of its tool.
import type { CachedCode } from '../base/threads/cachedCode.ts';
import { WorkerClient } from '../base/threads/workerClient.ts';
import type { Checker, Preparation } from './checkedScript.ts';
import { noDraft, type ScriptDraft, type SignatureReader, type SignatureReading } from './scriptSignature.ts';
import { toPreparation, type PreparationData } from './preparationData.ts';
import type { TypeCheck, TypeChecker, TypeCheckRequest, TypeFinding } from './types/typeCheck.ts';

const DEFAULT_TIMEOUT_MS = 10_000;
/** Longer than a model takes for its next script: loading TypeScript again costs most of a second. */
const DEFAULT_IDLE_MS = 300_000;
/** The largest script takes about 600 MB to be read. */
const HEAP_MB = 1_024;

/** What the thread is given when it starts. */
export interface CheckerThreadData {
  /** The folder of TypeScript's library, as the build writes it. */
  readonly libFolder: string;
  /** Of the built files of these names; without it the thread loads them as any other module. */
  readonly cachedCode?: Readonly<Record<'prepareScript' | 'typeAnswers', CachedCode>>;
}

/** To the thread: a script to prepare, to check the types of, or to read the signature of, or what there is for a saved one. */
export type CheckerRequest = { readonly code: string } | TypeCheckRequest | { readonly signatureOf: string } | { readonly draftOf: string };

export interface ThreadedCheckerOptions extends CheckerThreadData {
  /** The built `thread.ts`. */
  readonly threadFile: string;
  readonly log: (line: string) => void;
  /** How long one request may take, the start of the thread included. Default 10 s. */
  readonly timeoutMs?: number;
  /** After how long without work the thread is ended. Default 5 min. */
  readonly idleMs?: number;
}

const hints = {
  timeout: 'Simplify it: fewer nested brackets, no large data in the code.',
  died: 'Try again; see the log.',
  failed: 'Rewrite it.',
  not_started: 'Try again; see the log.',
};

type CheckerReply = PreparationData | readonly TypeFinding[] | SignatureReading | ScriptDraft;

export class ThreadedChecker extends WorkerClient<CheckerReply> implements Checker, TypeChecker, SignatureReader {
  constructor(options: ThreadedCheckerOptions) {
    const { threadFile, libFolder, cachedCode, log, timeoutMs = DEFAULT_TIMEOUT_MS, idleMs = DEFAULT_IDLE_MS } = options;
    const workerData: CheckerThreadData = { libFolder, ...(cachedCode && { cachedCode }) };
    super({ name: 'checker', threadFile, workerData, log, timeoutMs, idleMs, heapMb: HEAP_MB });
  }

  async prepare(code: string, signal: AbortSignal): Promise<Preparation> {
    const request: CheckerRequest = { code };
    const reply = await this.request(request, signal);
    if (reply.ok) return toPreparation(reply.data as PreparationData); // of a request with `code`
    const { reason, why } = reply;
    return { ok: false, problems: [{ code: 'syntax_error', message: `Cannot check the script: ${reason}.`, hint: hints[why] }] };
  }

  async check(request: TypeCheckRequest, signal: AbortSignal): Promise<TypeCheck> {
    const reply = await this.request(request satisfies CheckerRequest, signal);
    if (!reply.ok) return { checked: false, reason: reply.reason };
    return { checked: true, findings: reply.data as readonly TypeFinding[] }; // of a request without `code`
  }

  async draft(code: string, signal: AbortSignal): Promise<ScriptDraft> {
    const request: CheckerRequest = { draftOf: code };
    const reply = await this.request(request, signal);
    return reply.ok ? (reply.data as ScriptDraft) : noDraft; // of a request with `draftOf`
  }

  async signature(code: string, signal: AbortSignal): Promise<SignatureReading> {
    const request: CheckerRequest = { signatureOf: code };
    const reply = await this.request(request, signal);
    if (reply.ok) return reply.data as SignatureReading; // of a request with `signatureOf`
    const problem = `its types cannot be read: ${reply.reason}. ${hints[reply.why]}`;
    return { ok: false, problem, ...(reply.why !== 'failed' && { mayPass: true }) };
  }
}
