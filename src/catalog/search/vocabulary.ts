// Finds the terms of an index that a word of a query may mean: the word itself, its synonyms, a longer or shorter form,
// two words written as one or one as two, and, if nothing else matches, a word with a similar spelling.
import { distance } from 'fastest-levenshtein';
import { compareCodeUnits } from '../names.ts';
import { stemOf } from './searchTerms.ts';
import type { Synonyms } from './synonyms.ts';

/** A term of the index, with the confidence that the word means it, from 0 to 1. */
export interface Expansion {
  readonly term: string;
  readonly confidence: number;
}

const CONFIDENCE = { compound: 0.9, part: 0.6, longer: 0.7, typo: 0.8, twoTypos: 0.5 };
/** Maximum number of longer forms of one word: a server may list tens of thousands of words that begin alike. */
const MOST_LONGER = 200;
/** Maximum number of words of one length with which a word is compared. */
const MOST_ALIKE = 2_000;
const SHORTEST_PART = 3;
const SHORTEST_TYPO = 4;
const SHORTEST_TWO_TYPOS = 8;

export class Vocabulary {
  readonly #known = new Set<string>();
  /** Terms by their first letters and by length, so that a query compares only few terms. */
  readonly #byStart = new Map<string, string[]>();
  readonly #byLength = new Map<number, string[]>();
  readonly #synonyms: Synonyms;

  constructor(synonyms: Synonyms) {
    this.#synonyms = synonyms;
    for (const word of synonyms.words) listIn(this.#byLength, word.length).push(word);
  }

  add(term: string): void {
    if (this.#known.has(term)) return;
    this.#known.add(term);
    listIn(this.#byStart, term.slice(0, SHORTEST_PART)).push(term);
    if (!this.#synonyms.has(term)) listIn(this.#byLength, term.length).push(term);
  }

  /** Returns a word's meanings, roughly surest first, for its neighbours in the query. Some may be in no text. */
  expansions(word: string, before?: string, after?: string): readonly Expansion[] {
    const joined = [before !== undefined ? before + word : '', after !== undefined ? word + after : ''];
    const compounds = joined.filter((term) => this.#known.has(term));
    const related = [
      ...compounds.map((term) => ({ term, confidence: CONFIDENCE.compound })),
      ...this.#synonymsOf(word, 1),
    ];
    if (this.#known.has(word))
      return [{ term: word, confidence: 1 }, ...related, ...this.#longer(word, CONFIDENCE.longer)];
    if (this.#synonyms.has(word)) return [...related, ...this.#longer(word, CONFIDENCE.part)];
    return [...related, ...this.#longer(word, CONFIDENCE.part), ...this.#nearlySame(word)];
  }

  #synonymsOf(word: string, confidence: number): readonly Expansion[] {
    return [...this.#synonyms.of(word)].map(([term, sure]) => ({ term, confidence: confidence * sure }));
  }

  /**
   * Returns longer terms: `config` -> `configur`. The less is missing, the higher the confidence. If there are very
   * many, only the shortest are returned.
   */
  #longer(word: string, confidence: number): readonly Expansion[] {
    if (word.length < SHORTEST_PART) return [];
    const alike = this.#byStart.get(word.slice(0, SHORTEST_PART)) ?? [];
    const longer = shortest(
      alike.filter((term) => term !== word && term.startsWith(word)),
      MOST_LONGER,
    );
    return longer
      .sort(compareCodeUnits)
      .map((term) => ({ term, confidence: (confidence * word.length) / term.length }));
  }

  /** Returns the halves of a compound word, such as `webpage` in texts with `web page`. */
  compoundParts(word: string): readonly string[] {
    if (this.#known.has(word) && !this.#synonyms.has(word)) return [];
    for (let at = SHORTEST_PART; at <= word.length - SHORTEST_PART; at += 1) {
      const halves = [stemOf(word.slice(0, at)), word.slice(at)];
      if (halves.every((half) => this.#known.has(half))) return halves;
    }
    return [];
  }

  /** Returns terms that differ by a typo or a suffix. */
  #nearlySame(word: string): readonly Expansion[] {
    const mostTypos = word.length >= SHORTEST_TWO_TYPOS ? 2 : word.length >= SHORTEST_TYPO ? 1 : 0;
    const found: Expansion[] = [];
    for (let length = SHORTEST_PART + 1; length < word.length; length += 1) {
      const term = word.slice(0, length);
      if (this.#known.has(term)) found.push({ term, confidence: (CONFIDENCE.part * length) / word.length });
    }
    for (let length = word.length - mostTypos; length <= word.length + mostTypos; length += 1) {
      for (const term of (this.#byLength.get(length) ?? []).slice(0, MOST_ALIKE)) {
        if (length > SHORTEST_PART && word.startsWith(term)) continue;
        const typos = isSwapped(term, word) ? 1 : distance(term, word);
        if (typos === 0 || typos > mostTypos) continue;
        const confidence = typos === 1 ? CONFIDENCE.typo : CONFIDENCE.twoTypos;
        found.push({ term, confidence }, ...this.#synonymsOf(term, confidence));
      }
    }
    return found.sort((a, b) => compareCodeUnits(a.term, b.term));
  }
}

/** True if two neighbouring letters are exchanged. */
function isSwapped(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return one[at] === other[at + 1] && one[at + 1] === other[at] && one.slice(at + 2) === other.slice(at + 2);
}

/** Returns the `most` shortest terms without sorting all of them. */
function shortest(terms: string[], most: number): string[] {
  if (terms.length <= most) return terms;
  const byLength = Map.groupBy(terms, ({ length }) => length);
  const found: string[] = [];
  for (const length of [...byLength.keys()].sort((a, b) => a - b)) {
    if (found.length === most) break;
    found.push(...(byLength.get(length) ?? []).slice(0, most - found.length));
  }
  return found;
}

function listIn<Key>(lists: Map<Key, string[]>, key: Key): string[] {
  const known = lists.get(key);
  if (known) return known;
  const list: string[] = [];
  lists.set(key, list);
  return list;
}
