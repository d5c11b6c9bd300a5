// An inverted index over short texts with fields, ranked by BM25F (Robertson and Zaragoza, 2009). The project has its
// own index because a word has weighted meanings of which the best counts, and because a search with synonyms over
// 10,000 tools must take less than 5 milliseconds (docs/decisions/0013-search-index.md). The index is independent of
// tools: a document is a list of weighted texts.
import { stemOf, contentTermsOf } from './searchTerms.ts';
import { TimeSlice } from '../../base/timeSlice.ts';
import type { Synonyms } from './synonyms.ts';
import { Vocabulary, type Expansion } from './vocabulary.ts';

/** A part of a document, with its weight and the usual number of terms in such a part. */
export interface Field {
  readonly text: string;
  readonly weight: number;
  readonly usualLength: number;
}

export interface QueryWord {
  readonly term: string;
  /** Weight of the word, usually 1. */
  readonly weight: number;
  /** True if the word names the object of the request rather than the action. */
  readonly isObject: boolean;
}

/** The match of each document with a query, by document number. */
interface Matches {
  /** Score of each document; 0 if it does not match. */
  readonly scores: Float64Array;
  /** Part of the document's name that the query contains, from 0 to 1. */
  readonly names: Float64Array;
  /**
   * 1 if the document contains a word for the object of the request; 1 for all documents if the query has no such word.
   */
  readonly objects: Uint8Array;
}

interface Postings {
  readonly documents: number[];
  /** Weight of the term in each document, from 0 to 1. */
  readonly impacts: number[];
  /** Part of the document's name that is this term, from 0 to 1. */
  readonly shares: number[];
}

/** Saturation parameter of BM25, and strength of the penalty for a long text. */
const SATURATION = 1.25;
const LENGTH_PENALTY = 0.4;
/** Exponents for the part of the query that is covered, and for a word's own rarity against that of its meanings. */
const COVERAGE = 0.4;
const OWN_RARITY = 0.6;
/** Factor by which a document counts as covering a word; with 2, half of the maximum impact is sufficient. */
const FULL = 2;
/** Weight of a half of a compound word relative to the whole word. */
const HALF = 0.25;
const MOST_QUERY_TERMS = 32;
/** Maximum number of characters of a text without a space that are read; Chinese texts have none. */
const LONGEST_PART = 200;
/** Minimum impact at which a word counts as a match for the object of the request. */
const LEAST_OBJECT = 0.12;

export class SearchIndex {
  readonly #vocabulary: Vocabulary;
  /**
   * Numbers of terms in the order of their first occurrence. `#postings` and `#weights` are indexed by them; `#weights`
   * is 0 between documents.
   */
  readonly #ids = new Map<string, number>();
  readonly #postings: Postings[] = [];
  readonly #weights: number[] = [];
  /** Cache of the terms of each word: parsing is most of the work, and texts repeat their words. */
  readonly #read = new Map<string, readonly number[]>();
  #size = 0;

  constructor(synonyms: Synonyms) {
    this.#vocabulary = new Vocabulary(synonyms);
  }

  /**
   * Adds a document. Documents are numbered 0, 1, 2, … in order; `shares` are the parts of the document's name by term.
   */
  add(fields: readonly Field[], shares: ReadonlyMap<string, number> = NO_SHARES): void {
    const document = this.#size++;
    for (const id of this.#weigh(fields)) {
      const weight = this.#weights[id] ?? 0;
      this.#weights[id] = 0;
      const postings = this.#postings[id];
      postings?.documents.push(document);
      postings?.impacts.push(weight / (SATURATION + weight));
      postings?.shares.push(0);
    }
    for (const [term, share] of shares) {
      const postings = this.#postingsOf(term);
      if (postings?.documents.at(-1) === document) postings.shares[postings.shares.length - 1] = share;
    }
  }

