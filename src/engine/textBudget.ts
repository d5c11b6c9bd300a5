// How much text a reader can take, counted in the reader's own tokens.

export interface TextBudget {
  readonly tokens: number;
  /** The longest text that reaches the reader as it is, whatever its tokens. */
  readonly characters?: number;
  /** Tokens of a text, by the reader's own tokenizer; about four characters each when there is none. */
  count(text: string): PromiseLike<number> | number;
}

/** For a reader who does not say: what most models take easily. */
export const defaultBudget: TextBudget = { tokens: 10_000, count: (text) => Math.ceil(text.length / 4) };
