// What a word of a query may mean among the terms that an index has: itself, its synonyms, a longer or shorter form, two
// words written as one or one as two, and, where nothing else is left, a word that is spelt nearly the same.
import { distance } from 'fastest-levenshtein';
import { compareCodeUnits } from '../names.ts';
import { rootOf, stemOf } from './searchTerms.ts';
import type { Synonyms } from './synonyms.ts';

/** A term of the index, and from 0 to 1 how sure it is that the word means it. */
export interface Expansion {
  readonly term: string;
  readonly confidence: number;
}

const CONFIDENCE = { compound: 0.9, part: 0.6, longer: 0.7, root: 0.55, typo: 0.8, twoTypos: 0.5 };
/** Longer forms that one word may mean: what a server lists may begin alike ten thousands of times. */
const MOST_LONGER = 200;
/** Of synonyms, those that mean the same. */
const SURE = 0.75;
/** Words of one length that a word is compared with. */
const MOST_ALIKE = 2_000;
const SHORTEST_PART = 3;
const SHORTEST_TYPO = 4;
const SHORTEST_TWO_TYPOS = 8;

export class Vocabulary {
  readonly #known = new Set<string>();
  /** By the letters that a longer form begins with, and by length: a query looks at few of the terms. */
  readonly #byStart = new Map<string, string[]>();
  readonly #byLength = new Map<number, string[]>();
  readonly #byRoot = new Map<string, string[]>();
  readonly #synonyms: Synonyms;

  constructor(synonyms: Synonyms) {
    this.#synonyms = synonyms;
    for (const word of synonyms.words) listIn(this.#byLength, word.length).push(word);
  }

  add(term: string): void {
    if (this.#known.has(term)) return;
    this.#known.add(term);
    listIn(this.#byStart, term.slice(0, SHORTEST_PART)).push(term);
    listIn(this.#byRoot, rootOf(term)).push(term);
    if (!this.#synonyms.has(term)) listIn(this.#byLength, term.length).push(term);
  }

  /** Whether a text has it, or it is a word that people use for one. */
  knows(word: string): boolean {
    return this.#known.has(word) || this.#synonyms.has(word);
  }

  /** Surest first in kind; `before` and `after` are its neighbours in the query. Some may be in no text. */
  expansions(word: string, before?: string, after?: string): readonly Expansion[] {
    const joined = [before !== undefined ? before + word : '', after !== undefined ? word + after : ''];
    const inTexts = joined.filter((term) => this.#known.has(term));
    const compounds = trusted(inTexts, CONFIDENCE.compound);
    const related = [...compounds, ...this.#synonymsOf(word, 1), ...this.#sameRoot(word)];
    if (this.#known.has(word)) return [{ term: word, confidence: 1 }, ...related, ...this.#longer(word, CONFIDENCE.longer)];
    if (this.#synonyms.has(word)) return [...related, ...this.#longer(word, CONFIDENCE.part)];
    return [...related, ...this.#longer(word, CONFIDENCE.part), ...this.#nearlySame(word)];
  }

  /** The word that an unknown one was likely meant to be. */
  correctSpelling(word: string, letters: number): string | undefined {
    if (word.length < SHORTEST_TYPO || this.knows(word)) return undefined;
    const [best] = this.#nearlySame(word, letters, true)
      .filter(({ term, confidence }) => confidence >= CONFIDENCE.twoTypos && !word.startsWith(term))
      .sort(
        (a, b) =>
          b.confidence - a.confidence ||
          Number(sameConsonants(b.term, word)) - Number(sameConsonants(a.term, word)) ||
          Number(this.#known.has(b.term)) - Number(this.#known.has(a.term)),
      );
    return best?.term;
  }

  /** Terms in texts that undo what the term, or one that means the same, does. */
  reversals(term: string): readonly string[] {
    const same = [...this.#synonyms.of(term)].filter(([, sure]) => sure >= SURE).map(([other]) => other);
    const alike = this.#byRoot.get(rootOf(term)) ?? [];
    return [...new Set([term, ...alike, ...same])].map((other) => `un${other}`).filter((other) => this.#known.has(other));
  }

  #synonymsOf(word: string, confidence: number): readonly Expansion[] {
    return [...this.#synonyms.of(word)].map(([term, sure]) => ({ term, confidence: confidence * sure }));
  }

  /** `cancellation` -> `cancel`. */
  #sameRoot(word: string): readonly Expansion[] {
    const terms = this.#byRoot.get(rootOf(word)) ?? [];
    return trusted(
      terms.filter((term) => term !== word),
      CONFIDENCE.root,
    );
  }

  /** `config` -> `configur`; the less is missing, the surer. Of very many the shortest. */
  #longer(word: string, confidence: number): readonly Expansion[] {
    if (word.length < SHORTEST_PART) return [];
    const alike = this.#byStart.get(word.slice(0, SHORTEST_PART)) ?? [];
    const longer = shortest(
      alike.filter((term) => term !== word && term.startsWith(word)),
      MOST_LONGER,
    );
    return longer.sort(compareCodeUnits).map((term) => ({ term, confidence: (confidence * word.length) / term.length }));
  }

  /** `webpage` where texts say `web page`. */
  compoundParts(word: string): readonly string[] {
    if (this.#known.has(word) && !this.#synonyms.has(word)) return [];
    for (let at = SHORTEST_PART; at <= word.length - SHORTEST_PART; at += 1) {
      const halves = [stemOf(word.slice(0, at)), word.slice(at)];
      if (halves.every((half) => this.#known.has(half))) return halves;
    }
    return [];
  }

  /** Terms that are a typo or a suffix away. */
  #nearlySame(word: string, letters = word.length, isStart = false): readonly Expansion[] {
    const mostTypos = letters >= SHORTEST_TWO_TYPOS ? 2 : word.length >= SHORTEST_TYPO ? 1 : 0;
    const found: Expansion[] = [];
    for (let length = SHORTEST_PART + 1; length < word.length; length += 1) {
      const term = word.slice(0, length);
      if (this.#known.has(term)) found.push({ term, confidence: (CONFIDENCE.part * length) / word.length });
    }
    for (let length = word.length - mostTypos; length <= word.length + mostTypos; length += 1) {
      for (const term of (this.#byLength.get(length) ?? []).slice(0, MOST_ALIKE)) {
        if (isStart && term[0] !== word[0]) continue;
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

/** Most typos are of vowels. */
function sameConsonants(one: string, other: string): boolean {
  return one.replace(/[aeiouy]/g, '') === other.replace(/[aeiouy]/g, '');
}

/** Whether two neighbouring letters changed places. */
function isSwapped(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return one[at] === other[at + 1] && one[at + 1] === other[at] && one.slice(at + 2) === other.slice(at + 2);
}

/** So many of the terms, or all; without sorting all of them. */
function shortest(terms: string[], most: number): string[] {
  if (terms.length <= most) return terms;
  const byLength = new Map<number, string[]>();
  for (const term of terms) listIn(byLength, term.length).push(term);
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

function trusted(terms: readonly string[], confidence: number): readonly Expansion[] {
  return terms.map((term) => ({ term, confidence }));
}
