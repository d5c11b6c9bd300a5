// What a word of a query may mean among the terms that an index has: itself, its synonyms, a longer or shorter form, two
// words written as one or one as two, and, where nothing else is left, a word that is spelt nearly the same.
import { distance } from 'fastest-levenshtein';
import { byCodeUnit } from '../names.ts';
import { stemOf } from './searchTerms.ts';
import type { Synonyms } from './synonyms.ts';

/** A term of the index, and from 0 to 1 how sure it is that the word means it. */
export interface Meaning {
  readonly term: string;
  readonly trust: number;
}

const TRUST = { synonym: 0.5, compound: 0.9, part: 0.6, longer: 0.7, typo: 0.5 };
const SHORTEST_PART = 3;
const SHORTEST_TYPO = 4;
const SHORTEST_TWO_TYPOS = 8;

export class Vocabulary {
  readonly #terms: readonly string[];
  readonly #known: ReadonlySet<string>;
  readonly #synonyms: Synonyms;

  constructor(terms: Iterable<string>, synonyms: Synonyms) {
    this.#terms = [...terms].sort(byCodeUnit);
    this.#known = new Set(this.#terms);
    this.#synonyms = synonyms;
  }

  /** Surest first in kind; `before` and `after` are its neighbours in the query. Some may be in no text. */
  meanings(word: string, before?: string, after?: string): readonly Meaning[] {
    const joined = [before !== undefined ? before + word : '', after !== undefined ? word + after : ''];
    const inTexts = joined.filter((term) => this.#known.has(term));
    const compounds = trusted(inTexts, TRUST.compound);
    const synonyms = trusted([...this.#synonyms.of(word)], TRUST.synonym);
    if (this.#known.has(word)) return [{ term: word, trust: 1 }, ...compounds, ...synonyms, ...this.#longer(word, TRUST.longer)];
    return [...compounds, ...synonyms, ...this.#halves(word), ...this.#longer(word, TRUST.part), ...this.#nearlySame(word)];
  }

  /** `config` -> `configur`; the less is missing, the surer. */
  #longer(word: string, trust: number): readonly Meaning[] {
    if (word.length < SHORTEST_PART) return [];
    const found: Meaning[] = [];
    for (let at = this.#firstFrom(word); this.#terms[at]?.startsWith(word) === true; at += 1) {
      const term = this.#terms[at] ?? '';
      if (term !== word) found.push({ term, trust: (trust * word.length) / term.length });
    }
    return found;
  }

  /** `webpage` where texts say `web page`. */
  #halves(word: string): readonly Meaning[] {
    for (let at = SHORTEST_PART; at <= word.length - SHORTEST_PART; at += 1) {
      const halves = [stemOf(word.slice(0, at)), word.slice(at)];
      if (halves.every((half) => this.#known.has(half))) return trusted(halves, TRUST.compound);
    }
    return [];
  }

  /** Terms that are a typo or a suffix away. */
  #nearlySame(word: string): readonly Meaning[] {
    const mostTypos = word.length >= SHORTEST_TWO_TYPOS ? 2 : word.length >= SHORTEST_TYPO ? 1 : 0;
    const found: Meaning[] = [];
    for (const term of this.#terms) {
      if (term.length > SHORTEST_PART && word.startsWith(term)) {
        found.push({ term, trust: (TRUST.part * term.length) / word.length });
      } else if (Math.abs(term.length - word.length) <= mostTypos) {
        const typos = distance(term, word);
        if (typos > 0 && typos <= mostTypos) found.push({ term, trust: TRUST.typo / typos });
      }
    }
    return found;
  }

  /** Where the terms begin that are not before `word`. */
  #firstFrom(word: string): number {
    let [low, high] = [0, this.#terms.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (byCodeUnit(this.#terms[middle] ?? '', word) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function trusted(terms: readonly string[], trust: number): readonly Meaning[] {
  return terms.map((term) => ({ term, trust }));
}
