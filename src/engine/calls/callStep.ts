// A call of a script passes through steps. Each step answers the call, or passes it to the next step together with the
// facts that it found. A feature that observes or changes calls is one step; `callPipeline` has the order of the steps.
import type { CallFailure, ToolErrorCode } from '../../base/callFailure.ts';
import type {
  CatalogServer,
  CatalogTool,
  FeatureLookup,
  ToolLookup,
  FeatureRequest,
} from '../../catalog/index.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import type { CallContext, CallReply, FeatureMethod, GuestCall } from '../../sandbox/index.ts';
import type { ValueOrigin } from '../stores/index.ts';
import type { Grant } from '../consent/approval.ts';
import type { Ruling } from '../consent/approvalRules.ts';
import type { Flow } from '../flow/flowGuard.ts';
import type { CalledTool, CallRecord, RunProgress } from '../runOutcome.ts';

/** Settles each call exactly once. A rejection is a bug, which the step `recordCalls` turns into a failed call. */
export type CallHandler<Call> = (call: Call) => Promise<CallReply>;

/** Calls `next` at most once. A step that adds facts to a call passes on another type. */
export type CallStep<Call, NextCall = Call> = (call: Call, next: CallHandler<NextCall>) => Promise<CallReply>;

export type BuiltinCall = Extract<GuestCall, { target: 'codemode' }>;
/** A call of a tool, or of the resources or prompts of a server. */
export type GuestServerCall = Exclude<GuestCall, BuiltinCall>;

/** A call as it left the script. */
export interface MadeCall<Guest = GuestCall> {
  readonly guest: Guest;
  readonly context: CallContext;
}

/** The names of the server and the tool in the `ToolError` of a call. */
export type FailedNames = Pick<CalledTool, 'server' | 'tool'>;

/** A call that the script made and that is not answered. */
export interface OpenCall extends CalledTool {
  readonly sequence: number;
  /** Returns the calls so far of the saved script that this call runs. */
  nested?: () => readonly CallRecord[];
  readonly input?: JsonValue;
  readonly startedAt: number;
  /** True once the server has the call. */
  isSent: boolean;
  /** Set if a rule about the flow of data stopped the call. */
  flowed?: true;
  progress?: RunProgress;
}

interface LookedUp {
  readonly sequence: number;
  /** The value that the script passed. */
  readonly passed: JsonValue | undefined;
  readonly context: CallContext;
  readonly names: FailedNames;
  /** The tool as records and receipts name it. */
  readonly called: CalledTool;
}

interface ToolCall extends LookedUp {
  readonly kind: 'tool';
  readonly tool: CatalogTool;
  readonly form: 'value' | 'raw';
  /** The names that rules match. */
  readonly end: ValueOrigin;
}

interface FoundFeatureCall extends LookedUp {
  readonly kind: 'feature';
  readonly method: FeatureMethod;
  readonly requestFeature: NonNullable<CatalogServer['requestFeature']>;
  readonly end: ValueOrigin;
}

/** A call of a name that the snapshot does not have. */
interface UnknownCall extends LookedUp {
  readonly kind: 'unknown';
  readonly lookup: Exclude<ToolLookup | FeatureLookup, { kind: 'tool' | 'feature' }>;
}

/** A call after the step `findCalled`. */
export type FoundCall = ToolCall | FoundFeatureCall | UnknownCall;

/** A call after the step `recordCalls`. */
export type OpenedCall = FoundCall & { readonly open: OpenCall };

/** A call after the step `refuseUnknown`. */
export type ServerCall = Exclude<FoundCall, UnknownCall> & { readonly open: OpenCall };

/** A call after the step `noteAnswers`. `flows` are the flows of data to this call that rules cover. */
export type FlowingCall = ServerCall & { readonly flows: Promise<readonly Flow[]> };

/** A call after the step `applyRules`. */
export type RuledCall = FlowingCall & { readonly ruling: Ruling };

/** A call after the step `checkInputs`. `allowedFlow` is the approval of a flow of data; absent if none was needed. */
export type ReadyCall = RuledCall & { readonly allowedFlow?: Grant } & (
    | { readonly kind: 'tool'; readonly input: JsonObject }
    | { readonly kind: 'feature'; readonly request: FeatureRequest }
  );

export type ReadyToolCall = Extract<ReadyCall, { kind: 'tool' }>;

/** Composes steps in order; a call reaches the first step first. */
export class CallSteps<First, Last> {
  readonly #before: (last: CallHandler<Last>) => CallHandler<First>;

  constructor(before: (last: CallHandler<Last>) => CallHandler<First>) {
    this.#before = before;
  }

  step<Next>(step: CallStep<Last, Next>): CallSteps<First, Next> {
    return new CallSteps<First, Next>((next) => this.#before((call) => step(call, next)));
  }

  /** Adds a step unless it is undefined, so that runs that do not need the step do not pay for it. */
  stepIf(step: CallStep<Last> | undefined): CallSteps<First, Last> {
    return step ? this.step(step) : this;
  }

  end(last: CallHandler<Last>): CallHandler<First> {
    return this.#before(last);
  }
}

export function failedReply(
  { server, tool }: FailedNames,
  code: ToolErrorCode,
  message: string,
  hint?: string,
): { readonly ok: false; readonly error: CallFailure } {
  const advice = hint === undefined ? {} : { hint };
  return { ok: false, error: { code, server, tool, message, ...advice, retryable: false, content: [] } };
}

/** The reply to a call that is denied. `reason` is one sentence. */
export function notCalled(
  { names, called }: Pick<LookedUp, 'names' | 'called'>,
  reason: string,
  hint?: string,
): CallReply {
  return failedReply(names, 'denied', `${called.path} was not called. ${reason}`, hint);
}
