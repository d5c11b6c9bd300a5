// Estimates how many tokens names and signatures have, for the editor, which does not load a tokenizer's vocabulary. `tokenx` counts a
// camelCase name as one word and so reaches only two thirds of what o200k counts in lists of names.

/** A word of a camelCase name, up to three digits, punctuation, or one character of another script. */
const piece = /[A-Z]?[a-z]+|[A-Z]+|\d{1,3}|[^\w\s]+|_|\n|\S/gu;
/** Most words of tool names up to this length are one token of o200k. */
const charactersOfToken = 7;

export function signatureTokens(text: string): number {
  let tokens = 0;
  for (const [found] of text.matchAll(piece)) tokens += Math.ceil(found.length / charactersOfToken);
  return tokens;
}
