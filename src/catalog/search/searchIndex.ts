// An inverted index over short texts with fields, ranked by BM25F (Robertson and Zaragoza, 2009). Our own, since a word
// has weighted meanings of which the best counts, and since 10,000 tools are to be searched within 5 ms with synonyms
// (docs/decisions/0013-search-index.md). It knows nothing of tools: a document is a list of weighted texts.
import { stemOf, termsOf, termsOfWords } from './searchTerms.ts';
import { Synonyms } from './synonyms.ts';
import { Vocabulary, type Meaning } from './vocabulary.ts';

/** A part of a document: how much it counts, and how many terms such a part usually has. */
export interface Field {
  readonly text: string;
  readonly weight: number;
  readonly usualLength: number;
}

interface Postings {
  readonly documents: number[];
  /** From 0 to 1, how much a document is about the term. */
  readonly impacts: number[];
}

/** BM25's saturation, and how strongly a long text is held against a document. */
const SATURATION = 1.25;
const LENGTH_PENALTY = 0.4;
/** How much it counts that a document answers more of the query, and a word's own rarity beside that of its meanings. */
const COVERAGE = 0.5;
const OWN_RARITY = 0.8;
const MOST_QUERY_TERMS = 24;

export class SearchIndex {
  readonly #postings = new Map<string, Postings>();
  /** What a word of a text becomes: reading it is most of the work, and texts repeat their words. */
  readonly #read = new Map<string, readonly string[]>();
  #vocabulary: Vocabulary | undefined;
  #size = 0;

  /** Documents are numbered 0, 1, 2, … as they come. */
  add(fields: readonly Field[]): void {
    const document = this.#size++;
    this.#vocabulary = undefined;
    for (const [term, weight] of this.#weigh(fields)) {
      const impact = weight / (SATURATION + weight);
      const postings = this.#postings.get(term);
      if (!postings) {
        this.#postings.set(term, { documents: [document], impacts: [impact] });
        continue;
      }
      postings.documents.push(document);
      postings.impacts.push(impact);
    }
  }

  /** The score of each document, 0 for those that have nothing to do with the query. */
  scores(query: string): Float64Array {
    const scores = new Float64Array(this.#size);
    const covered = new Float64Array(this.#size);
    this.#vocabulary ??= new Vocabulary(this.#postings.keys(), new Synonyms());
    const words = [...new Set(termsOf(query))].slice(0, MOST_QUERY_TERMS);
    for (const [index, word] of words.entries()) {
      this.#count(this.#vocabulary.meanings(word, words[index - 1], words[index + 1]), scores, covered);
    }
    return scores.map((score, document) => (score === 0 ? 0 : score * (covered[document] ?? 0) ** COVERAGE));
  }

  /** A word counts once per document, by the best of its meanings there. */
  #count(meanings: readonly Meaning[], scores: Float64Array, covered: Float64Array): void {
    const best = new Float64Array(this.#size);
    let touched = 0;
    for (const { term, trust } of meanings) {
      const { documents, impacts } = this.#postings.get(term) ?? NO_POSTINGS;
      for (let at = 0; at < documents.length; at += 1) {
        const document = documents[at] ?? 0;
        const value = trust * (impacts[at] ?? 0);
        const before = best[document] ?? 0;
        if (before === 0) touched += 1;
        if (value > before) best[document] = value;
      }
    }
    if (touched === 0) return;
    // A word that few tools use is a common one all the same when it means what many do: `fetch` beside `get`.
    const own = this.#postings.get(meanings[0]?.term ?? '')?.documents.length ?? touched;
    const rarity = this.#rarity(own) ** OWN_RARITY * this.#rarity(touched) ** (1 - OWN_RARITY);
    for (let document = 0; document < best.length; document += 1) {
      const value = best[document] ?? 0;
      if (value === 0) continue;
      scores[document] = (scores[document] ?? 0) + rarity * value;
      covered[document] = (covered[document] ?? 0) + rarity;
    }
  }

  #rarity(documents: number): number {
    return Math.log(1 + (this.#size - documents + 0.5) / (documents + 0.5));
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
    const all: string[] = [];
    // What is not ASCII is left to `termsOfWords`, which knows letters of every script: it is asked once per word.
    for (const word of text.split(/[^A-Za-z0-9\u0080-\uffff]+/)) {
      let terms = this.#read.get(word);
      if (!terms) this.#read.set(word, (terms = withWhole(word, termsOfWords(word))));
      for (const term of terms) all.push(term);
    }
    return all;
  }
}

const NO_POSTINGS: Postings = { documents: [], impacts: [] };

/** `GitHub` is also one word. */
function withWhole(word: string, terms: readonly string[]): readonly string[] {
  return terms.length > 1 ? [...terms, stemOf(word.toLowerCase())] : terms;
}
