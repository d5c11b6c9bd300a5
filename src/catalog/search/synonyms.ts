// Words with the same or a related meaning in requests for tools, each with a confidence.
import { HINTS } from './everydayWords.ts';
import { meaningsIn, stemOf } from './searchTerms.ts';
import { CLOSE, RELATED } from './thesaurus.ts';

const CONFIDENCE = { close: 0.75, hint: 0.6, related: 0.45 };

/** Keys and values are terms as `termsOf` returns them. */
export class Synonyms {
  readonly #meanings = new Map<string, Map<string, number>>();

  constructor() {
    for (const group of listed(CLOSE)) this.#addGroup(group, CONFIDENCE.close);
    for (const [said, meant] of meaningsIn(HINTS)) {
      for (const other of termsIn(meant)) this.#add(stemOf(said), other, CONFIDENCE.hint);
    }
    for (const group of listed(RELATED)) this.#addGroup(group, CONFIDENCE.related);
  }

  /** Returns the synonyms of the term without the term itself, with their confidences. */
  of(term: string): ReadonlyMap<string, number> {
    return this.#meanings.get(term) ?? NONE;
  }

  /** All words that have synonyms. */
  get words(): Iterable<string> {
    return this.#meanings.keys();
  }

  has(term: string): boolean {
    return this.#meanings.has(term);
  }

  #addGroup(group: string, confidence: number): void {
    const terms = termsIn(group);
    for (const term of terms) for (const other of terms) this.#add(term, other, confidence);
  }

  /** Keeps the first confidence of a pair of words, because the surest lists are added first. */
  #add(term: string, other: string, confidence: number): void {
    if (term === other) return;
    const known = this.#meanings.get(term) ?? new Map<string, number>();
    if (!known.has(other)) known.set(other, confidence);
    this.#meanings.set(term, known);
  }
}

const NONE: ReadonlyMap<string, number> = new Map();

function listed(entries: string): readonly string[] {
  return entries.split(/[;\n]/).filter((entry) => entry.trim() !== '');
}

function termsIn(words: string): readonly string[] {
  return words.trim().split(/\s+/).map(stemOf);
}
