// Splits a request with several needs, such as "find the user, then send a mail". Each need is searched separately.
import type { Actions } from './actions.ts';
import { splitWords } from '../names.ts';
import { contentTermsOf, stemOf } from './searchTerms.ts';

/** Separators that always end a need. */
const ENDS = /[;\n]|[,.]?\s(?:and\s)?(?<!since\s)(?:then|afterwards|after that)\b,?/i;
/** Separators that end a need only if the next part is a need. */
const MAY_END = /,\s(?:and\s)?|\sand\s|\.\s/i;
const MOST_NEEDS = 8;
const LONGEST_NEED = 9;
/** Matches a narrative, a list of needs only if it begins with an action: `text the customer that we have it`. */
const STORY =
  /\b(?:i|i'm|i've|we|he|she|they|there (?:is|are|was|were)|it (?:is|was)|it's|somebody|someone|my \w+ (?:\w+ed|is|has|keeps|does|was))\b/i;
const LONGEST_OF_LIST = 5;
/** Words after which a list may name parts of the same need: `create an issue with title, body`. */
const ENUMERATES =
  /\b(?:with|without|including|like|such as|containing|between|of|by|or|and|where|whose|has|have|is|are|was|here|there|named|called)\b/i;
const DETERMINER =
  /^(?:the|an?|my|our|your|his|her|its|their|th(?:is|at|ese|ose)|any|some|all|each|every)\b/i;
type Verbs = Pick<Actions, 'isVerb' | 'isUnambiguousVerb'>;

const ADVERB = /^\s*(?:later|finally|also|first|next|lastly)\s+/i;
/** A word that can be a noun is a verb if a determiner or a pronoun follows: `mail the findings`. */
const VERB_WITH_OBJECT =
  /^\s*\w+\s+(?:the|an?|my|our|his|her|their|it|them|him|me|us|th(?:is|at|ese|ose)|someone|everyone|somebody|everybody)\b/i;
/** Matches a part that continues the need before it. */
const GOES_ON =
  /^(?:for|from|in|on|of|by|with|to|that|which|who|where|when|but|not|or|is|are|was|has|have|so|because|if|sorted|using|as|at|its|their|all|\p{L}+(?:ed|ing))\b/iu;

/** Returns the needs in their order; only the request itself if it does not clearly list several. */
export function splitQuery(request: string, verbs: Verbs): readonly string[] {
  if (STORY.test(request) && !startsWithVerb(request, verbs)) return [request];
  const needs = request.split(new RegExp(ENDS, 'gi')).flatMap((part) => listedIn(part, verbs));
  const telling = needs.map((need) => need.trim()).filter((need) => contentTermsOf(need).length > 0);
  return telling.length > 1 && telling.length <= MOST_NEEDS ? telling : [request];
}

/** True for a list as models write it: `navigate to a url, snapshot`. Later phrases are not parts of the first. */
function isPlainList(pieces: readonly string[], verbs: Verbs): boolean {
  const [first = '', ...rest] = pieces.map((piece) => piece.trim());
  const isShort = (piece: string) => splitWords(piece).length <= LONGEST_OF_LIST && !ENUMERATES.test(piece);
  const startsAnew = (piece: string) => isNounPhrase(piece) && !DETERMINER.test(piece);
  return (
    rest.length > 0 &&
    [first, ...rest].every(isShort) &&
    rest.every(startsAnew) &&
    verbs.isVerb(stemOf(splitWords(first)[0]?.toLowerCase() ?? ''))
  );
}

function listedIn(part: string, verbs: Verbs): readonly string[] {
  const plain = part.split(/,\s/);
  if (isPlainList(plain, verbs)) return plain;
  const pieces = part.split(new RegExp(`(${MAY_END.source})`, 'i'));
  const needs = [pieces[0] ?? ''];
  const listsNeeds = pieces.some((piece, index) => index > 0 && index % 2 === 0 && isNeed(piece, verbs));
  for (let at = 1; at < pieces.length; at += 2) {
    const [separator = '', piece = ''] = pieces.slice(at, at + 2);
    const isOwn = isNeed(piece, verbs) || (listsNeeds && separator.startsWith(',') && isNounPhrase(piece));
    if (isOwn) needs.push(piece);
    else needs.push(`${needs.pop() ?? ''}${separator}${piece}`);
  }
  return needs;
}

function isNeed(piece: string, verbs: Verbs): boolean {
  return startsWithVerb(piece, verbs) && splitWords(piece).length <= LONGEST_NEED;
}

function startsWithVerb(text: string, verbs: Verbs): boolean {
  const piece = text.replace(ADVERB, '');
  const [first = '', ...rest] = splitWords(piece).map((word) => word.toLowerCase());
  const isVerb =
    verbs.isUnambiguousVerb(first) || (VERB_WITH_OBJECT.test(piece) && verbs.isVerb(stemOf(first)));
  return rest.length > 0 && isVerb && !GOES_ON.test(piece);
}

function isNounPhrase(piece: string): boolean {
  const words = splitWords(piece);
  return words.length > 0 && words.length < LONGEST_NEED && !GOES_ON.test(piece.trim());
}
