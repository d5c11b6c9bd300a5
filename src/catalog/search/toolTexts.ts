// Separates the distinctive parts of names and descriptions from parts that the tools of a server share: of twenty
// names that begin with `jira`, or of descriptions that begin with the same sentence, only the rest is distinctive.
import type { CatalogServer, CatalogTool } from '../catalogSnapshot.ts';
import { splitWords } from '../names.ts';
import { isPlural, stemOf, termsOf, contentTermsOf } from './searchTerms.ts';

/** Minimum number and share of tools that begin with a shared word or sentence. At most `asked` tools are read. */
const MANY = { tools: 4, share: 0.6, asked: 200 };
const VERB_SHARE = 0.5;

export interface IndexedName {
  readonly words: readonly string[];
  readonly terms: readonly string[];
  /** Part of the name that each term makes up. */
  readonly shares: ReadonlyMap<string, number>;
  /** Terms that make the tool a special case of another tool. */
  readonly qualifiers: readonly string[];
  readonly isBatch: boolean;
  /** True if the tool is about several things, by its verb or a plural at the end of its name. */
  readonly isMany: boolean;
}

/** Words that tell how many things the tool acts on, not what it does. */
const BATCH = new Set('bulk batch many multiple mass'.split(' '));
const QUALIFIERS = new Set(
  'back previous undo draft template test dummy legacy beta experimental internal child nested mock sample'
    .split(' ')
    .map(stemOf),
);
const SEVERAL = new Set('list search find query all enumerate browse'.split(' '));

/** Returns the words with which most tools of a server begin: `twilio api v2010` for `TwilioApiV2010--CreateCall`. */
export function sharedNamePrefix({ name, tools }: CatalogServer): readonly string[] {
  const own = new Set(termsOf(name));
  const shared: string[] = [];
  let left = tools
    .slice(0, MANY.asked)
    .map((tool) => splitWords(tool.name).map((word) => word.toLowerCase()));
  const most = Math.max(MANY.tools, left.length * MANY.share);
  for (let place = 0; place < MOST_SHARED; place += 1) {
    const [word, count] = commonest(left.map((words) => words[place] ?? ''));
    if (word === '' || count < (place === 0 && own.has(stemOf(word)) ? 2 : most)) break;
    shared.push(word);
    left = left.filter((words) => words[place] === word);
  }
  return shared;
}

const MOST_SHARED = 5;

/** Returns the most frequent word, and its count. */
function commonest(words: readonly string[]): readonly [word: string, count: number] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].reduce<readonly [string, number]>(
    (best, each) => (each[1] > best[1] ? each : best),
    ['', 0],
  );
}

export function parseToolName(
  { name }: Pick<CatalogTool, 'name'>,
  shared: readonly string[],
  isVerb: (term: string) => boolean,
): IndexedName {
  const all = splitWords(name).map((word) => word.toLowerCase());
  const differs = shared.findIndex((word, place) => word !== all[place]);
  const own = all.slice(differs < 0 ? shared.length : differs);
  const words = own.length > 0 ? own : all;
  const terms = contentTermsOf(words.join(' '));
  const telling = terms.filter((term) => !BATCH.has(term));
  const weights = telling.map((term, place) => (place === 0 && isVerb(term) ? VERB_SHARE : 1));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const last = words.at(-1) ?? '';
  return {
    words,
    terms,
    shares: new Map(telling.map((term, place) => [term, (weights[place] ?? 0) / whole])),
    qualifiers: terms.filter((term) => QUALIFIERS.has(term)),
    isBatch: words.some((word) => BATCH.has(word)),
    isMany: words.some((word) => SEVERAL.has(word)) || isPlural(last),
  };
}

const LONGEST_SENTENCE = 200;
const MOST_SENTENCES = 3;

/** Returns the whole sentences with which most descriptions of a server begin; an empty text if there are none. */
export function sharedOpening({ tools }: Pick<CatalogServer, 'tools'>): string {
  const texts = tools.slice(0, MANY.asked).map(({ description }) => description.trimStart());
  const least = Math.max(MANY.tools, texts.length * MANY.share);
  let opening = '';
  for (let sentence = 0; sentence < MOST_SENTENCES; sentence += 1) {
    const longer = texts
      .filter((text) => text.startsWith(opening))
      .map((text) => text.slice(0, sentenceEnd(text, opening.length)))
      .filter(({ length }) => length > opening.length);
    const [shared, count] = commonest(longer);
    if (count < least) break;
    opening = shared;
  }
  return opening;
}

/** Removes the shared opening, unless the description has nothing else. */
export function ownDescription(description: string, opening: string): string {
  const text = description.trimStart();
  return text.startsWith(opening) ? text.slice(opening.length).trimStart() || text : text;
}

/** Returns the position after the sentence that begins at `from`; `from` itself if none ends within the maximum. */
function sentenceEnd(text: string, from: number): number {
  const sentence =
    /^\s*[^\s][^]*?(?:[.!?](?=\s|$)|\n)/.exec(text.slice(from, from + LONGEST_SENTENCE))?.[0] ?? '';
  return from + sentence.length;
}
