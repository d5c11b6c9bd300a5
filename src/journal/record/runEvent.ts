// Declares the lines of a record. A record is a file of JSON lines in the order of the events; if it is cut off at any
// point, all lines before the cut are valid. Each kind of line is declared once, as a guard, since anybody with access
// to the folder, or the author of an exported run, may have written anything. Names of fields are short, since a run
// may have thousands of lines.
import { callStates, logLevels } from '../../base/callStates.ts';
import {
  either,
  isArrayOf,
  isBoolean,
  isMatchOf,
  isNumber,
  isNumberUpTo,
  isObject,
  isOneOf,
  isOrdinal,
  isRecordOf,
  isString,
  isTagged,
  onlyNamed,
  type Guard,
  type Guarded,
} from '../../base/guards.ts';
import type { JsonValue } from '../../base/json.ts';
import type { CallFailure } from '../../base/callFailure.ts';
import type { ContentBlock } from '../../base/contentBlock.ts';
import {
  decisionSources,
  runDoors,
  runStages,
  type RunErrorCode,
  type RunOutcome,
} from '../../engine/index.ts';
import { boundedLimits, type SandboxLimits } from '../../sandbox/index.ts';
import type { TickSpans } from './recordedTicks.ts';
import { deepestReadable, isWithinDepth } from './readLongJson.ts';
import { isRunId, readParent } from './runId.ts';
import { isValueName } from './valueFiles.ts';

export const recordFormat = 1;

/**
 * The end states of a run. Two more states are derived, not written: `running`, and `interrupted` if the process of the
 * run is gone.
 */
export const runEndStates = ['done', 'failed', 'cancelled', 'denied'] as const;
export type RunEndState = (typeof runEndStates)[number];
export type RunState = RunEndState | 'running' | 'interrupted';

export function endState({ ok, errors }: Pick<RunOutcome, 'ok' | 'errors'>): RunEndState {
  if (ok) return 'done';
  const [error] = errors;
  if (error?.code === 'cancelled') return 'cancelled';
  // An error with `toolError` comes from a single denied call in a script that ran; the run itself was not denied.
  return error?.code === 'denied' && !error.toolError ? 'denied' : 'failed';
}

/** Number of objects and lists around a value in its line. */
const aroundValues = 3;
/**
 * Latest start in milliseconds since 1970, and longest run in milliseconds, so that the end of a run is still a valid
 * date.
 */
const [latestStart, longestRun] = [8e15, 1e13] as const;

/** A moment in milliseconds since 1970 that is a valid date. */
export const isStartTime = isNumberUpTo(latestStart);
const isTrue = isOneOf([true]);
/** Codes of other versions of Code Mode are accepted and shown unchanged. */
const isCode = isMatchOf(/^[a-z_]{1,40}$/);

const isInLine = isObject({ v: (value): value is JsonValue => value !== undefined }, { redacted: isTrue });
const isInFile = isObject({ file: isValueName, bytes: isNumber }, { redacted: isTrue });
const isSizeAlone = isObject({ bytes: isNumber });

/**
 * A value of the run. It stands in the line itself, or, if it is long, in a file of its own that `valueName` names. If
 * only metadata is recorded, the value is left out and only its length in bytes is kept. `redacted`: a part of the
 * value is hidden, so it differs from the value in the run.
 */
const isRecordedValue = either(isInLine, either(isInFile, isSizeAlone));
export type RecordedValue = Guarded<typeof isRecordedValue>;

const decisionFields = [
  {
    /** `tools.<server>.<tool>`. */
    path: isString,
    writes: isBoolean,
    allowed: isBoolean,
    by: isOneOf(decisionSources),
  },
  {
    detail: isString,
    /** See `CallRecord.isUndeclared`. */
    isUndeclared: isTrue,
  },
] as const;
const decision = isObject(...decisionFields);
export type RecordedDecision = Guarded<typeof decision>;

const isStage = isObject({
  stage: isOneOf(runStages),
  text: isString,
  ms: isNumber,
  requests: isNumber,
  sent: isNumber,
  received: isNumber,
});

/** The failed call that ended the run. The answer of the call has a line of its own. */
const isToolError = isObject(
  {
    code: isCode as Guard<CallFailure['code']>,
    server: isString,
    tool: isString,
    message: isString,
    retryable: isBoolean,
    content: (value): value is readonly ContentBlock[] => Array.isArray(value) && value.length === 0,
  },
  { hint: isString },
);

const isRunError = isObject(
  { code: isCode as Guard<RunErrorCode>, message: isString },
  {
    position: isObject({ line: isNumber, column: isNumber }),
    sourceLine: isString,
    hint: isString,
    toolError: isToolError,
  },
);

/** The process of the script receives time zone and language as environment variables, so their form is restricted. */
const isConditions = isObject({
  startedAt: isStartTime,
  seed: isMatchOf(/^[0-9a-f]{64}$/),
  timeZone: isMatchOf(/^(?=.{1,100}$)[A-Za-z+-][\w+:-]*(?:\/[\w+-]+)*$/),
  locale: isMatchOf(/^[A-Za-z0-9-]{1,100}$/),
});

const isTick: Guard<TickSpans> = (value): value is TickSpans => {
  if (!Array.isArray(value)) return false;
  const [elapsed, ...begunBy] = value as readonly unknown[];
  return isNumber(elapsed) && begunBy.every((part) => isNumber(part) || isSpan(part));
};

