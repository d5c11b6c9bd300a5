// The requests of the validator to its thread, and the replies. Schema and argument are passed as JSON text, which is
// the cheapest form to transfer a large value.

export type InputCheck =
  | { readonly verdict: 'fits' }
  /** `problem` has one clause for each mistake. */
  | { readonly verdict: 'wrong'; readonly problem: string }
  /** Only the server can decide. */
  | { readonly verdict: 'unknown' };

export type InputRequest =
  | { readonly what: 'check'; readonly schema: string; readonly input: string }
  /** Asks for mistakes that a server may find in an input which `check` accepts. */
  | { readonly what: 'doubts'; readonly schema: string; readonly input: string }
  /** Asks for an example call of the tool at `path` that its schema accepts. */
  | { readonly what: 'example'; readonly schema: string; readonly path: string };

/** The data that the thread receives when it starts: the kind of its first request. */
export interface InputThreadData {
  readonly beginsWith: InputRequest['what'];
}

/** An absent `text` means that nothing was found. */
export type InputData =
  | InputCheck
  | { readonly verdict: 'example'; readonly text?: string }
  | { readonly verdict: 'doubts'; readonly text?: string };
