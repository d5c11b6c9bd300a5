// Predictable embeddings in place of text-embedding-3-small, with which Copilot Chat searches tools: the vector of a
// text depends only on its words, so two texts are similar if they share words. With them a test shows which tools
// Copilot Chat lets the model search, that a query with the name of a tool finds it, and the use of the found tools.
// They cannot show the rank that the real model gives a tool for a request in other words: they know no synonyms, no
// grammar and no other language.
import { createHash } from 'node:crypto';

/** The number of dimensions that Copilot Chat requests. */
const dimensions = 512;

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
    for (const [place, sign] of placesOf(word)) vector[place] = (vector[place] ?? 0) + sign * weight;
  }
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

/** Returns the words of a text with their weights: a repeated word counts less each time. */
export function wordWeights(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
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

/**
 * Returns the dimensions of a word with their signs. Each word has several, because two words that share their only
 * dimension would be the same word.
 */
function placesOf(word: string): readonly (readonly [place: number, sign: 1 | -1])[] {
  const bytes = createHash('sha256').update(word).digest();
  return Array.from({ length: bytes.length / 2 }, (_, at) => {
    const number = bytes.readUInt16LE(2 * at);
    return [number % dimensions, number & 0x80_00 ? 1 : -1];
  });
}