function isSpan(value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== 2) return false;
  const [first, last] = value as readonly unknown[];
  return isOrdinal(first) && isOrdinal(last) && first < last;
}

/** Milliseconds since the run began, including the time spent waiting for servers and people. */
const at = isNumberUpTo(longestRun);
/** The number of a call in the run. */
const call = isOrdinal;

const isEvent = isTagged('t', {
  begin: isObject(
    {
      format: isOneOf([recordFormat]),
      id: isRunId,
      door: isOneOf(runDoors),
      /** For people: the first comment of the code, or its first line. Empty if only metadata is recorded. */
      title: isString,
      /** SHA-256 of the code as it is recorded. */
      codeHash: isString,
      session: isString,
      startedAt: isStartTime,
      /** The version of Code Mode. */
      version: isString,
      /**
       * The process that writes the record and its machine. A run whose record has no end is in progress while this
       * process lives.
       */
      pid: isNumber,
      host: isString,
      code: isRecordedValue,
    },
    {
      /**
       * 0 if lines were lost after this one, so that writes may be missing; the 0 overwrites the 1 in the file. Absent
       * counts as 1.
       */
      whole: isOneOf([0, 1]),
      name: isString,
      args: isRecordedValue,
      dryRun: isTrue,
      /** True if a debugger was attached. */
      debug: isTrue,
      resumes: isRunId,
      /** The call that a saved script's run answers, in the form of `parentText`. */
      parent: (value): value is string => readParent(value) !== undefined,
      /** The stages that led to the run, if it was requested in stages. Without texts if only metadata is recorded. */
      stages: isArrayOf(isStage),
      /** `birthOf` the process `pid`. */
      born: isString,
    },
  ),
  script: isObject(
    {
      at,
      names: isRecordedValue,
      /** Any object; `guardEvent` applies the bounds of the limits. */
      limits: isObject({}) as Guard<SandboxLimits>,
      typeCheck: isString,
    },
    {
      results: isRecordOf(isRecordedValue),
      /** See `ScriptStart.catalog`. */
      catalog: isMatchOf(/^[0-9a-f]{16}$/),
    },
  ),
  conditions: isObject({ at, conditions: isConditions }),
  tick: isObject({ at, tick: isTick }),
  call: isObject(
    {
      at,
      call,
      target: isOneOf(['tool', 'feature', 'codemode']),
      /** Name of the tool or of the method. */
      name: isString,
    },
    {
      /** Name of the server in the script; absent for `codemode`. */
      server: isString,
      form: isOneOf(['value', 'raw']),
      /** Absent if the script passed nothing. For `codemode` this is the list of parameters. */
      input: isRecordedValue,
    },
  ),
  decided: isObject({ at, call, ...decisionFields[0] }, decisionFields[1]),
  /** Carries the decision if the call was sent immediately after the decision. */
  sent: isObject({ at, call }, { decided: decision }),
  answer: isObject(
    { at, call },
    {
      /** Absent if the call finished, and for `codemode`. */
      state: isOneOf(callStates),
      /** Absent if the answer is `undefined`. */
      output: isRecordedValue,
      error: isObject({
        code: isCode as Guard<CallFailure['code']>,
        message: isString,
        failure: isRecordedValue,
      }),
    },
  ),
  progress: isObject({ at, message: isString }, { call, fraction: isNumber }),
  log: isObject({ at, level: isOneOf(logLevels), ms: isNumber, text: isRecordedValue }, { line: isOrdinal }),
  display: isObject({ at, block: isRecordedValue }),
  forUser: isObject({ at, path: isString, text: isRecordedValue }),
  asks: isObject({ at }, { call }),
  asked: isObject({ at }, { call }),
  /** Stages after the end of the run. */
  stages: isObject({ at, stages: isArrayOf(isStage) }),
  /**
   * Facts about a call without a decision or an answer, which no other line has; written before the end. `waitedMs`:
   * the time that a call without an answer had waited, in milliseconds.
   */
  left: isObject(
    { at, call, path: isString, writes: isBoolean },
    { isUndeclared: isTrue, waitedMs: isNumber },
  ),
  end: isObject(
    { at, state: isOneOf(runEndStates) },
    {
      /** True also if the user chose a dry run in the question before the run, after the record began. */
      dryRun: isTrue,
      /** Absent if the script returned nothing. */
      value: isRecordedValue,
      errors: isArrayOf(isRunError),
      warnings: isArrayOf(isRunError),
      notes: isArrayOf(isString),
      /** Estimates for the code and for the result that the model or person received. */
      tokens: isObject({ code: isNumber, result: isNumber }),
    },
  ),
});
export type RunEvent = Guarded<typeof isEvent>;
export type EventOf<Kind extends RunEvent['t']> = Extract<RunEvent, { t: Kind }>;

/** Returns the event without unknown fields; undefined if the value is not a line of a record. */
export function guardEvent(value: unknown): RunEvent | undefined {
  if (!isWithinDepth(value, deepestReadable + aroundValues) || !isEvent(value)) return undefined;
  const event = onlyNamed(isEvent, value);
  if (event.t === 'call' && event.target !== 'codemode' && event.server === undefined) return undefined;
  if (event.t !== 'script') return event;
  const { limits } = value as typeof event; // same line, with all members
  return { ...event, limits: boundedLimits((name) => limits[name]) };
}
