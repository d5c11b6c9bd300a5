// A request may hold several needs: "find the user, order details, then send a mail". Each is looked for on its own.
import { splitWords } from '../names.ts';
import { contentTermsOf } from './searchTerms.ts';

/** Ends a need, whatever follows. */
const ENDS = /[;\n]|[,.]?\s(?:and\s)?(?<!since\s)(?:then|afterwards|after that)\b,?/i;
/** Ends a need when what follows is one. */
const MAY_END = /,\s(?:and\s)?|\sand\s|\.\s/i;
const MOST_NEEDS = 8;
const LONGEST_NEED = 9;
/** Who tells a story does not list needs. */
const STORY = /\b(?:i|i'm|i've|we|he|she|they|there (?:is|are|was|were)|it (?:is|was)|it's|somebody|someone|my \w+ \w+(?:ed|s))\b/i;
/** What goes on with the need before it. */
const GOES_ON =
  /^(?:for|from|in|on|of|by|with|to|that|which|who|where|when|but|not|or|is|are|was|has|have|so|because|if|sorted|using|as|at|its|their|all|\p{L}+(?:ed|ing))\b/iu;

/** The needs in their order; one where the request does not clearly list several. */
export function splitQuery(request: string, isVerb: (word: string) => boolean): readonly string[] {
  if (STORY.test(request)) return [request];
  const needs = request.split(new RegExp(ENDS, 'gi')).flatMap((part) => listedIn(part, isVerb));
  const telling = needs.map((need) => need.trim()).filter((need) => contentTermsOf(need).length > 0);
  return telling.length > 1 && telling.length <= MOST_NEEDS ? telling : [request];
}

function listedIn(part: string, isVerb: (word: string) => boolean): readonly string[] {
  const pieces = part.split(new RegExp(`(${MAY_END.source})`, 'i'));
  const needs = [pieces[0] ?? ''];
  const listsNeeds = pieces.some((piece, index) => index > 0 && index % 2 === 0 && startsWithVerb(piece, isVerb));
  for (let at = 1; at < pieces.length; at += 2) {
    const [separator = '', piece = ''] = pieces.slice(at, at + 2);
    const isOwn = startsWithVerb(piece, isVerb) || (listsNeeds && separator.startsWith(',') && isNounPhrase(piece));
    if (isOwn) needs.push(piece);
    else needs.push(`${needs.pop() ?? ''}${separator}${piece}`);
  }
  return needs;
}

function startsWithVerb(piece: string, isVerb: (word: string) => boolean): boolean {
  const [first = '', ...rest] = splitWords(piece);
  return rest.length > 0 && rest.length < LONGEST_NEED && isVerb(first.toLowerCase()) && !GOES_ON.test(piece);
}

function isNounPhrase(piece: string): boolean {
  const words = splitWords(piece);
  return words.length > 0 && words.length < LONGEST_NEED && !GOES_ON.test(piece.trim());
}
