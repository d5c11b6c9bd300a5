// The error that a script gets for a failed call.
import type { CallFailure } from '../../base/callFailure.ts';

/** The host's description of a failed call, as parsed from JSON. A script may create errors with any code. */
export interface ToolFailure extends Pick<
  CallFailure,
  'server' | 'tool' | 'message' | 'retryable' | 'retryAfterMs'
> {
  readonly code: string;
  readonly content: readonly unknown[];
  readonly data?: unknown;
}

export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly code: string;
  readonly server: string;
  readonly tool: string;
  readonly retryable: boolean;
  readonly content: readonly unknown[];
  /** These two fields are only declared, so that an error without them has no such property. */
  declare readonly retryAfterMs?: number;
  declare readonly data?: unknown;

  /** Scripts may create tool errors of their own: every field except the message has a default. */
  constructor(message: string, failure: Partial<ToolFailure> = {}) {
    super(message);
    // The property is not enumerable, like `name` on every error, so that logs and results show only the fields of the
    // failure.
    Object.defineProperty(this, 'name', { enumerable: false });
    this.code = failure.code ?? 'tool_failed';
    this.server = failure.server ?? '';
    this.tool = failure.tool ?? '';
    this.retryable = failure.retryable ?? false;
    this.content = failure.content ?? [];
    if (failure.retryAfterMs !== undefined) this.retryAfterMs = failure.retryAfterMs;
    if (failure.data !== undefined) this.data = failure.data;
  }
}
