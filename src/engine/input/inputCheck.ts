// What the validator asks its thread, and what that answers. Schema and argument come as JSON text: what a server sends may be
// large, and text is the cheapest to hand over.

export type InputCheck =
  | { readonly verdict: 'fits' }
  /** `problem`: one clause for each mistake. */
  | { readonly verdict: 'wrong'; readonly problem: string }
  /** Only the server can say. */
  | { readonly verdict: 'unknown' };

export type InputRequest =
  | { readonly what: 'check'; readonly schema: string; readonly input: string }
  /** The mistakes that a server may find in an input that `check` lets pass. */
  | { readonly what: 'doubts'; readonly schema: string; readonly input: string }
  /** For a call of the tool at `path` that its schema accepts. */
  | { readonly what: 'example'; readonly schema: string; readonly path: string };

/** What the thread is given when it starts: which kind its first request is. */
export interface InputThreadData {
  readonly beginsWith: InputRequest['what'];
}

/** A text that is absent was not found. */
export type InputData =
  InputCheck | { readonly verdict: 'example'; readonly text?: string } | { readonly verdict: 'doubts'; readonly text?: string };
