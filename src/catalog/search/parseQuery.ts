// Parses a request into its words, the action, and the number of things it is about.
import { THINGS, type Actions, type Action } from './actions.ts';
import { splitWords } from '../names.ts';
import { rewritePhrases } from './queryPhrases.ts';
import type { QueryWord } from './searchIndex.ts';
import { isPlural, isStopWord, stemOf, termsOf } from './searchTerms.ts';
import type { Vocabulary } from './vocabulary.ts';

export interface ParsedQuery {
  readonly words: readonly QueryWord[];
  readonly wanted: Action;
  /** All terms, for lookups. */
  readonly terms: ReadonlySet<string>;
  /** Terms that undo the requested action. */
  readonly opposites: ReadonlySet<string>;
  readonly isBatch: boolean;
  /** True if the request is about several things; undefined if the request leaves it open. */
  readonly isMany: boolean | undefined;
}

const MOST_CHARACTERS = 500;
/** Words that say when or how, and rarely what to do. */
const ASIDES = new Set(
  'off recent latest newest last lately recently now currently own today tomorrow yesterday week month year hour minute day morning evening night monday tuesday wednesday thursday friday saturday sunday ago soon later new old good bad big small give current first second one two three four five'
    .split(' ')
    .map(stemOf),
);
const WEIGHT = { aside: 0.4, verb: 0.8, common: 0.6, content: 0.5 };
const BATCH =
  /\b(?:several|multiple|bulk|batch|mass|many|lots|dozens|all (?:of )?(?:my|the|these|those|pending|open)|every|each|\d{2,})\b/i;
const MANY =
  /^(?:list|which|all|every)\b|^(?:what|show|give|get|fetch|see|find)\b.{0,40}\b(?:all|are there|do (?:i|we) have|exist|available)\b|\ball\b/i;
const ONE =
  /\bdetails?\b|\bby (?:its )?(?:id|number|name|key|uid)\b|#\d|\b(?:this|that|a single|a specific|one specific|one particular) \w/i;

export function parseQuery(text: string, actions: Actions, vocabulary: Vocabulary): ParsedQuery {
  const request = withoutTypos(text.slice(0, MOST_CHARACTERS), vocabulary);
  const plain = rewritePhrases(request);
  const terms = new Set(termsOf(plain));
  const words = [...terms].map(weigher(plain, actions));
  const opposites = new Set(
    words
      .filter(({ isObject }, place) => !isObject || place === 0)
      .flatMap(({ term }) => actions.oppositesOf(term)),
  );
  for (const term of terms) opposites.add(`un${term}`);
  for (const term of terms) opposites.delete(term);
  return {
    words,
    terms,
    wanted: actions.requested(plain),
    opposites,
    isBatch: BATCH.test(request),
    isMany: manyIn(request),
  };
}

function weigher(plain: string, actions: Actions): (term: string, place: number) => QueryWord {
  const contents = new Set([...plain.matchAll(CONTENT)].flatMap(([words]) => termsOf(words).slice(1)));
  return (term, place) => {
    const isAside = ASIDES.has(term) || EVERYDAY.has(term);
    const isVerb = actions.isVerb(term) && (place === 0 || !THINGS.has(term));
    const own = ASIDES.has(term) ? WEIGHT.aside : isVerb ? WEIGHT.verb : isAside ? WEIGHT.common : 1;
    return {
      term,
      isObject: !isVerb && !isAside,
      weight: own * (contents.has(term) ? WEIGHT.content : 1),
    };
  };
}

/** The content that a request searches for tells little about the tool that finds it. */
const CONTENT = /\b(?:about|regarding|concerning|mentioning|saying)\s[^,;.]{1,100}|"[^"]{1,100}"/gi;

/** Corrects typos, except in names within a sentence. */
function withoutTypos(request: string, vocabulary: Vocabulary): string {
  const isCommon = (word: string) => COMMON.has(word) || isStopWord(word);
  let left = MOST_CORRECTED;
  return request.replace(/(?<![\p{L}\p{N}])\p{L}{4,64}(?![\p{L}\p{N}])/gu, (word, at: number) => {
    if ((at > 0 && /^\p{Lu}/u.test(word)) || isCommon(word.toLowerCase()) || left === 0) return word;
    const meant = vocabulary.correctSpelling(stemOf(word.toLowerCase()), word.length);
    if (meant !== undefined) left -= 1;
    return meant ?? word;
  });
}

/** Maximum number of typos that are corrected in one request. */
const MOST_CORRECTED = 8;

/** Words that may not occur in any tool, but are not typos. */
const TOOL_WORDS = new Set(
  'room rooms rule team time word words week weeks year years day days month money home moment track part side idea place hours wait money back lock once each every all'.split(
    ' ',
  ),
);
const COMMON = new Set(
  (
    'about above across actually after again against almost along already although always among another around aside away back because become before began begin behind below best better between beyond both bring brought came cannot come coming could couple ' +
    'days does doing done down during each early either else enough even ever every everything except far few final five forget forward four front fully further future gave gets getting given gives goes going gone great half hand handle happen happened ' +
    'happy hard have having heard held help here high hold home hope hours house idea important inside instead into keep kept kids kind knew know known large last late later least leave left less lets life likes line little live long longer lots love made ' +
    'main make making mark matter maybe mean means might mind minute moment money month more morning most mother move moved much must near need never next nice night noon nothing now often once only open other others over part past place please pretty quick quickly quite ' +
    'rather ready real really received right room rooms rule said same says second seem seems seen several shall should shut side since sitting small some someone soon sorts still such sure take taken takes talk team tell than that them then there these they thing ' +
    'things think this those though through throw tick time today together told tomorrow tonight took toward track tracked true trying turn twice under until upon used useful very wait walk want wants warm watch ways week weeks well went were what when where ' +
    'which while whole whose will with within without wondering word work worked working works world worth would write wrong year years yesterday your'
  ).split(' '),
);

/** Common words that tools are rarely about. */
const EVERYDAY = new Set(
  [...COMMON].filter((word) => !THINGS.has(stemOf(word)) && !TOOL_WORDS.has(word)).map(stemOf),
);

function manyIn(request: string): boolean | undefined {
  if (ONE.test(request)) return false;
  if (MANY.test(request)) return true;
  return splitWords(request).slice(0, FIRST_WORDS).some(isPlural) ? true : undefined;
}

const FIRST_WORDS = 4;
