// Shortens text for a model, which pays for every word: cuts at the end of a sentence, and writes one line.

/** Maximum number of values of one union. */
const MOST_LITERALS = 20;
/** A sentence ends before a capital letter, or with the text; after 。 it always does. */
const SENTENCE_END = /[.!?:](?=\s+[\p{Lu}\p{N}`"'(]|\s*$)|。/gu;
/** Recognises sentences that state what a correct call needs. */
const DEMAND = /\b(?:must|required|mandatory|always|never)\b/i;
/** Factor of the length limit for these sentences. */
const ROOM_FOR_DEMANDS = 2;
const LITERAL = String.raw`(?:"(?:[^"\\]|\\.)*"|(?<![\w.+-])-?\d[\w.+-]*)`;

/**
 * Shortens a text to about `most` characters. Keeps whole sentences, then later sentences that make demands. If the
 * first sentence is too long, keeps its first words.
 */
export function cutAtSentence(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= most) return line;
  const ends = [...line.matchAll(SENTENCE_END)].map(({ index }) => index + 1);
  // A colon announces text that would be cut.
  const end = ends.findLast((candidate) => candidate <= most && line[candidate - 1] !== ':');
  const start = end ?? ends.find((candidate) => line[candidate - 1] !== ':') ?? line.length;
  const room = ROOM_FOR_DEMANDS * most;
  const isWhole = end !== undefined || (start <= room && DEMAND.test(line.slice(0, start)));
  const first = isWhole ? line.slice(0, start) : `${line.slice(0, most).replace(/\s+\S*$/, '')}…`;
  return [first, ...demandsAfter(start, line, ends, room)].join(' ');
}

/** Returns the sentences from `start` on that make demands, as far as there is room. */
function demandsAfter(start: number, line: string, ends: readonly number[], room: number): readonly string[] {
  const bounds = [start, ...ends.filter((end) => end > start && line[end - 1] !== ':'), line.length];
  const sentences = bounds.slice(1).map((end, index) => line.slice(bounds[index], end).trim());
  return sentences.filter((sentence) => DEMAND.test(sentence) && (room -= sentence.length) >= 0);
}

/** Shortens unions of literals to their first values and the number of the others. */
export function shortenUnions(text: string, most = MOST_LITERALS): string {
  return text.replace(new RegExp(String.raw`${LITERAL}(?: \| ${LITERAL}){${most},}`, 'g'), (union) => {
    const literals = union.match(new RegExp(LITERAL, 'g')) ?? [];
    return `${literals.slice(0, most).join(' | ')} | … ${literals.length - most} more`;
  });
}
