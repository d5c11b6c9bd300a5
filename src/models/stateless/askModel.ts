// Interface to the upstream model for code over a request's tools. Requests have the form of chat completions, whatever
// protocol the model speaks.
import type { JsonObject } from '../../base/json.ts';
import type { ModelToolCall } from './turnState.ts';

export interface ChatModelRequest {
  readonly messages: readonly JsonObject[];
  readonly tools: readonly JsonObject[];
  /** True if `tools` are the client's own tools, offered after several scripts that failed at once. */
  readonly asTools: boolean;
  /** True if the model has already been asked in this request of the client. */
  readonly isLater: boolean;
  /** True if the model must call the only tool of the request. */
  readonly mustCall?: boolean;
  /** True if the client must not see the text of the answer. */
  readonly isHidden?: boolean;
}

export interface ChatModelAnswer {
  /** The message without its calls: `role`, `content`, and further fields of its server. */
  readonly message: JsonObject;
  readonly calls: readonly ModelToolCall[];
  readonly finishReason: string;
  readonly usage: JsonObject | undefined;
}

/** Asks the model and reports the text of the answer while it arrives. An error ends the client's request. */
export type AskModel = (request: ChatModelRequest, signal: AbortSignal) => Promise<ChatModelAnswer>;

/** A tool call for the client. */
export interface RequestedToolCall {
  readonly id: string;
  readonly name: string;
  /** Arguments as JSON. */
  readonly text: string;
  /** Further fields of the model's call. */
  readonly more?: JsonObject;
}
