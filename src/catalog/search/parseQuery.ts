// Parses a request into its words, the action, and the number of things it is about.
import { THINGS, type Actions, type Action } from './actions.ts';
import { splitWords } from '../names.ts';
import { rewritePhrases } from './queryPhrases.ts';
import type { QueryWord } from './searchIndex.ts';
import { isPlural, stemOf, termsOf } from './searchTerms.ts';

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

export function parseQuery(request: string, actions: Actions): ParsedQuery {
  const plain = rewritePhrases(request);
  const terms = new Set(termsOf(plain));
  const words = [...terms].map(weigher(plain, actions));
  const opposites = new Set(
    words
      .filter(({ isObject }, place) => !isObject || place === 0)
      .flatMap(({ term }) => actions.oppositesOf(term)),
  );
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

/** Common words that tools are rarely about. */
const EVERYDAY = new Set(
  (
    'above across actually after again almost along already although always among another around aside away ' +
    'become before began begin behind below best better between beyond both bring brought coming couple doing ' +
    'done down during early either else enough ever everything except far few final forget forward front fully ' +
    'further future gave getting given goes going gone great half hand handle happened happy hard heard held ' +
    'high hold hope house important inside instead keep kept kids knew know known large late least leave left ' +
    'less lets life likes line little live long longer lots love made main making mark matter maybe means mind ' +
    'more mother moved must near never next nice noon nothing often only open others over past pretty quick ' +
    'quickly quite rather ready real received right said same says seems seen several shut sitting someone ' +
    'sorts still sure taken takes talk tell think though through throw tick together told tonight took toward ' +
    'tracked true trying turn twice under upon useful walk warm watch ways well went whole whose within ' +
    'without wondering world worth write wrong'
  )
    .split(' ')
    .map(stemOf),
);

function manyIn(request: string): boolean | undefined {
  if (ONE.test(request)) return false;
  if (MANY.test(request)) return true;
  return splitWords(request).slice(0, FIRST_WORDS).some(isPlural) ? true : undefined;
}

const FIRST_WORDS = 4;
