// What the stages need of a language model: one request at a time, its answer in pieces. The front door has the model.
import type { JsonObject } from '../base/json.ts';

export interface ModelTool {
  /** Letters, digits, `_` and `-`; at most 64. */
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
}

export interface ModelCall {
  readonly id: string;
  readonly name: string;
  /** As the model wrote it: anything. */
  readonly input: unknown;
}

export type ModelMessage =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls?: readonly ModelCall[] }
  /** Of all calls of the message before. */
  | { readonly role: 'results'; readonly results: readonly { readonly id: string; readonly text: string }[] };

export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  readonly tools?: readonly ModelTool[];
  /** Whether the model has to call a tool; only with exactly one. */
  readonly mustCall?: boolean;
  /** Whether the user sees the text of the answer while it comes. */
  readonly streams?: boolean;
  readonly signal: AbortSignal;
}

export type ModelPiece =
  /** `isShown`: the port has shown it to the user itself. */
  { readonly kind: 'text'; readonly text: string; readonly isShown?: boolean } | { readonly kind: 'call'; readonly call: ModelCall };

export interface ModelPort {
  /** Ends soon after the signal aborts. Throws where the model fails. */
  ask(request: ModelRequest): AsyncIterable<ModelPiece>;
}
