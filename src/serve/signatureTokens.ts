// Estimates the number of tokens of tool names and signatures. The editor uses the estimate because it does not load a
// tokenizer's vocabulary. `tokenx` counts a camelCase name as one word, and so reaches only two thirds of the o200k
// count in lists of names.

/** Matches a word of a camelCase name, up to three digits, punctuation, or one character of another script. */
const piece = /[A-Z]?[a-z]+|[A-Z]+|\d{1,3}|[^\w\s]+|_|\n|\S/gu;
/**
 * Maximum length of a word that counts as one token: most words of tool names up to this length are one token of o200k.
 */
const charactersOfToken = 7;

export function signatureTokens(text: string): number {
  let tokens = 0;
  for (const [found] of text.matchAll(piece)) tokens += Math.ceil(found.length / charactersOfToken);
  return tokens;
}
