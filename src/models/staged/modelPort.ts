// The interface to the language model that the caller provides: one request at a time, the answer in pieces.
import type { JsonObject } from '../../base/json.ts';

export interface ModelTool {
  /** Letters, digits, `_` and `-`; at most 64 characters. */
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
}

export interface ModelCall {
  readonly id: string;
  readonly name: string;
  /** Unchecked input as the model wrote it. */
  readonly input: unknown;
}

export type ModelMessage =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls?: readonly ModelCall[] }
  /** Results of all calls of the message before. */
  | { readonly role: 'results'; readonly results: readonly { readonly id: string; readonly text: string }[] };

export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  readonly tools?: readonly ModelTool[];
  /** True if the model must call a tool; allowed only with exactly one tool. */
  readonly mustCall?: boolean;
  /** True if the user sees the text of the answer while it arrives. */
  readonly streams?: boolean;
  readonly signal: AbortSignal;
}

export type ModelPiece =
  /** `isShown` is true if the port has already shown the text to the user. */
  | { readonly kind: 'text'; readonly text: string; readonly isShown?: boolean }
  | { readonly kind: 'call'; readonly call: ModelCall };

export interface ModelPort {
  /** Ends soon after the signal is aborted. Throws if the model fails. */
  ask(request: ModelRequest): AsyncIterable<ModelPiece>;
}
