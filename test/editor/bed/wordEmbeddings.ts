// Embeddings that a test can foresee, in the place of text-embedding-3-small, by which Copilot Chat searches tools: the vector of a text is made
// of its words alone, so two texts are near each other where they share words. With them a test shows which tools Copilot Chat lets the model
// search, that a query with the name of a tool finds it, and what happens to the tools that were found. They cannot show where the real model
// ranks a tool for a request in other words: they know no synonyms, no grammar and no other language.

/** As many as Copilot Chat asks for. */
const dimensions = 512;

const stopWords = new Set(
  (
    'a all also an and any are as at be been but by can do each for from had has have how if in into is it its me more most my no not of off on ' +
    'only or other our out over per so some such than that the their them then they this to under up use used using via we what when where which ' +
    'who will with you your'
  ).split(' '),
);

/** The same for the same text at all times, of length one; all zeros for a text without words. */
export function wordEmbedding(text: string): readonly number[] {
  const counts = new Map<string, number>();
  for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const vector = new Array<number>(dimensions).fill(0);
  // A word that is repeated counts less each time.
  for (const [word, count] of counts) vector[place(word)] = (vector[place(word)] ?? 0) + Math.sqrt(count);
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

/**
 * An identifier counts by its parts and as a whole: `execute`, `code` and `executeCode`. The whole is rarer and tells more than a part, so it
 * counts as often as nine of them.
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

/** FNV-1a. */
function place(word: string): number {
  let hash = 2_166_136_261;
  for (const character of word) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619);
  return (hash >>> 0) % dimensions;
}
