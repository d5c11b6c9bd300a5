// Why a tool call failed, as data. It crosses the sandbox's border and is thrown there as a `ToolError`, a real
// `Error`, so that a script can catch it and a model can read it.
import type { ContentBlock } from './contentBlock.ts';
import type { JsonValue } from '../base/json.ts';

/** The closed set of reasons for which one tool call can fail. */
export type ToolErrorCode =
  | 'unknown_server' // no server of that name in this run's snapshot
  | 'unknown_tool' // the server has no such tool
  | 'excluded' // a pattern of `codeMode.excludedTools` names it
  | 'invalid_input' // the argument does not fit the tool's input schema; the server was not asked
  | 'denied' // a person, or the policy, said no
  | 'tool_failed' // the tool ran and answered `isError`
  | 'protocol_error' // the server answered with a JSON-RPC error or with something that is not MCP
  | 'server_unavailable' // the server could not be started, or died before or during the call
  | 'timeout' // the server did not answer in time: whether the tool ran is unknown
  | 'cancelled' // the run was cancelled: whether the tool ran is unknown
  | 'dry_run' // a dry run did not send it; the script meets this only where it needs the result
  | 'limit_exceeded'; // a limit of the run: calls, size of an input or a result

/** Its answer comes in a later step of the run, which ends here: no script meets this. */
type UnansweredCode = 'unanswered';

/** One failed call. */
export interface CallFailure {
  readonly code: ToolErrorCode | UnansweredCode;
  readonly server: string;
  readonly tool: string;
  /** What failed, in one or two sentences. */
  readonly message: string;
  /** What to do next, where more is known than `code` and `message` say. In scripts it is the end of `message`. */
  readonly hint?: string;
  /** True when the same call may succeed later without change, and repeating it does not make anything happen twice. */
  readonly retryable: boolean;
  /** Milliseconds after which its server wants to be called again. */
  readonly retryAfterMs?: number;
  /** The call can write, its server had it, and the failure does not prove that nothing happened. */
  readonly mayHaveTakenEffect?: true;
  /** The code of the JSON-RPC error with which the server answered; absent where it answered otherwise. */
  readonly rpcCode?: number;
  /** What the tool itself said, when it answered `isError`. */
  readonly content: readonly ContentBlock[];
  /** `error.data` of the JSON-RPC error with which the server answered. `message` has its beginning. */
  readonly data?: JsonValue;
}
