// Error for a client of the proxy, in the format of OpenAI's API.
import type { JsonObject } from '../../base/json.ts';

interface ChatErrorParts {
  readonly status: number;
  /** Says what failed and what to do. */
  readonly message: string;
  readonly type?: string;
  /** The invalid field of the request. */
  readonly param?: string;
  readonly code?: string;
}

export class ChatError extends Error {
  override readonly name = 'ChatError';
  readonly #parts: ChatErrorParts;

  constructor(parts: ChatErrorParts) {
    super(parts.message);
    this.#parts = parts;
  }

  get status(): number {
    return this.#parts.status;
  }

  get body(): JsonObject {
    const { message, type = 'invalid_request_error', param = null, code = null } = this.#parts;
    return { error: { message, type, param, code } };
  }
}

export function invalid(param: string, message: string, code = 'invalid_value'): ChatError {
  return new ChatError({ status: 400, message: `${param}: ${message}`, param, code });
}

export function upstreamFailed(message: string, code = 'upstream_failed'): ChatError {
  return new ChatError({ status: 502, message, type: 'upstream_error', code });
}
