// Errors of tool calls, and of requests about resources and prompts, that received no answer. They are worded for the
// script that catches them and the model that reads them.
import { featureCallOf, type FeatureRequest, type HintedEffect } from '../../catalog/index.ts';
import type { JsonValue } from '../../base/json.ts';
import type { CallFailure, ToolErrorCode } from '../../base/callFailure.ts';
import { failureKind } from '../../base/text/failureKind.ts';
import { errorLine, isTimeout } from '../protocol/errorLine.ts';
import type { Served } from './serverLifecycle.ts';

interface Failed {
  readonly ok: false;
  readonly error: CallFailure;
}

/** The called tool, or the function with which a script requests resources or prompts. */
type Called = Pick<CallFailure, 'server' | 'tool'>;
type Unanswered = Exclude<Served<never>, { kind: 'done' }>;

function failed(
  called: Called,
  code: ToolErrorCode,
  message: string,
  retryable: boolean,
  { hint, ...details }: Pick<CallFailure, 'hint' | 'rpcCode' | 'data'> = {},
): Failed {
  const hinted = hint === undefined ? {} : { hint };
  return { ok: false, error: { code, ...called, message, ...hinted, retryable, content: [], ...details } };
}

export function unknownServer(server: string, tool: string): Failed {
  const message = `No MCP server "${server}". Check its configuration.`;
  return failed({ server, tool }, 'unknown_server', message, false);
}

/** `nearest` lists similar names among the server's current tools. */
export function goneTool(called: Called, nearest: readonly string[]): Failed {
  const hint = nearest.length > 0 ? `Did you mean ${nearest.join(' or ')}?` : 'Search its tools again.';
  const text = `Server "${called.server}" no longer has the tool "${called.tool}".`;
  return failed(called, 'unknown_tool', text, false, { hint });
}

/** The tool's current annotations allow a more dangerous effect than the annotations that the caller has seen. */
export function graverNow(called: Called, effect: HintedEffect): Failed {
  const can = effect === 'destroys' ? 'can destroy' : 'can write';
  const text = `Not called: server "${called.server}" now says that "${called.tool}" ${can}.`;
  return failed(called, 'denied', text, true, { hint: 'Rerun the script.' });
}

/** The server has reserved the tool for its own app since the caller saw it. */
export function appOnlyNow(called: Called): Failed {
  const text = `Not called: server "${called.server}" now keeps "${called.tool}" for its app (MCP Apps).`;
  return failed(called, 'excluded', text, false, { hint: 'Use another tool.' });
}

/** `asked` is true if the server may have executed the call although the answer was lost. */
const didRun = (asked: boolean) => (asked ? 'The tool may have run.' : 'The tool did not run.');

/** JSON-RPC 2.0, section 5.1. */
const internalError = -32_603;

interface CallState {
  /** True if the server may have received the call. Default: it has not. */
  readonly isSent?: boolean;
  /** True if the server has begun a task for the call. */
  readonly hasTask?: boolean;
  /** Reason of the call's aborted signal, which tells a timeout from a cancellation. */
  readonly why?: unknown;
}

/** Returns the error of a call that received no result. */
export function callFailure(
  called: Called,
  failure: Unanswered,
  { isSent = false, hasTask = false, why }: CallState = {},
): Failed {
  const { server, tool } = called;
  const fail = (code: ToolErrorCode, message: string, retryable: boolean) =>
    failed(called, code, message, retryable);
  const lost = (reason: string) =>
    fail('server_unavailable', `Answer of "${tool}" lost: ${reason}. ${didRun(true)}`, false);
  switch (failure.kind) {
    case 'not_started': {
      const { error, denied = false } = failure;
      if (hasTask) return lost(`its task's result is unavailable: ${errorLine(error)}`);
      const message = `Server "${server}" is unavailable: ${error} The tool did not run.`;
      return fail(denied ? 'denied' : 'server_unavailable', message, !denied);
    }
    case 'lost':
      return lost(failure.message);
    case 'refused': {
      const { message, code, data } = failure;
      const kind = failureKind(message);
      // Servers also report invalid input as an internal error.
      const isOwnFault = code === internalError && kind !== 'input' && kind !== 'missing';
      const happened = isOwnFault ? 'failed in' : 'rejected';
      const text = `Server "${server}" ${happened} the call of "${tool}": ${message}.`;
      return failed(called, 'protocol_error', text, false, {
        ...(code !== undefined && { rpcCode: code }),
        ...(data !== undefined && { data }),
      });
    }
    case 'ended': {
      const message = `Server "${server}" is gone: ${failure.reason}. ${didRun(failure.asked)}`;
      return fail('server_unavailable', message, !failure.asked);
    }
    case 'aborted': {
      const timedOut = isTimeout(why);
      const message = `Call of "${tool}" ${timedOut ? 'timed out' : 'was cancelled'}. ${didRun(isSent)}`;
      return fail(timedOut ? 'timeout' : 'cancelled', message, !isSent);
    }
  }
}

const checkUri = ' Check the URI with $resources.list() and $resources.templates().';

const whereToLook: Partial<Record<FeatureRequest['method'], string>> = {
  'resources/read': checkUri,
  'resources/subscribe': checkUri,
  'prompts/get': ' Check the name and arguments with $prompts.list().',
};

/**
 * Returns the error of a request about resources or prompts, which only reads and can be repeated safely. `why` is the
 * reason of the request's aborted signal. `not_offered`: the server has not announced the capability.
 */
export function featureFailure(
  server: string,
  request: FeatureRequest,
  failure: Unanswered | { readonly kind: 'not_offered' },
  why: unknown,
): Failed {
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