  async matches(words: readonly QueryWord[]): Promise<Matches> {
    const found = new QueryScores(this.#size);
    const slice = new TimeSlice();
    const asked = words
      .flatMap((word) => [
        word,
        ...this.#vocabulary
          .compoundParts(word.term)
          .map((term) => ({ ...word, term, weight: word.weight * HALF })),
      ])
      .slice(0, MOST_QUERY_TERMS);
    for (const [index, word] of asked.entries()) {
      const [before, after] = [asked[index - 1]?.term, asked[index + 1]?.term];
      this.#count(word, this.#vocabulary.expansions(word.term, before, after), found);
      await slice.yieldIfOver();
    }
    return found.matches();
  }

  #count(word: QueryWord, meanings: readonly Expansion[], found: QueryScores): void {
    for (const { term, confidence } of meanings) {
      const postings = this.#postingsOf(term);
      if (postings) found.addPostings(postings, confidence);
    }
    const { touched } = found;
    if (touched === 0) return;
    // A word that few tools use counts as common if it means what many tools do: `fetch` beside `get`.
    const own = this.#postingsOf(meanings[0]?.term ?? '')?.documents.length ?? touched;
    found.finishWord(word, this.#rarity(own) ** OWN_RARITY * this.#rarity(touched) ** (1 - OWN_RARITY));
  }

  #rarity(documents: number): number {
    return Math.log(1 + (this.#size - documents + 0.5) / (documents + 0.5));
  }

  /** Returns the terms of a document, each once, and adds up their weights in `#weights`. */
  #weigh(fields: readonly Field[]): readonly number[] {
    const seen: number[] = [];
    for (const { text, weight, usualLength } of fields) {
      if (text === '') continue;
      const terms = this.#termsOf(text);
      const each = weight / (1 - LENGTH_PENALTY + (LENGTH_PENALTY * terms.length) / usualLength);
      for (const id of terms) {
        const before = this.#weights[id] ?? 0;
        if (before === 0) seen.push(id);
        this.#weights[id] = before + each;
      }
    }
    return seen;
  }

  #termsOf(text: string): readonly number[] {
    const all: number[] = [];
    // Characters beyond ASCII are left to `contentTermsOf`, which knows letters of every script and is called once per
    // word.
    for (const word of text.split(/[^A-Za-z0-9\u0080-\uffff-]+/)) {
      let terms = this.#read.get(word);
      if (!terms)
        this.#read.set(word, (terms = termsIn(word.slice(0, LONGEST_PART)).map((term) => this.#idOf(term))));
      for (const id of terms) all.push(id);
    }
    return all;
  }

  #idOf(term: string): number {
    const known = this.#ids.get(term);
    if (known !== undefined) return known;
    const id = this.#ids.size;
    this.#ids.set(term, id);
    this.#weights.push(0);
    this.#postings.push({ documents: [], impacts: [], shares: [] });
    this.#vocabulary.add(term);
    return id;
  }

  #postingsOf(term: string): Postings | undefined {
    return this.#postings[this.#ids.get(term) ?? -1];
  }
}

/** Sums up the scores of the words of one query. A word counts once per document, by the best of its meanings there. */
class QueryScores {
  readonly #scores: Float64Array;
  readonly #covered: Float64Array;
  readonly #names: Float64Array;
  readonly #objects: Uint8Array;
  #hasObjects = false;
  /** Best impact of the current word, by document; `#seen` has the documents that contain the word. */
  readonly #best: Float64Array;
  readonly #share: Float64Array;
  readonly #seen: number[] = [];

  constructor(size: number) {
    this.#scores = new Float64Array(size);
    this.#covered = new Float64Array(size);
    this.#names = new Float64Array(size);
    this.#objects = new Uint8Array(size);
    this.#best = new Float64Array(size);
    this.#share = new Float64Array(size);
  }

  /** Number of documents that contain the current word. */
  get touched(): number {
    return this.#seen.length;
  }

  addPostings({ documents, impacts, shares }: Postings, confidence: number): void {
    for (let at = 0; at < documents.length; at += 1) {
      const document = documents[at] ?? 0;
      const value = confidence * (impacts[at] ?? 0);
      const before = this.#best[document] ?? 0;
      if (before === 0) this.#seen.push(document);
      if (value > before) this.#best[document] = value;
      const share = confidence * (shares[at] ?? 0);
      if (share > (this.#share[document] ?? 0)) this.#share[document] = share;
    }
  }

  /** Adds the current word to the scores, and clears it. */
  finishWord({ weight, isObject }: QueryWord, rarity: number): void {
    this.#hasObjects ||= isObject;
    const worth = rarity * weight;
    for (const document of this.#seen) {
      const value = this.#best[document] ?? 0;
      this.#scores[document] = (this.#scores[document] ?? 0) + worth * value;
      this.#covered[document] = (this.#covered[document] ?? 0) + worth * Math.min(1, FULL * value);
      this.#names[document] = Math.min(1, (this.#names[document] ?? 0) + (this.#share[document] ?? 0));
      if (isObject && value > LEAST_OBJECT) this.#objects[document] = 1;
      this.#best[document] = 0;
      this.#share[document] = 0;
    }
    this.#seen.length = 0;
  }

  matches(): Matches {
    const scores = this.#scores.map((score, document) =>
      score === 0 ? 0 : score * (this.#covered[document] ?? 0) ** COVERAGE,
    );
    return { scores, names: this.#names, objects: this.#hasObjects ? this.#objects : this.#objects.fill(1) };
  }
}

const NO_SHARES: ReadonlyMap<string, number> = new Map();

/** Returns the terms of a word; of `GitHub` and `to-do` also the whole. */
function termsIn(word: string): readonly string[] {
  const terms = contentTermsOf(word);
  if (!word.includes('-')) return terms.length > 1 ? [...terms, stemOf(word.toLowerCase())] : terms;
  return /^[A-Za-z]+-[A-Za-z]+$/.test(word) ? [...terms, stemOf(word.replace('-', '').toLowerCase())] : terms;
}
