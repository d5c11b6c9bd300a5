// Calls of saved scripts: each is a run of its own, for the script that calls it. It sees that script's tools, asks its approver for what is not
// allowed yet, counts its calls with it, and ends with it (docs/decisions/0040-saved-scripts.md).
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import type { CallReply, GuestCall } from '../../sandbox/host/sandboxPort.ts';
import type { CallerOfScript, ScriptCall, ScriptCalls } from '../callerOfScript.ts';
import type { ExecuteRequest } from '../executeRequest.ts';
import type { PastScript } from '../pastRun.ts';
import { mostScriptDepth, placeIn, type ScriptTool } from '../preflight/savedScripts.ts';
import { writesOf, type RunError, type RunOutcome } from '../runOutcome.ts';
import type { RunRecorder } from '../runJournal.ts';
import { failed } from './refusedCalls.ts';
import { stringifyExact } from '../../base/exactJson.ts';

/** The answer to a call for which nothing is left. */
export function overBudget(call: GuestCall, problem: string, recorder: RunRecorder | undefined): CallReply {
  const names = call.target === 'codemode' ? { server: 'codemode', tool: call.method } : { server: call.server, tool: nameOf(call) };
  const reply = failed(names, 'limit_exceeded', `tools.${names.server}.${names.tool} was not called: ${problem}`);
  recorder?.answered(call.sequence, reply, undefined);
  return reply;
}

interface SavedScriptParts {
  readonly execute: (request: ExecuteRequest) => Promise<RunOutcome>;
  /** The caller's. */
  readonly request: Pick<ExecuteRequest, 'origin' | 'session' | 'approver' | 'asksFirst' | 'invocationToken'>;
  readonly caller: Omit<CallerOfScript, 'chain' | 'tool' | 'parent' | 'onRun' | 'pauseClockWhile'>;
  readonly chain: readonly string[];
  readonly runId: () => string | undefined;
  readonly isDryRun: boolean;
  /** What a run of before had done of such a call. */
  readonly pastOf?: (sequence: number, code: string) => Promise<PastScript | undefined>;
}

export class SavedScriptCalls implements ScriptCalls {
  readonly #parts: SavedScriptParts;

  constructor(parts: SavedScriptParts) {
    this.#parts = parts;
  }

  problem({ path }: ScriptTool): string | undefined {
    const { chain } = this.#parts;
    const way = [...chain, path].join(' → ');
    if (chain.includes(path)) return `${path} was not called: it is running already (${way}). Saved scripts cannot call themselves.`;
    if (chain.length >= mostScriptDepth)
      return `${path} was not called: at most ${mostScriptDepth} saved scripts call one another (${way}).`;
    return undefined;
  }

  async call({ tool, sequence, form, input, context, ...heard }: ScriptCall): Promise<CallReply> {
    const { execute, request, caller, chain, runId, isDryRun, pastOf } = this.#parts;
    // The rest of what was asked is about the caller alone: its debugger, its past, its limits.
    const { origin, session, approver, asksFirst = false, invocationToken } = request;
    const run = runId();
    const before = await pastOf?.(sequence, tool.script.code);
    const { pauseClockWhile, signal } = context;
    if (before && 'problem' in before)
      return failed({ server: tool.server, tool: tool.name }, 'denied', `${tool.path} was not called: ${before.problem}`);
    const outcome = await execute({
      session,
      approver,
      asksFirst,
      invocationToken,
      code: tool.script.code,
      args: input,
      dryRun: isDryRun,
      origin: { ...origin, name: tool.path },
      ...(before && { past: before.past }),
      observer: {
        onProgress: (message, fraction) => heard.onProgress(message, fraction),
        onForUser: (_path, text) => heard.onForUser(text),
      },
      signal,
      caller: {
        ...caller,
        tool,
        chain: [...chain, tool.path],
        pauseClockWhile,
        onRun: heard.onRun,
        ...(run !== undefined && { parent: { run, call: sequence } }),
      },
    });
    return replyOf(tool, outcome, form);
  }
}

function replyOf(tool: ScriptTool, outcome: RunOutcome, form: 'value' | 'raw'): CallReply {
  const { value } = outcome;
  if (outcome.ok) return { ok: true, value: form === 'raw' ? rawValue(value) : value };
  const [error] = outcome.errors;
  const { server, name } = tool;
  const message = `${tool.path} failed: ${error?.message ?? 'it gave no reason.'}${placeIn(tool, error?.position)}`;
  return failed({ server, tool: name }, codeOf(error, outcome), message, error?.hint);
}

function nameOf(call: Exclude<GuestCall, { target: 'codemode' }>): string {
  return call.target === 'tool' ? call.tool : call.method;
}

/** Denied or cancelled is what had no effect, or whose effect is not known. */
function codeOf(error: RunError | undefined, { calls }: RunOutcome) {
  const hasWritten = calls.some((call) => writesOf(call));
  if (error?.code === 'cancelled' || error?.code === 'timeout') return error.code;
  return error?.code === 'denied' && !hasWritten ? 'denied' : 'tool_failed';
}

/** As a server would answer it (MCP `CallToolResult`). */
function rawValue(value: JsonValue | undefined): JsonObject {
  const content = value === undefined ? [] : [{ type: 'text', text: typeof value === 'string' ? value : stringifyExact(value) }];
  return { content, ...(isJsonObject(value) && { structuredContent: value }), isError: false };
}
