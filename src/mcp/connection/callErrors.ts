// Errors of tool calls, and of requests about resources and prompts, that received no answer. They are worded for the
// script that catches them and the model that reads them.
import {
  featureCallOf,
  type CallOutcome,
  type FeatureAnswer,
  type FeatureRequest,
  type HintedEffect,
} from '../../catalog/index.ts';
import type { JsonValue } from '../../base/json.ts';
import type { CallFailure, ToolErrorCode } from '../../base/callFailure.ts';
import { failureKind } from '../../base/text/failureKind.ts';
import { isTimeout } from '../protocol/errorLine.ts';
import type { Served } from './serverLifecycle.ts';

interface Failed {
  readonly ok: false;
  readonly error: CallFailure;
}

function failed(
  names: Pick<CallFailure, 'server' | 'tool'>,
  code: ToolErrorCode,
  message: string,
  retryable: boolean,
  { hint, ...details }: Pick<CallFailure, 'hint' | 'rpcCode' | 'data'> = {},
): Failed {
  const hinted = hint === undefined ? {} : { hint };
  return { ok: false, error: { code, ...names, message, ...hinted, retryable, content: [], ...details } };
}

/** `tool` is the name of the tool, or of the function with which a script requests resources or prompts. */
export function unknownServer(server: string, tool: string): Failed {
  const message = `No MCP server "${server}". Check its configuration.`;
  return failed({ server, tool }, 'unknown_server', message, false);
}

/** `asked` is true if the server may have executed the call although the answer was lost. */
const didRun = (asked: boolean) => (asked ? 'The tool may have run.' : 'The tool did not run.');

/** JSON-RPC 2.0, section 5.1. */
const internalError = -32_603;

export class CallErrors {
  readonly #server: string;
  readonly #tool: string;

  constructor(server: string, tool: string) {
    this.#server = server;
    this.#tool = tool;
  }

  /** `reason` is one line that ends with what to do. `denied`: the user declined what the server needed. */
  notStarted(reason: string, denied = false): CallOutcome {
    const message = `Server "${this.#server}" is unavailable: ${reason} The tool did not run.`;
    return this.#fail(denied ? 'denied' : 'server_unavailable', message, !denied);
  }

  ended(reason: string, asked: boolean): CallOutcome {
    const message = `Server "${this.#server}" is gone: ${reason}. ${didRun(asked)}`;
    return this.#fail('server_unavailable', message, !asked);
  }

  /** `why` is the reason of the aborted signal, which tells a timeout from a cancellation. */
  aborted(why: unknown, asked: boolean): CallOutcome {
    const timedOut = isTimeout(why);
    const what = timedOut ? 'timed out' : 'was cancelled';
    const message = `Call of "${this.#tool}" ${what}. ${didRun(asked)}`;
    return this.#fail(timedOut ? 'timeout' : 'cancelled', message, !asked);
  }

  /** `nearest` lists similar names among the server's current tools. */
  goneTool(nearest: readonly string[]): CallOutcome {
    const advice = nearest.length > 0 ? `Did you mean ${nearest.join(' or ')}?` : 'Search its tools again.';
    const text = `Server "${this.#server}" no longer has the tool "${this.#tool}".`;
    return this.#fail('unknown_tool', text, false, { hint: advice });
  }

  /** The tool's current annotations allow a more dangerous effect than the annotations that the caller has seen. */
  graverNow(effect: HintedEffect): CallOutcome {
    const can = effect === 'destroys' ? 'can destroy' : 'can write';
    const text = `Not called: server "${this.#server}" now says that "${this.#tool}" ${can}.`;
    return this.#fail('denied', text, true, { hint: 'Rerun the script.' });
  }

  /** The server has reserved the tool for its own app since the caller saw it. */
  appOnlyNow(): CallOutcome {
    const text = `Not called: server "${this.#server}" now keeps "${this.#tool}" for its app (MCP Apps).`;
    return this.#fail('excluded', text, false, { hint: 'Use another tool.' });
  }

  /** `why` is one sentence. */
  lost(why: string): CallOutcome {
    return this.#fail('server_unavailable', `Answer of "${this.#tool}" lost: ${why}. ${didRun(true)}`, false);
  }

  /** `code` and `data` come from the JSON-RPC error, if there is one. */
  refused(message: string, code?: number, data?: JsonValue): CallOutcome {
    const kind = failureKind(message);
    // Servers also report invalid input as an internal error.
    const isOwnFault = code === internalError && kind !== 'input' && kind !== 'missing';
    const happened = isOwnFault ? 'failed in' : 'rejected';
    const text = `Server "${this.#server}" ${happened} the call of "${this.#tool}": ${message}.`;
    return this.#fail('protocol_error', text, false, {
      ...(code !== undefined && { rpcCode: code }),
      ...(data !== undefined && { data }),
    });
  }

  #fail(
    code: ToolErrorCode,
    message: string,
    retryable: boolean,
    details?: Parameters<typeof failed>[4],
  ): CallOutcome {
    return failed({ server: this.#server, tool: this.#tool }, code, message, retryable, details);
  }
}

const checkUri = ' Check the URI with $resources.list() and $resources.templates().';

const whereToLook: Partial<Record<FeatureRequest['method'], string>> = {
  'resources/read': checkUri,
  'resources/subscribe': checkUri,
  'prompts/get': ' Check the name and arguments with $prompts.list().',
};

/** `not_offered`: the server has not announced the capability. */
type Failure = Exclude<Served<never>, { kind: 'done' }> | { readonly kind: 'not_offered' };

/**
 * Returns the error of a request about resources or prompts, which only reads and can be repeated safely. `why` is the
 * reason of the request's aborted signal.
 */
export function featureFailure(
  server: string,
  request: FeatureRequest,
  failure: Failure,
  why: unknown,
): FeatureAnswer {
  const { method } = request;
  const name = featureCallOf(request);
  const again = `Call ${name} again.`;
  const fail = (code: ToolErrorCode, message: string, retryable: boolean, data?: JsonValue) =>
    failed({ server, tool: name }, code, message, retryable, data === undefined ? {} : { data });
  switch (failure.kind) {
    case 'not_started':
      return fail(
        failure.denied ? 'denied' : 'server_unavailable',
        `Server "${server}" is unavailable: ${failure.error}`,
        !failure.denied,
      );
    case 'ended':
      return fail('server_unavailable', `Server "${server}" is gone: ${failure.reason}. ${again}`, true);
    case 'lost':
      return fail('server_unavailable', `Answer of "${server}" lost: ${failure.message}. ${again}`, true);
    case 'refused':
      return fail(
        'protocol_error',
        `Server "${server}" did not answer ${name}: ${failure.message}.${whereToLook[method] ?? ''}`,
        false,
        failure.data,
      );
    case 'not_offered':
      return fail('unknown_tool', notOffered(server, method), false);
    case 'aborted':
      return isTimeout(why)
        ? fail('timeout', `${name} of "${server}" timed out.`, true)
        : fail('cancelled', `${name} of "${server}" was cancelled.`, true);
  }
}

function notOffered(server: string, method: FeatureRequest['method']): string {
  if (method === 'completion/complete')
    return `Server "${server}" completes no arguments: it did not announce the capability.`;
  if (method === 'resources/subscribe')
    return `Server "${server}" has no resource updates: reread it instead.`;
  return `Server "${server}" has no ${method.startsWith('prompts') ? 'prompts' : 'resources'}: use its tools.`;
}
