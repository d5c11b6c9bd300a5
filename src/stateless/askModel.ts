// The model behind, as code over a request's tools needs it: asked with messages and tools in the form of chat completions, whatever it speaks.
import type { JsonObject } from '../base/json.ts';
import type { ModelToolCall } from './turnState.ts';

export interface ModelRequest {
  readonly messages: readonly JsonObject[];
  readonly tools: readonly JsonObject[];
  /** Whether these are the client's own tools, after scripts that failed at once. */
  readonly asTools: boolean;
  /** Whether the model has been asked already in this request of the client's. */
  readonly isLater: boolean;
  /** Whether the model has to call the one tool of the request. */
  readonly mustCall?: boolean;
  /** Whether the client is not to see what the model says. */
  readonly isHidden?: boolean;
}

/** One answer of the model's. */
export interface ModelAnswer {
  /** Without its calls: `role`, `content`, and what else its server writes. */
  readonly message: JsonObject;
  readonly calls: readonly ModelToolCall[];
  readonly finishReason: string;
  readonly usage: JsonObject | undefined;
}

/** Says what the model says while it says it. What it throws ends the request of the client's. */
export type AskModel = (request: ModelRequest, signal: AbortSignal) => Promise<ModelAnswer>;

/** A tool call as the client gets it. */
export interface ClientCall {
  readonly id: string;
  readonly name: string;
  /** JSON. */
  readonly text: string;
  /** What else the model's call had. */
  readonly more?: JsonObject;
}
