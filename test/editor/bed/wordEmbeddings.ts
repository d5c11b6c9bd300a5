// Predictable embeddings in place of text-embedding-3-small, with which Copilot Chat searches tools: the vector of a
// text depends only on its words, so two texts are similar if they share words. With them a test shows which tools
// Copilot Chat lets the model search, that a query with the name of a tool finds it, and the use of the found tools.
// They cannot show the rank that the real model gives a tool for a request in other words: they know no synonyms, no
// grammar and no other language.
import { createHash } from 'node:crypto';

/**
 * The number of dimensions. Copilot Chat requests 512 but compares vectors of any length; with this many, two words
 * rarely share a dimension.
 */
const dimensions = 16_384;

const stopWords = new Set(
  (
    'a all also an and any are as at be been but by can do each for from had has have how if in into is it its me more most my no not of off on ' +
    'only or other our out over per so some such than that the their them then they this to under up use used using via we what when where which ' +
    'who will with you your'
  ).split(' '),
);

/** Returns a vector of length one that is always the same for the same text; all zeros for a text without words. */
export function wordEmbedding(text: string): readonly number[] {
  const vector = new Array<number>(dimensions).fill(0);
  for (const [word, weight] of wordWeights(text)) {
    const dimension = createHash('sha256').update(word).digest().readUInt32LE(0) % dimensions;
    vector[dimension] = (vector[dimension] ?? 0) + weight;
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

/** Returns the words of a text with their weights: a repeated word counts less each time. */
function wordWeights(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  // All names of MCP tools begin alike in VS Code, so the prefix distinguishes none.
  for (const word of wordsOf(text.replace(/^mcp_/, ''))) counts.set(word, (counts.get(word) ?? 0) + 1);
  return new Map([...counts].map(([word, count]) => [word, Math.sqrt(count)]));
}

/**
 * An identifier counts by its parts and as a whole: `execute`, `code` and `executeCode`. The whole is rarer and more
 * significant than a part, so it counts as often as nine parts.
 */
function wordsOf(text: string): readonly string[] {
  return (text.match(/\w+/g) ?? []).flatMap((identifier) => {
    const parts = identifier
      .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[ _]+/);
    const words = parts.filter((part) => part.length > 1 && !stopWords.has(part)).map(stem);
    return parts.length > 1 ? [...words, ...new Array<string>(9).fill(identifier.toLowerCase())] : words;
  });
}

function stem(word: string): string {
  return word.replace(/ies$/, 'y').replace(/(ing|ed|es|s)$/, '');
}
