// Error for a client of the proxy, in the format of OpenAI's API.
import type { JsonObject } from '../../base/json.ts';

/** Fields of an error that only some errors have. */
interface ChatErrorDetails {
  readonly type?: string;
  /** The invalid field of the request. */
  readonly param?: string;
}

export class ChatError extends Error {
  override readonly name = 'ChatError';
  readonly status: number;
  readonly body: JsonObject;

  /** `message` says what failed and what to do. */
  constructor(status: number, code: string | null, message: string, details: ChatErrorDetails = {}) {
    super(message);
    this.status = status;
    const { type = 'invalid_request_error', param = null } = details;
    this.body = { error: { message, type, param, code } };
  }
}

export function invalid(param: string, message: string, code = 'invalid_value'): ChatError {
  return new ChatError(400, code, `${param}: ${message}`, { param });
}

export function upstreamFailed(message: string, code = 'upstream_failed'): ChatError {
  return new ChatError(502, code, message, { type: 'upstream_error' });
}
