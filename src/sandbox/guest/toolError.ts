// The error of a call that did not give what the script asked for.

/** What the host says of a failed call, as JSON. */
export interface ToolFailure {
  readonly code: string;
  readonly server: string;
  readonly tool: string;
  readonly message: string;
  readonly retryable: boolean;
  readonly retryAfterMs?: number;
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
  /** These two are declared alone: an error without them has no such field. */
  declare readonly retryAfterMs?: number;
  declare readonly data?: unknown;

  /** Scripts may make their own: everything but the message has a default. */
  constructor(message: string, failure: Partial<ToolFailure> = {}) {
    super(message);
    // Not enumerable, as `name` is on every error: logs and results show the fields of the failure only.
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
