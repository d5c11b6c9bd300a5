// An inverted index over short texts with fields, ranked by BM25F (Robertson and Zaragoza, 2009). Our own because no
// library that we tried answers 10,000 tools within 5 ms or is built within 500 (docs/decisions/0009-search-index.md).
// It knows nothing of tools: a document is a list of weighted texts.
import { distance } from 'fastest-levenshtein';
import { stemOf, termsOf, termsOfWords } from './searchTerms.ts';
import { Synonyms } from './synonyms.ts';

/** A part of a document: how much it counts, and how long such a part usually is, in terms. */
export interface Field {
  readonly text: string;
  readonly weight: number;
  readonly usualLength: number;
}

export interface Match {
  /** The number that `add` gave. */
  readonly document: number;
  readonly score: number;
}

interface Postings {
  readonly documents: number[];
  /** From 0 to 1, how much a document is about the term. */
  readonly impacts: number[];
}

/** A term that a word of the query may mean, and how sure that is. */
interface Meaning {
  readonly term: string;
  readonly trust: number;
}

/** BM25's saturation, and how strongly a long text is held against a document. */
const SATURATION = 1.2;
const LENGTH_PENALTY = 0.4;
const TRUST = { synonym: 0.45, compound: 0.9, prefix: 0.5, typo: 0.6 };
const SHORTEST_PREFIX = 3;
const SHORTEST_TYPO = 4;
const MOST_QUERY_TERMS = 24;

export class SearchIndex {
  readonly #postings = new Map<string, Postings>();
  readonly #synonyms = new Synonyms();
  /** What a word of a text becomes: reading it is most of the work, and texts repeat their words. */
  readonly #read = new Map<string, readonly string[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Gives the document's number: 0, 1, 2, … */
  add(fields: readonly Field[]): number {
    const document = this.#size++;
    for (const [term, weight] of this.#weigh(fields)) {
      let postings = this.#postings.get(term);
      if (!postings) this.#postings.set(term, (postings = { documents: [], impacts: [] }));
      postings.documents.push(document);
      postings.impacts.push(weight / (SATURATION + weight));
    }
    return document;
  }

  /** Best first. Each word of the query counts once per document, by the best of its meanings there. */
  search(query: string): readonly Match[] {
    const scores = new Float64Array(this.#size);
    const covered = new Float64Array(this.#size);
    const words = [...new Set(termsOf(query))].slice(0, MOST_QUERY_TERMS);
    let worth = 0;
    for (const [index, word] of words.entries()) {
      const meanings = this.#meanings(word, words[index - 1], words[index + 1]);
      const rarity = Math.max(0, ...meanings.map(({ term }) => this.#rarity(term)));
      worth += rarity;
      this.#count(meanings, scores, covered);
    }
    return ranked(scores, covered, worth);
  }

  #count(meanings: readonly Meaning[], scores: Float64Array, covered: Float64Array): void {
    const best = new Float64Array(this.#size);
    const rarest = meanings[0] === undefined ? 0 : this.#rarity(meanings[0].term);
    const touched: number[] = [];
    for (const { term, trust } of meanings) {
      const postings = this.#postings.get(term);
      if (!postings) continue;
      const weight = trust * Math.min(this.#rarity(term), trust === 1 ? Number.POSITIVE_INFINITY : rarest || Number.POSITIVE_INFINITY);
      for (const [at, document] of postings.documents.entries()) {
        const value = weight * (postings.impacts[at] ?? 0);
        const before = best[document] ?? 0;
        if (value <= before) continue;
        if (before === 0) touched.push(document);
        best[document] = value;
      }
    }
    for (const document of touched) {
      scores[document] = (scores[document] ?? 0) + (best[document] ?? 0);
      covered[document] = (covered[document] ?? 0) + 1;
    }
  }

  #rarity(term: string): number {
    const found = this.#postings.get(term)?.documents.length ?? 0;
    return found === 0 ? 0 : Math.log(1 + (this.#size - found + 0.5) / (found + 0.5));
  }

  /** The term itself and its synonyms; for a word that no document has, what it may have been meant to be. */
  #meanings(word: string, before: string | undefined, after: string | undefined): readonly Meaning[] {
    const joined = [before && before + word, after && word + after].filter((term) => term !== undefined && this.#postings.has(term));
    const compounds = joined.map((term) => ({ term: String(term), trust: TRUST.compound }));
    const synonyms = [...this.#synonyms.of(word)].map((term) => ({ term, trust: TRUST.synonym }));
    if (this.#postings.has(word)) return [{ term: word, trust: 1 }, ...compounds, ...synonyms];
    return [...compounds, ...synonyms, ...this.#guesses(word)];
  }

  #guesses(word: string): readonly Meaning[] {
    const guesses: Meaning[] = [];
    const mostTypos = word.length >= 8 ? 2 : word.length >= SHORTEST_TYPO ? 1 : 0;
    for (const term of this.#postings.keys()) {
      if (word.length >= SHORTEST_PREFIX && term.startsWith(word)) {
        guesses.push({ term, trust: (TRUST.prefix * word.length) / term.length });
      } else if (Math.abs(term.length - word.length) <= mostTypos && mostTypos > 0) {
        const typos = distance(term, word);
        if (typos <= mostTypos) guesses.push({ term, trust: TRUST.typo / typos });
      }
    }
    return [...guesses, ...this.#halves(word)];
  }

  /** `webpage` where texts say `web page`. */
  #halves(word: string): readonly Meaning[] {
    for (let at = SHORTEST_PREFIX; at <= word.length - SHORTEST_PREFIX; at += 1) {
      const [head, tail] = [stemOf(word.slice(0, at)), word.slice(at)];
      if (this.#postings.has(head) && this.#postings.has(tail)) return [head, tail].map((term) => ({ term, trust: TRUST.compound }));
    }
    return [];
  }

  #weigh(fields: readonly Field[]): ReadonlyMap<string, number> {
    const weights = new Map<string, number>();
    for (const { text, weight, usualLength } of fields) {
      const terms = this.#termsOf(text);
      const each = weight / (1 - LENGTH_PENALTY + (LENGTH_PENALTY * terms.length) / usualLength);
      for (const term of terms) weights.set(term, (weights.get(term) ?? 0) + each);
    }
    return weights;
  }

  #termsOf(text: string): readonly string[] {
    return text.split(/[^\p{L}\p{N}\p{M}]+/u).flatMap((word) => {
      let terms = this.#read.get(word);
      if (!terms) this.#read.set(word, (terms = termsOfWords(word)));
      return terms;
    });
  }
}

/** Documents that answer more of the query come before those that answer a part of it well. */
function ranked(scores: Float64Array, covered: Float64Array, words: number): readonly Match[] {
  const matches: Match[] = [];
  for (const [document, score] of scores.entries()) {
    if (score > 0) matches.push({ document, score: (score * (covered[document] ?? 0)) / Math.max(1, words) });
  }
  return matches.sort((a, b) => b.score - a.score || a.document - b.document);
}
