// Errors of requests about resources and prompts that received no answer. Such requests only read, so they can be
// repeated safely.
import { featureCallOf, type FeatureAnswer, type FeatureRequest } from '../../catalog/index.ts';
import type { ToolErrorCode } from '../../base/callFailure.ts';
import type { JsonValue } from '../../base/json.ts';
import { isTimeout } from '../protocol/errorLine.ts';
import type { RequestOutcome } from '../session/requestOutcome.ts';

const checkUri = ' Check the URI with $resources.list() and $resources.templates().';

const whereToLook: Partial<Record<FeatureRequest['method'], string>> = {
  'resources/read': checkUri,
  'resources/subscribe': checkUri,
  'prompts/get': ' Check the name and arguments with $prompts.list().',
};

type Failure =
  | Exclude<RequestOutcome<never>, { kind: 'done' | 'unauthorized' }>
  /** The server has not announced the capability. */
  | { readonly kind: 'not_offered' }
  | { readonly kind: 'not_started'; readonly error: string; readonly denied?: boolean };

/** `why` is the reason of the request's aborted signal. */
export function featureFailure(
  server: string,
  request: FeatureRequest,
  failure: Failure,
  why: unknown,
): FeatureAnswer {
  const { method } = request;
  const name = featureCallOf(request);
  const fail = (
    code: ToolErrorCode,
    message: string,
    retryable: boolean,
    data?: JsonValue,
  ): FeatureAnswer => ({
    ok: false,
    error: { code, server, tool: name, message, retryable, content: [], ...(data !== undefined && { data }) },
  });
  switch (failure.kind) {
    case 'not_started':
      return fail(
        failure.denied ? 'denied' : 'server_unavailable',
        `Server "${server}" is unavailable: ${failure.error}`,
        !failure.denied,
      );
    case 'ended':
      return fail(
        'server_unavailable',
        `Server "${server}" is gone: ${failure.reason}. Call ${name} again.`,
        true,
      );
    case 'lost':
      return fail(
        'server_unavailable',
        `Answer of "${server}" lost: ${failure.message}. Call ${name} again.`,
        true,
      );
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

export function unknownServer(server: string, request: FeatureRequest): FeatureAnswer {
  const message = `No MCP server "${server}". Check its configuration.`;
  return {
    ok: false,
    error: {
      code: 'unknown_server',
      server,
      tool: featureCallOf(request),
      message,
      retryable: false,
      content: [],
    },
  };
}
