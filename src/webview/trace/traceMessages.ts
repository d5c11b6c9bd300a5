// The messages between a trace and the extension.
import { isArrayOf, isMessage, isObject, isOneOf, isString, type Guarded } from '../../base/guards.ts';
import { isCallBar, isRunFrame } from '../../runs/runView.ts';
import { headFields, runReplies, runRequests } from '../base/runMessages.ts';
import { isShownValue } from '../base/valueMessages.ts';

const runActions = ['cancel', 'resume', 'replay', 'runAgain', 'saveAsScript', 'export'] as const;
export type RunAction = (typeof runActions)[number];

export const isFromTrace = isMessage({
  action: isObject({ action: isOneOf(runActions) }),
  ...runRequests,
});
export type FromTrace = Guarded<typeof isFromTrace>;

const isHead = isObject({
  id: isString,
  ...headFields(runActions),
  values: isArrayOf(isShownValue),
});
export type TraceHead = Guarded<typeof isHead>;

export const isToTrace = isMessage({
  head: isObject({ head: isHead }),
  /** Its lines, where it was recorded. */
  code: isObject({}, { lines: isArrayOf(isString) }),
  /** What is beside the bars, which come in pieces. */
  frame: isObject({ frame: isRunFrame }),
  /** Bars that are new or another; the call's number says which. */
  bars: isObject({ bars: isArrayOf(isCallBar) }),
  ...runReplies,
});
export type ToTrace = Guarded<typeof isToTrace>;
