// An inverted index over short texts with fields, ranked by BM25F (Robertson and Zaragoza, 2009). Our own, since a word
// has weighted meanings of which the best counts, and since 10,000 tools are to be searched within 5 ms with synonyms
// (docs/decisions/0013-search-index.md). It knows nothing of tools: a document is a list of weighted texts.
import { stemOf, contentTermsOf } from './searchTerms.ts';
import { TimeSlice } from '../../base/timeSlice.ts';
import type { Synonyms } from './synonyms.ts';
import { Vocabulary, type Expansion } from './vocabulary.ts';

/** A part of a document: how much it counts, and how many terms such a part usually has. */
export interface Field {
  readonly text: string;
  readonly weight: number;
  readonly usualLength: number;
}

/** A word of a query. */
export interface QueryWord {
  readonly term: string;
  /** How much it counts; 1 usually. */
  readonly weight: number;
  /** Whether it says what is acted upon, not what is done. */
  readonly isObject: boolean;
}

/** How each document answers a query, by its number. */
interface Matches {
  /** 0 for those that have nothing to do with the query. */
  readonly scores: Float64Array;
  /** From 0 to 1, how much of the document's name the query has. */
  readonly names: Float64Array;
  /** Whether it has any of the words that say what is acted upon; all have where no text has any. */
  readonly objects: Uint8Array;
}

interface Postings {
  readonly documents: number[];
  /** From 0 to 1, how much a document is about the term. */
  readonly impacts: number[];
  /** From 0 to 1, how much of the document's name the term is. */
  readonly shares: number[];
}

/** BM25's saturation, and how strongly a long text is held against a document. */
const SATURATION = 1.25;
const LENGTH_PENALTY = 0.4;
/** How much it counts that a document answers more of the query, and a word's own rarity beside that of its meanings. */
const COVERAGE = 0.4;
const OWN_RARITY = 0.6;
/** A word counts as covered by a document that is half about it. */
const FULL = 2;
/** What a half of a word counts beside the word. */
const HALF = 0.25;
const MOST_QUERY_TERMS = 32;
/** What is less sure than this is no word for the thing that is acted upon. */
const LEAST_OBJECT = 0.12;

export class SearchIndex {
  /** Terms are numbered as they come: `#postings` and `#weights`, which is 0 between documents, are by number. */
  readonly #ids = new Map<string, number>();
  readonly #postings: Postings[] = [];
  readonly #weights: number[] = [];
  /** What a word of a text becomes: reading it is most of the work, and texts repeat their words. */
  readonly #read = new Map<string, readonly number[]>();
  readonly #vocabulary: Vocabulary;
  #size = 0;

  constructor(synonyms: Synonyms) {
    this.#vocabulary = new Vocabulary(synonyms);
  }

  knows(word: string): boolean {
    return this.#vocabulary.knows(word);
  }

  correctSpelling(word: string, letters: number): string | undefined {
    return this.#vocabulary.correctSpelling(word, letters);
  }

  reversals(term: string): readonly string[] {
    return this.#vocabulary.reversals(term);
  }

  /** Documents are numbered 0, 1, 2, … as they come; `shares` are the parts of their names. */
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
        ...this.#vocabulary.compoundParts(word.term).map((term) => ({ ...word, term, weight: word.weight * HALF })),
      ])
      .slice(0, MOST_QUERY_TERMS);
    for (const [index, word] of asked.entries()) {
      this.#count(word, this.#vocabulary.expansions(word.term, asked[index - 1]?.term, asked[index + 1]?.term), found);
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
    // A word that few tools use is a common one all the same when it means what many do: `fetch` beside `get`.
    const own = this.#postingsOf(meanings[0]?.term ?? '')?.documents.length ?? touched;
    found.finishWord(word, this.#rarity(own) ** OWN_RARITY * this.#rarity(touched) ** (1 - OWN_RARITY));
  }

  #rarity(documents: number): number {
    return Math.log(1 + (this.#size - documents + 0.5) / (documents + 0.5));
  }

  /** The terms of a document, each once; what they weigh is in `#weights`. */
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
    // What is not ASCII is left to `termsOfWords`, which knows letters of every script: it is asked once per word.
    for (const word of text.split(/[^A-Za-z0-9\u0080-\uffff-]+/)) {
      let terms = this.#read.get(word);
      if (!terms) this.#read.set(word, (terms = withWhole(word, contentTermsOf(word)).map((term) => this.#idOf(term))));
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

/** Sums up the words of one query. A word counts once per document, by the best of its meanings there. */
class QueryScores {
  readonly #scores: Float64Array;
  readonly #covered: Float64Array;
  readonly #names: Float64Array;
  readonly #objects: Uint8Array;
  #hasObjects = false;
  /** Of the word that is looked at, by document; `#seen` holds the documents that it is in. */
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

  /** Documents of the word that is looked at. */
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

  /** Ends the word. */
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
    const scores = this.#scores.map((score, document) => (score === 0 ? 0 : score * (this.#covered[document] ?? 0) ** COVERAGE));
    return { scores, names: this.#names, objects: this.#hasObjects ? this.#objects : this.#objects.fill(1) };
  }
}

const NO_SHARES: ReadonlyMap<string, number> = new Map();

/** `GitHub` and `to-do` are also one word. */
function withWhole(word: string, terms: readonly string[]): readonly string[] {
  if (!word.includes('-')) return terms.length > 1 ? [...terms, stemOf(word.toLowerCase())] : terms;
  return /^[A-Za-z]+-[A-Za-z]+$/.test(word) ? [...terms, stemOf(word.replace('-', '').toLowerCase())] : terms;
}
