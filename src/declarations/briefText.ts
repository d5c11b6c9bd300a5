// Text for a model, which pays for every word: cut where a sentence ends, on one line.

/** Values of one union. */
const MOST_LITERALS = 20;
/** A sentence ends before a capital letter, or with the text; after 。 it always does. */
const SENTENCE_END = /[.!?:](?=\s+[\p{Lu}\p{N}`"'(]|\s*$)|。/gu;

/** At most about `most` characters: whole sentences; of one that alone is longer, its first words. */
export function cutAtSentence(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= most) return line;
  const ends = [...line.slice(0, most + 1).matchAll(SENTENCE_END)].map(({ index }) => index + 1).filter((end) => end <= most);
  // A colon announces what would be cut.
  const end = ends.findLast((candidate) => line[candidate - 1] !== ':');
  if (end !== undefined) return line.slice(0, end);
  return `${line.slice(0, most).replace(/\s+\S*$/, '')}…`;
}

/** Unions of literals keep their first values and say how many there are. */
export function shortenUnions(text: string): string {
  const literal = String.raw`(?:"(?:[^"\\]|\\.)*"|-?\d[\w.+-]*)`;
  return text.replace(new RegExp(String.raw`${literal}(?: \| ${literal}){${MOST_LITERALS},}`, 'g'), (union) => {
    const literals = union.match(new RegExp(literal, 'g')) ?? [];
    return `${literals.slice(0, MOST_LITERALS).join(' | ')} | ... (${literals.length} values)`;
  });
}
