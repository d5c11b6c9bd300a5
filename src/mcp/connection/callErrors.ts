// Calls that did not come to an answer, as the errors that a script catches and a model reads.
import type { HintedEffect } from '../../catalog/toolEffect.ts';
import type { JsonValue } from '../../base/json.ts';
import type { CallFailure, ToolErrorCode } from '../../catalog/callFailure.ts';
import type { CallOutcome } from '../../catalog/toolSource.ts';
import { failureKind } from '../../base/text/failureKind.ts';
import { isTimeout } from '../protocol/errorLine.ts';

/** Appended wherever a request may have been acted on although the answer was lost. */
const maybeRan = 'The tool may have run.';

/** JSON-RPC 2.0, section 5.1. */
const internalError = -32_603;

/** Makes the failures of one call. */
export class CallErrors {
  readonly #server: string;
  readonly #tool: string;

  constructor(server: string, tool: string) {
    this.#server = server;
    this.#tool = tool;
  }

  unknownServer(): CallOutcome {
    return this.#fail('unknown_server', `No MCP server "${this.#server}". Check its configuration.`, false);
  }

  /** `reason` is one line that ends with what to do; `denied`: a person was asked for what it needs and did not want to. */
  notStarted(reason: string, denied = false): CallOutcome {
    const message = `Server "${this.#server}" is unavailable: ${reason} The tool did not run.`;
    return this.#fail(denied ? 'denied' : 'server_unavailable', message, !denied);
  }

  ended(reason: string, asked: boolean): CallOutcome {
    const message = `Server "${this.#server}" is gone: ${reason}. ${asked ? maybeRan : 'The tool did not run.'}`;
    return this.#fail('server_unavailable', message, !asked);
  }

  /** `why` is the signal's reason: it tells an expired clock from a user or a run that gave up. */
  aborted(why: unknown, asked: boolean): CallOutcome {
    const timedOut = isTimeout(why);
    const what = timedOut ? 'timed out' : 'was cancelled';
    const after = asked ? maybeRan : 'The tool did not run.';
    return this.#fail(timedOut ? 'timeout' : 'cancelled', `Call of "${this.#tool}" ${what}. ${after}`, !asked);
  }

  /** `nearest`: names of tools that the server has now. */
  goneTool(nearest: readonly string[]): CallOutcome {
    const advice = nearest.length > 0 ? `Did you mean ${nearest.join(' or ')}?` : 'Search its tools again.';
    const text = `Server "${this.#server}" no longer has the tool "${this.#tool}".`;
    return this.#fail('unknown_tool', text, false, advice);
  }

  /** What it can do by what its server says now, which is more than was seen of it. */
  graverNow(effect: HintedEffect): CallOutcome {
    const can = effect === 'destroys' ? 'can destroy' : 'can write';
    const text = `Not called: server "${this.#server}" now says that "${this.#tool}" ${can}.`;
    return this.#fail('denied', text, true, 'Rerun the script.');
  }

  /** Since it was seen, its server has kept it for its own app. */
  appOnlyNow(): CallOutcome {
    const text = `Not called: server "${this.#server}" now keeps "${this.#tool}" for its app (MCP Apps).`;
    return this.#fail('excluded', text, false, 'Use another tool.');
  }

  /** `why` is one sentence. */
  lost(why: string): CallOutcome {
    return this.#fail('server_unavailable', `Answer of "${this.#tool}" lost: ${why}. ${maybeRan}`, false);
  }

  /** `code` and `data`: of JSON-RPC, if the server gave them. */
  refused(message: string, code?: number, data?: JsonValue): CallOutcome {
    const kind = failureKind(message);
    // Servers throw what they have against the input as an internal error, too.
    const isOwnFault = code === internalError && kind !== 'input' && kind !== 'missing';
    const happened = isOwnFault ? 'failed in' : 'rejected';
    const text = `Server "${this.#server}" ${happened} the call of "${this.#tool}": ${message}.`;
    const { error } = this.#fail('protocol_error', text, false);
    return { ok: false, error: { ...error, ...(code !== undefined && { rpcCode: code }), ...(data !== undefined && { data }) } };
  }

  #fail(code: ToolErrorCode, message: string, retryable: boolean, hint?: string): Extract<CallOutcome, { readonly ok: false }> {
    const names = { server: this.#server, tool: this.#tool };
    const error: CallFailure = { code, ...names, message, ...(hint !== undefined && { hint }), retryable, content: [] };
    return { ok: false, error };
  }
}
