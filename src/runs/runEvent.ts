// One line of a run's record. A record is a file of such lines, JSON each, in the order in which things happened; cut
// off anywhere, what stands before the cut holds. Each kind of line is declared once, as a guard, since whoever can
// write into the folder, or gave us an exported run, may have written anything. Names of fields are short: a run may
// have thousands of lines.
import { callStates, logLevels } from '../base/callStates.ts';
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
} from '../base/guards.ts';
import type { JsonValue } from '../base/json.ts';
import type { CallFailure } from '../catalog/callFailure.ts';
import type { ContentBlock } from '../catalog/contentBlock.ts';
import { decisionSources, runDoors, runStages } from '../engine/runJournal.ts';
import type { RunErrorCode } from '../engine/runOutcome.ts';
import { boundedLimits } from '../sandbox/host/limitBounds.ts';
import { isWithinDepth, type SandboxLimits, type TickSpans } from '../sandbox/host/sandboxPort.ts';
import { deepestReadable } from './readableValue.ts';
import { isRunId } from './runId.ts';
import { readParent } from './runParent.ts';
import { isValueName } from './valueFiles.ts';

export const recordFormat = 1;

/** How a run ended. Two more are not written but found: `running`, and `interrupted` where its process is gone. */
export const runEndStates = ['done', 'failed', 'cancelled', 'denied'] as const;
export type RunEndState = (typeof runEndStates)[number];
export type RunState = RunEndState | 'running' | 'interrupted';

/** Objects and lists around a value in its line. */
const aroundValues = 3;
/** Milliseconds of which a date can be made, with the longest run after it. */
const [latestStart, longestRun] = [8e15, 1e13] as const;

/** A moment in milliseconds since 1970, of which a date can be made. */
export const isStartTime = isNumberUpTo(latestStart);
const isTrue = isOneOf([true]);
/** Codes of other versions are shown as they are. */
const isCode = isMatchOf(/^[a-z_]{1,40}$/);

const isInLine = isObject({ v: (value): value is JsonValue => value !== undefined }, { redacted: isTrue });
const isInFile = isObject({ file: isValueName, bytes: isNumber }, { redacted: isTrue });
const isSizeAlone = isObject({ bytes: isNumber });

/**
 * A value of the run: in the line itself; in a file of its own, by its `valueName`, where it is long; or left out,
 * with its length in bytes alone, where only metadata is recorded. `redacted`: something in it is hidden, so that it
 * is not the value that the run had.
 */
const isRecordedValue = either(isInLine, either(isInFile, isSizeAlone));
export type RecordedValue = Guarded<typeof isRecordedValue>;

