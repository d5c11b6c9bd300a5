// The request to execute a script, and its first check, since values from a model or a person may have any shape.
import { grouped } from '../base/text/counted.ts';
import { isOrdinal } from '../base/guards.ts';
import { isJsonObject, jsonType } from '../base/json.ts';
import type { Sandbox, SandboxLimits } from '../sandbox/index.ts';
import type { Approver } from './consent/approval.ts';
import type { CallerOfScript } from './callerOfScript.ts';
import type { PastRun } from './pastRun.ts';
import type { RunOrigin, RunStage, RunStart } from './runJournal.ts';
import type { RunObserver } from './runObserver.ts';
import type { RunError } from './runOutcome.ts';
import { commentTitle, modelTitle } from './runTitle.ts';

const MOST_TIMEOUT_MS = 600_000;

/** Settings of a run that a user debugs in an editor. Input of a model can never request this. */
export interface ScriptDebugging {
  /** The sandbox whose processes wait for a debugger. */
  readonly sandbox: Sandbox;
  /** URL of the file with the code, in which the user sets breakpoints. */
  readonly url: string;
  /** Describes how such a run differs from others, for its outcome and record. */
  readonly note: string;
}

export interface ExecuteRequest {
  /** The code as received; the engine checks it. */
  readonly code: unknown;
  /** Tells people what the script is for. A model wrote it, so it may be any text. */
  readonly title?: unknown;
  readonly args?: unknown;
  /** Wall-clock limit of the script in milliseconds, 1 to 600,000; by default that of the setting. */
  readonly timeoutMs?: unknown;
  /** True if calls that can write are listed and not sent. */
  readonly dryRun?: unknown;
  readonly origin: RunOrigin;
  /** The stages that led to this request, for the record. */
  readonly stages?: readonly RunStage[];
  /** Id of the chat or scratch file whose store and kept results this run sees. */
  readonly session: string;
  readonly approver: Approver;
  /** True if tools that may write need approval despite `allow` rules: the client was told that scripts only read. */
  readonly asksFirst?: boolean;
  /** The earlier run that this run resumes. */
  readonly past?: PastRun;
  readonly debugging?: ScriptDebugging;
  /** The caller of a saved script; absent for other scripts. */
  readonly caller?: CallerOfScript;
  /** Passed to the tool sources with every call; only a source of the same front door knows its type. */
  readonly invocationToken?: unknown;
  readonly observer?: RunObserver;
  readonly signal: AbortSignal;
}

/** Returns the input of a model without null fields, which some models send in place of fields that they leave out. */
export function withoutNulls<Input extends object>(input: Input): Partial<Input> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null)) as Partial<Input>;
}

/** Returns the reason why a request cannot be run; undefined if it can. */
export function invalidRequest(
  request: Pick<ExecuteRequest, 'code' | 'title' | 'args' | 'timeoutMs' | 'dryRun'>,
  { codeBytes }: Pick<SandboxLimits, 'codeBytes'>,
): RunError | undefined {
  const { code, title, args, timeoutMs, dryRun } = request;
  if (typeof code !== 'string') {
    return invalid(
      `\`code\` must be a TypeScript string, not ${jsonType(code)}.`,
      'Example: { "code": "return 1 + 1" }',
    );
  }
  const bytes = Buffer.byteLength(code);
  if (bytes > codeBytes) {
    const [size, most] = [bytes, codeBytes].map(grouped);
    return {
      code: 'code_too_large',
      message: `The code has ${size} bytes; the limit is ${most} (codeMode.limits.codeBytes).`,
      hint: 'Pass large data as `codemode.args`, or read it with a tool.',
    };
  }
  if (title !== undefined && typeof title !== 'string') {
    return invalid(
      `\`title\` must be a string, not ${jsonType(title)}.`,
      'Example: { "title": "Count open issues" }',
    );
  }
  if (args !== undefined && jsonType(args) !== 'object') {
    return invalid(`\`args\` must be an object, not ${jsonType(args)}.`, 'Scripts read it as codemode.args.');
  }
  if (timeoutMs !== undefined && !(isOrdinal(timeoutMs) && timeoutMs <= MOST_TIMEOUT_MS)) {
    return invalid(
      `\`timeoutMs\` must be an integer from 1 to ${MOST_TIMEOUT_MS}.`,
      'Omit it for the default.',
    );
  }
  if (dryRun !== undefined && typeof dryRun !== 'boolean') {
    return invalid(`\`dryRun\` must be true or false, not ${jsonType(dryRun)}.`, 'Omit it to send writes.');
  }
  return undefined;
}

/** The title before and while the script runs: the model's, that of the run which is resumed, or the first comment. */
export function shownTitle({
  title,
  past,
  code,
}: Pick<ExecuteRequest, 'title' | 'past' | 'code'>): string | undefined {
  return modelTitle(title) ?? past?.title ?? (typeof code === 'string' ? commentTitle(code) : undefined);
}

/** For the record; of what cannot be run as much as is needed to see why. */
export function runStart(
  { origin, session, code, title, args, dryRun, debugging, past, stages, caller }: ExecuteRequest,
  { codeBytes }: Pick<SandboxLimits, 'codeBytes'>,
): RunStart {
  const given = modelTitle(title) === undefined ? past?.title : String(title);
  return {
    origin,
    session,
    ...(given !== undefined && { title: given }),
    code: typeof code === 'string' ? code.slice(0, codeBytes) : '',
    args: isJsonObject(args) ? args : undefined,
    dryRun: dryRun === true,
    ...(debugging && { debug: true as const }),
    ...(past && { resumes: past.id }),
    ...(caller?.parent && { parent: caller.parent }),
    ...(stages && stages.length > 0 && { stages }),
  };
}

function invalid(message: string, hint: string): RunError {
  return { code: 'invalid_request', message, hint };
}
