// The failure of a tool call as data. The failure crosses the border of the sandbox, where it is thrown as a
// `ToolError`, a real `Error`, so that a script can catch it and a model can read it.
import type { ContentBlock } from './contentBlock.ts';
import type { JsonValue } from './json.ts';

/** The closed set of codes for the failure of one tool call. */
export type ToolErrorCode =
  | 'unknown_server' // this run's snapshot has no server with this name
  | 'unknown_tool' // the server has no such tool
  | 'excluded' // a pattern of `codeMode.excludedTools` names it
  | 'invalid_input' // the argument does not fit the tool's input schema; the server was not asked
  | 'denied' // the user, or a policy, denied the call
  | 'tool_failed' // the tool ran and answered `isError`
  | 'protocol_error' // the server answered with a JSON-RPC error or with something that is not MCP
  | 'server_unavailable' // the server could not be started, or died before or during the call
  | 'timeout' // the server did not answer in time: the tool may have run
  | 'cancelled' // the run was cancelled: the tool may have run
  | 'dry_run' // a dry run did not send the call; the script fails only where it needs the result
  | 'limit_exceeded'; // a limit of the run: calls, size of an input or a result

/** The answer arrives in a later step of the run, which ends here. No script receives this code. */
type UnansweredCode = 'unanswered';

/** The failure of one call. */
export interface CallFailure {
  readonly code: ToolErrorCode | UnansweredCode;
  readonly server: string;
  readonly tool: string;
  /** One or two sentences that say what failed. */
  readonly message: string;
  /** The next step; absent if `code` and `message` say enough. In scripts the hint is appended to `message`. */
  readonly hint?: string;
  /** True if the same call may succeed later unchanged, and a repetition cannot cause an effect twice. */
  readonly retryable: boolean;
  /** Milliseconds after which the server wants to be called again. */
  readonly retryAfterMs?: number;
  /** True if the call can write, reached its server, and the failure does not prove that nothing happened. */
  readonly mayHaveTakenEffect?: true;
  /** Code of the JSON-RPC error with which the server answered; absent for other answers. */
  readonly rpcCode?: number;
  /** Content of the tool's answer with `isError`; empty for other failures. */
  readonly content: readonly ContentBlock[];
  /**
   * `error.data` of the JSON-RPC error with which the server answered. `message` contains the beginning of this value.
   */
  readonly data?: JsonValue;
}
