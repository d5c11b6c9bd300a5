// Runs the saved scripts that a script calls. Each is a run of its own: it has the tools of its caller, asks the
// caller's approver for further approvals, counts its calls in the caller's budget, and ends with its caller
// (docs/decisions/0040-saved-scripts.md).
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import type { CallReply } from '../../sandbox/index.ts';
import type { CallerOfScript, SharedWithScripts } from '../callerOfScript.ts';
import { isScriptTool, mostScriptDepth, placeIn, type ScriptTool } from '../preflight/savedScripts.ts';
import { writesOf, type RunError, type RunOutcome } from '../runOutcome.ts';
import type { CallingRun } from './callingRun.ts';
import {
  failedReply,
  notCalled,
  type CallStep,
  type MadeCall,
  type ReadyCall,
  type ReadyToolCall,
} from './callStep.ts';
import { callbacksOf } from './sendCall.ts';
import { stringifyExact } from '../../base/exactJson.ts';

export class SavedScriptCalls {
  /** The run that calls the scripts. */
  readonly #caller: CallingRun;
  readonly #shared: SharedWithScripts;
  readonly #chain: readonly string[];

  constructor(caller: CallingRun, shared: SharedWithScripts) {
    this.#caller = caller;
    this.#shared = shared;
    this.#chain = caller.request.caller?.chain ?? [];
  }

  /** Refuses a saved script that is already running, and a chain of saved scripts that is too long. */
  readonly refuse: CallStep<ReadyCall> = (call, next) => {
    const problem = call.kind === 'tool' && isScriptTool(call.tool) ? this.#problem(call.tool) : undefined;
    return problem === undefined
      ? next(call)
      : Promise.resolve(failedReply(call.names, 'limit_exceeded', problem));
  };

  readonly run: CallStep<ReadyCall> = (call, next) =>
    call.kind === 'tool' && isScriptTool(call.tool) ? this.#run(call, call.tool, call.input) : next(call);

  #problem({ path }: ScriptTool): string | undefined {
    const chain = this.#chain;
    const way = [...chain, path].join(' → ');
    if (chain.includes(path))
      return `${path} was not called: it is running already (${way}). Saved scripts cannot call themselves.`;
    if (chain.length >= mostScriptDepth)
      return `${path} was not called: at most ${mostScriptDepth} saved scripts call one another (${way}).`;
    return undefined;
  }

  async #run(call: ReadyToolCall, tool: ScriptTool, input: JsonObject): Promise<CallReply> {
    const { execute, request, recorder, observer, isDryRun } = this.#caller;
    const { onProgress } = callbacksOf(call, observer, recorder);
    // The other parts of the request apply to the caller only: its debugger, the run that it resumes, its limits.
    const { origin, session, approver, asksFirst = false, invocationToken, past } = request;
    const run = recorder?.id;
    const { sequence, open } = call;
    const { code } = tool.script;
    const before = await past?.scriptRun?.(sequence, code);
    const { pauseClockWhile, signal } = call.context;
    if (before && 'problem' in before) return notCalled({ ...call, names: namesOf(tool) }, before.problem);
    const outcome = await execute({
      session,
      approver,
      asksFirst,
      invocationToken,
      code,
      args: input,
      dryRun: isDryRun,
      origin: { ...origin, name: tool.path },
      ...(before && { past: before.past }),
      observer: {
        onProgress: (message, fraction) => onProgress(message, fraction),
        onForUser: (_path, text) => observer.onForUser?.(tool.path, text),
      },
      signal,
      caller: {
        ...this.#shared,
        tool,
        chain: [...this.#chain, tool.path],
        pauseClockWhile,
        onRun: (calls) => (open.nested = calls),
        ...(run !== undefined && { parent: { run, call: sequence } }),
      },
    });
    return replyOf(tool, outcome, call.form);
  }
}

/** Creates the step that stops the clocks of a saved script and of its callers together. */
export function pauseCaller(caller: CallerOfScript): CallStep<MadeCall> {
  return ({ guest, context }, next) => {
    const pauseClockWhile: typeof context.pauseClockWhile = (work) =>
      caller.pauseClockWhile(() => context.pauseClockWhile(work));
    return next({ guest, context: { ...context, pauseClockWhile } });
  };
}

function replyOf(tool: ScriptTool, outcome: RunOutcome, form: 'value' | 'raw'): CallReply {
  const { value } = outcome;
  if (outcome.ok) return { ok: true, value: form === 'raw' ? rawValue(value) : value };
  const [error] = outcome.errors;
  const message = `${tool.path} failed: ${error?.message ?? 'it gave no reason.'}${placeIn(tool, error?.position)}`;
  return failedReply(namesOf(tool), codeOf(error, outcome), message, error?.hint);
}

function namesOf({ server, name }: ScriptTool) {
  return { server, tool: name };
}

/** A failed saved script counts as denied only if none of its calls may have taken effect. */
function codeOf(error: RunError | undefined, { calls }: RunOutcome) {
  const hasWritten = calls.some((call) => writesOf(call));
  if (error?.code === 'cancelled' || error?.code === 'timeout') return error.code;
  return error?.code === 'denied' && !hasWritten ? 'denied' : 'tool_failed';
}

/** Formats a value as a server would return it (MCP `CallToolResult`). */
function rawValue(value: JsonValue | undefined): JsonObject {
  const content =
    value === undefined
      ? []
      : [{ type: 'text', text: typeof value === 'string' ? value : stringifyExact(value) }];
  return { content, ...(isJsonObject(value) && { structuredContent: value }), isError: false };
}
