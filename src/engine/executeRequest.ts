// What is asked of the engine, and the first guard: what a model or a person sent may be anything.
import type { ContentBlock } from '../catalog/contentBlock.ts';
import { isJsonObject, jsonType } from '../base/json.ts';
import type { LogEntry, Sandbox, SandboxLimits } from '../sandbox/host/sandboxPort.ts';
import type { Approver } from './consent/approval.ts';
import type { CallerOfScript } from './callerOfScript.ts';
import type { PastRun } from './pastRun.ts';
import type { RunOrigin, RunStage, RunStart } from './runJournal.ts';
import type { RunError } from './runOutcome.ts';
import type { CallObserver } from './callObserver.ts';
import { commentTitle, modelTitle } from './runTitle.ts';

const MOST_TIMEOUT_MS = 600_000;

/** What a running script does, as it happens. */
export interface RunObserver extends CallObserver {
  /** A line of the script's console. */
  onLog?(entry: LogEntry): void;
  /** What the script gave to `codemode.display`. */
  onDisplay?(block: ContentBlock): void;
  /** The run is recorded, under this id: before anything else. */
  onRecorded?(id: string): void;
  /** Called with `shownTitle` of the request, before anything is prepared. */
  onTitled?(title: string): void;
}

/** How a script is debugged: by a user, in an editor. Nothing that a model sends makes one. */
export interface ScriptDebugging {
  /** Whose processes wait for a debugger. */
  readonly sandbox: Sandbox;
  /** Of the file with the code: where breakpoints are. */
  readonly url: string;
  /** How such a run differs from others, for its outcome and record. */
  readonly note: string;
}

export interface ExecuteRequest {
  /** As it came: checked by the engine. */
  readonly code: unknown;
  /** Tells people what the script is for. A model wrote it, so it may be any text. */
  readonly title?: unknown;
  readonly args?: unknown;
  /** Wall-clock limit of the script in milliseconds, 1 to 600,000; the setting's by default. */
  readonly timeoutMs?: unknown;
  /** Whether calls that can write are listed and not sent. */
  readonly dryRun?: unknown;
  readonly origin: RunOrigin;
  /** What led to it, for the record. */
  readonly stages?: readonly RunStage[];
  /** Whose store and kept results this run sees: one chat, one scratch file. */
  readonly session: string;
  readonly approver: Approver;
  /** True if no tool that may write is called unasked, whatever `allow` rules say: the client was told that scripts only read. */
  readonly asksFirst?: boolean;
  /** A run that this one goes on with. */
  readonly past?: PastRun;
  readonly debugging?: ScriptDebugging;
  /** Of a saved script: what calls it. */
  readonly caller?: CallerOfScript;
  /** Handed to the tools' sources with every call; only a source of the same front door knows what it is. */
  readonly invocationToken?: unknown;
  readonly observer?: RunObserver;
  readonly signal: AbortSignal;
}

/** Why a request cannot be run; undefined when it can. */
export function invalidRequest(
  request: Pick<ExecuteRequest, 'code' | 'title' | 'args' | 'timeoutMs' | 'dryRun'>,
  { codeBytes }: Pick<SandboxLimits, 'codeBytes'>,
): RunError | undefined {
  const { code, title, args, timeoutMs, dryRun } = request;
  if (typeof code !== 'string') {
    return invalid(`\`code\` must be a TypeScript string, not ${jsonType(code)}.`, 'Example: { "code": "return 1 + 1" }');
  }
  const bytes = Buffer.byteLength(code);
  if (bytes > codeBytes) return tooLarge(bytes, codeBytes);
  if (title !== undefined && typeof title !== 'string') {
    return invalid(`\`title\` must be a string, not ${jsonType(title)}.`, 'Example: { "title": "Count open issues" }');
  }
  if (args !== undefined && jsonType(args) !== 'object') {
    return invalid(`\`args\` must be an object, not ${jsonType(args)}.`, 'Scripts read it as codemode.args.');
  }
  if (timeoutMs !== undefined && !isTimeout(timeoutMs)) {
    return invalid(`\`timeoutMs\` must be an integer from 1 to ${MOST_TIMEOUT_MS}.`, 'Omit it for the default.');
  }
  if (dryRun !== undefined && typeof dryRun !== 'boolean') {
    return invalid(`\`dryRun\` must be true or false, not ${jsonType(dryRun)}.`, 'Omit it to send writes.');
  }
  return undefined;
}

/** The title that people see before and while the script runs: the model's, that of the run which is resumed, or the first comment. */
export function shownTitle({ title, past, code }: Pick<ExecuteRequest, 'title' | 'past' | 'code'>): string | undefined {
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

function isTimeout(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MOST_TIMEOUT_MS;
}

function invalid(message: string, hint: string): RunError {
  return { code: 'invalid_request', message, hint };
}

function tooLarge(bytes: number, limit: number): RunError {
  const [size, most] = [bytes, limit].map((count) => count.toLocaleString('en-US'));
  return {
    code: 'code_too_large',
    message: `The code has ${size} bytes; the limit is ${most} (codeMode.limits.codeBytes).`,
    hint: 'Pass large data as `codemode.args`, or read it with a tool.',
  };
}