const decisionFields = [
  {
    /** `tools.<server>.<tool>` */
    path: isString,
    writes: isBoolean,
    allowed: isBoolean,
    by: isOneOf(decisionSources),
  },
  {
    detail: isString,
    /** `CallRecord.isUndeclared` */
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

/** The failed call that ended the run. What it answered has a line of its own. */
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
  { position: isObject({ line: isNumber, column: isNumber }), sourceLine: isString, hint: isString, toolError: isToolError },
);

/** A process gets time zone and language as variables. */
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

/** Milliseconds since the run began, waiting for servers and people included. */
const at = isNumberUpTo(longestRun);
/** The number of a call in the run. */
const call = isOrdinal;

const isEvent = isTagged('t', {
  begin: isObject(
    {
      format: isOneOf([recordFormat]),
      id: isRunId,
      door: isOneOf(runDoors),
      /** The first comment of the code, or its first line; for people. Empty where only metadata is recorded. */
      title: isString,
      /** SHA-256 of the code as it is recorded. */
      codeHash: isString,
      session: isString,
      startedAt: isStartTime,
      /** The version of Code Mode. */
      version: isString,
      /**
       * The process that writes the record, and the machine it is on: a record without an end is of a run that is on
       * while it lives.
       */
      pid: isNumber,
      host: isString,
      code: isRecordedValue,
    },
    {
      /**
       * 0 where lines after it were lost, so that writes may be missing; it is written over the 1 in the file. Absent
       * counts as 1.
       */
      whole: isOneOf([0, 1]),
      name: isString,
      args: isRecordedValue,
      dryRun: isTrue,
      /** A debugger was attached. */
      debug: isTrue,
      resumes: isRunId,
      /** `parentText`: the call that a saved script answers. */
      parent: (value): value is string => readParent(value) !== undefined,
      /** What led to it, where it was asked for in stages; without texts where only metadata is recorded. */
      stages: isArrayOf(isStage),
      /** `birthOf` that process. */
      born: isString,
    },
  ),
  script: isObject(
    {
      at,
      names: isRecordedValue,
      /** Any object: `guardEvent` holds it to the bounds of limits. */
      limits: isObject({}) as Guard<SandboxLimits>,
      typeCheck: isString,
    },
    {
      results: isRecordOf(isRecordedValue),
      /** `ScriptStart.catalog` */
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
      /** The tool or the method. */
      name: isString,
    },
    {
      /** As the script says it; absent for `codemode`. */
      server: isString,
      form: isOneOf(['value', 'raw']),
      /** Absent where the script passed nothing; of `codemode` the list of parameters. */
      input: isRecordedValue,
    },
  ),
  decided: isObject({ at, call, ...decisionFields[0] }, decisionFields[1]),
  /** The decision is here where the call was sent at once. */
  sent: isObject({ at, call }, { decided: decision }),
  answer: isObject(
    { at, call },
    {
      /** Absent where it finished, and for `codemode`. */
      state: isOneOf(callStates),
      /** Absent where the answer is `undefined`. */
      output: isRecordedValue,
      error: isObject({ code: isCode as Guard<CallFailure['code']>, message: isString, failure: isRecordedValue }),
    },
  ),
  progress: isObject({ at, message: isString }, { call, fraction: isNumber }),
  log: isObject({ at, level: isOneOf(logLevels), ms: isNumber, text: isRecordedValue }, { line: isOrdinal }),
  display: isObject({ at, block: isRecordedValue }),
  forUser: isObject({ at, path: isString, text: isRecordedValue }),
  asks: isObject({ at }, { call }),
  asked: isObject({ at }, { call }),
  /** What was done with the run; after its end. */
  stages: isObject({ at, stages: isArrayOf(isStage) }),
  end: isObject(
    { at, state: isOneOf(runEndStates) },
    {
      /** Also where the user chose it in the question before the run, after the record began. */
      dryRun: isTrue,
      /** Absent where nothing was returned. */
      value: isRecordedValue,
      errors: isArrayOf(isRunError),
      warnings: isArrayOf(isRunError),
      notes: isArrayOf(isString),
      /**
       * Facts that no line has about calls that were neither decided nor answered. `waitedMs`: for how long one without an
       * answer had waited.
       */
      calls: isArrayOf(isObject({ call, path: isString, writes: isBoolean }, { isUndeclared: isTrue, waitedMs: isNumber })),
      /** Estimates, of the code and of what the model or person was given. */
      tokens: isObject({ code: isNumber, result: isNumber }),
    },
  ),
});
export type RunEvent = Guarded<typeof isEvent>;

/** Undefined for what is no line of a record. Fields that no line has are left out. */
export function guardEvent(value: unknown): RunEvent | undefined {
  if (!isWithinDepth(value, deepestReadable + aroundValues) || !isEvent(value)) return undefined;
  const event = onlyNamed(isEvent, value);
  if (event.t === 'call' && event.target !== 'codemode' && event.server === undefined) return undefined;
  if (event.t !== 'script') return event;
  const { limits } = value as typeof event; // the same line, with all that stands in it
  return { ...event, limits: boundedLimits((name) => limits[name]) };
}
