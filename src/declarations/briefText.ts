// Text for a model, which pays for every word: cut where a sentence ends, on one line.

/** Values of one union. */
const MOST_LITERALS = 20;
/** A sentence ends before a capital letter, or with the text; after 。 it always does. */
const SENTENCE_END = /[.!?:](?=\s+[\p{Lu}\p{N}`"'(]|\s*$)|。/gu;
/** Sentences that say what a correct call has to have. */
const DEMAND = /\b(?:must|required|mandatory|always|never)\b/i;
/** Of these, how many times as much as of the others is kept. */
const ROOM_FOR_DEMANDS = 2;
const LITERAL = String.raw`(?:"(?:[^"\\]|\\.)*"|(?<![\w.+-])-?\d[\w.+-]*)`;

/** At most about `most` characters: whole sentences, and after them those that demand something; of one that is longer, its first words. */
export function cutAtSentence(text: string, most: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= most) return line;
  const ends = [...line.matchAll(SENTENCE_END)].map(({ index }) => index + 1);
  // A colon announces what would be cut.
  const end = ends.findLast((candidate) => candidate <= most && line[candidate - 1] !== ':');
  const start = end ?? ends.find((candidate) => line[candidate - 1] !== ':') ?? line.length;
  const room = ROOM_FOR_DEMANDS * most;
  const isWhole = end !== undefined || (start <= room && DEMAND.test(line.slice(0, start)));
  const first = isWhole ? line.slice(0, start) : `${line.slice(0, most).replace(/\s+\S*$/, '')}…`;
  return [first, ...demandsAfter(start, line, ends, room)].join(' ');
}

/** The sentences from `start` on that demand something, as far as there is room. */
function demandsAfter(start: number, line: string, ends: readonly number[], room: number): readonly string[] {
  const bounds = [start, ...ends.filter((end) => end > start && line[end - 1] !== ':'), line.length];
  const sentences = bounds.slice(1).map((end, index) => line.slice(bounds[index], end).trim());
  return sentences.filter((sentence) => DEMAND.test(sentence) && (room -= sentence.length) >= 0);
}

/** Unions of literals keep their first values and say how many others there are. */
export function shortenUnions(text: string, most = MOST_LITERALS): string {
  return text.replace(new RegExp(String.raw`${LITERAL}(?: \| ${LITERAL}){${most},}`, 'g'), (union) => {
    const literals = union.match(new RegExp(LITERAL, 'g')) ?? [];
    return `${literals.slice(0, most).join(' | ')} | … ${literals.length - most} more`;
  });
}
