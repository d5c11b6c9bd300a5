// Errors of tool calls that received no answer, worded for the script that catches them and the model that reads them.
import type { HintedEffect, CallOutcome } from '../../catalog/index.ts';
import type { JsonValue } from '../../base/json.ts';
import type { CallFailure, ToolErrorCode } from '../../base/callFailure.ts';
import { failureKind } from '../../base/text/failureKind.ts';
import { isTimeout } from '../protocol/errorLine.ts';

/** Appended if the server may have executed the call although the answer was lost. */
const maybeRan = 'The tool may have run.';

/** JSON-RPC 2.0, section 5.1. */
const internalError = -32_603;

/** Creates the errors of one call. */
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

  /**
   * `reason` is one line that ends with what to do. `denied` is true if the server needed an answer of the user and the
   * user declined.
   */
  notStarted(reason: string, denied = false): CallOutcome {
    const message = `Server "${this.#server}" is unavailable: ${reason} The tool did not run.`;
    return this.#fail(denied ? 'denied' : 'server_unavailable', message, !denied);
  }

  ended(reason: string, asked: boolean): CallOutcome {
    const message = `Server "${this.#server}" is gone: ${reason}. ${asked ? maybeRan : 'The tool did not run.'}`;
    return this.#fail('server_unavailable', message, !asked);
  }

  /** `why` is the reason of the aborted signal, which tells a timeout from a cancellation. */
  aborted(why: unknown, asked: boolean): CallOutcome {
    const timedOut = isTimeout(why);
    const what = timedOut ? 'timed out' : 'was cancelled';
    const after = asked ? maybeRan : 'The tool did not run.';
    return this.#fail(
      timedOut ? 'timeout' : 'cancelled',
      `Call of "${this.#tool}" ${what}. ${after}`,
      !asked,
    );
  }

  /** `nearest` lists similar names among the server's current tools. */
  goneTool(nearest: readonly string[]): CallOutcome {
    const advice = nearest.length > 0 ? `Did you mean ${nearest.join(' or ')}?` : 'Search its tools again.';
    const text = `Server "${this.#server}" no longer has the tool "${this.#tool}".`;
    return this.#fail('unknown_tool', text, false, advice);
  }

  /** The tool's current annotations allow a more dangerous effect than the annotations that the caller has seen. */
  graverNow(effect: HintedEffect): CallOutcome {
    const can = effect === 'destroys' ? 'can destroy' : 'can write';
    const text = `Not called: server "${this.#server}" now says that "${this.#tool}" ${can}.`;
    return this.#fail('denied', text, true, 'Rerun the script.');
  }

  /** The server has reserved the tool for its own app since the caller saw it. */
  appOnlyNow(): CallOutcome {
    const text = `Not called: server "${this.#server}" now keeps "${this.#tool}" for its app (MCP Apps).`;
    return this.#fail('excluded', text, false, 'Use another tool.');
  }

  /** `why` is one sentence. */
  lost(why: string): CallOutcome {
    return this.#fail('server_unavailable', `Answer of "${this.#tool}" lost: ${why}. ${maybeRan}`, false);
  }

  /** `code` and `data` come from the JSON-RPC error, if there is one. */
  refused(message: string, code?: number, data?: JsonValue): CallOutcome {
    const kind = failureKind(message);
    // Servers also report invalid input as an internal error.
    const isOwnFault = code === internalError && kind !== 'input' && kind !== 'missing';
    const happened = isOwnFault ? 'failed in' : 'rejected';
    const text = `Server "${this.#server}" ${happened} the call of "${this.#tool}": ${message}.`;
    const { error } = this.#fail('protocol_error', text, false);
    return {
      ok: false,
      error: { ...error, ...(code !== undefined && { rpcCode: code }), ...(data !== undefined && { data }) },
    };
  }

  #fail(
    code: ToolErrorCode,
    message: string,
    retryable: boolean,
    hint?: string,
  ): Extract<CallOutcome, { readonly ok: false }> {
    const names = { server: this.#server, tool: this.#tool };
    const error: CallFailure = {
      code,
      ...names,
      message,
      ...(hint !== undefined && { hint }),
      retryable,
      content: [],
    };
    return { ok: false, error };
  }
}
