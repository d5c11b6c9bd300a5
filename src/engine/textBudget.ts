// The length of text that a reader can take, counted in the reader's own tokens.

export interface TextBudget {
  readonly tokens: number;
  /** Maximum length of text in characters that reaches the reader unshortened, whatever its tokens. */
  readonly characters?: number;
  /** Counts the tokens of a text with the reader's own tokenizer; without one, four characters count as one token. */
  count(text: string): PromiseLike<number> | number;
}

/** Default for a reader that gives no budget; most models can take this length. */
export const defaultBudget: TextBudget = { tokens: 10_000, count: (text) => Math.ceil(text.length / 4) };
