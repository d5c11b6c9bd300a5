// What of a tool's description is its own: some servers begin each with the same sentence, often of themselves, and what a
// tool does is read from how its description begins.
import type { CatalogServer } from '../catalogSnapshot.ts';

/** Of so many tools, a sentence that this share of them begins with is the server's. */
const MANY = { tools: 4, share: 0.6, asked: 200 };
const LONGEST_SENTENCE = 200;
const MOST_SENTENCES = 3;

/** The beginning that most descriptions of a server share, by whole sentences; '' for none. */
export function sharedOpening({ tools }: Pick<CatalogServer, 'tools'>): string {
  const texts = tools.slice(0, MANY.asked).map(({ description }) => description.trimStart());
  const least = Math.max(MANY.tools, texts.length * MANY.share);
  let opening = '';
  for (let sentence = 0; sentence < MOST_SENTENCES; sentence += 1) {
    const counts = new Map<string, number>();
    for (const text of texts) {
      const longer = text.startsWith(opening) ? text.slice(0, sentenceEnd(text, opening.length)) : '';
      if (longer.length > opening.length) counts.set(longer, (counts.get(longer) ?? 0) + 1);
    }
    const shared = [...counts].find(([, count]) => count >= least)?.[0];
    if (shared === undefined) return opening;
    opening = shared;
  }
  return opening;
}

/** A description that is nothing but the opening keeps it. */
export function ownDescription(description: string, opening: string): string {
  const text = description.trimStart();
  return text.startsWith(opening) ? text.slice(opening.length).trimStart() || text : text;
}

/** After the sentence that begins there, or at the same place where none ends soon. */
function sentenceEnd(text: string, from: number): number {
  const sentence = /^\s*[^\s][^]*?(?:[.!?](?=\s|$)|\n)/.exec(text.slice(from, from + LONGEST_SENTENCE))?.[0] ?? '';
  return from + sentence.length;
}
