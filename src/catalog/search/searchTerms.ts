// Converts texts and queries to the terms that search compares: lower case, with one form for singular and plural, for
// `create`, `creating` and `created`, and for `dir` and `directory`, without stop words.
import { splitWords } from '../names.ts';

/** Words that tell nothing about the action of a tool; requests are often questions or wishes. */
const STOP_WORDS = new Set(
  (
    'a about all also am an and any anything are as at be because been being but by can cannot could did do does for from had has have having he hello help her hey hi him his ' +
    'here how i if in into is it its itself just kind let like look looks looking may me might most much my need needs no not now of on onto or our ours out please ' +
    'pls really shall she should so some something somehow sort stuff such take than thank thanks that the their them then there these thing things ' +
    'they this those to too us use used uses using very want wanted wants was we were what when where whether which while will with would you your yours s t e g etc ie eg since works called named came own than until against per contain contains containing newer older'
  ).split(' '),
);

/** Short forms and spellings, each with the word that tools use. */
const SAME_WORD = new Map(
  meaningsIn(`
    analyse: analyze; analyses: analyze; analysis: analyze; auth: authentication; bought: buy; built: build;
    cancelled: cancel; cancelling: cancel; cat: read file; children: child; cmd: command; colour: color;
    config: configuration; coords: coordinates; criteria: criterion; db: database; del: delete; dir: directory;
    doc: document; docs: documentation; env: environment; exec: execute; found: find; func: function; given: give;
    gone: go; grep: search; img: image; indexes: index; indices: index; info: information; js: javascript;
    k8s: kubernetes; kept: keep; kube: kubernetes; labelled: label; left: remaining; ls: list directory; made: make;
    men: man; mkdir: create directory; mr: merge request; mrs: merge request; msg: message; mv: move file;
    ns: namespace; org: organization; organisation: organization; paid: pay; param: parameter; perf: performance;
    pg: postgres; pic: picture; pics: picture; postgresql: postgres; pr: pull request; prod: production; ran: run;
    repo: repository; rm: delete file; sent: send; shown: show; sold: sell; spent: spend; svc: service; taken: take;
    told: tell; tz: timezone; var: variable; went: go; written: write; wrote: write
  `),
);

/** Maximum number of characters that are read of a word, which happens often; a longer text is not a word. */
const LONGEST_WORD = 64;

/** Returns the terms of a text, with repetitions; if the text has only stop words, these. */
export function termsOf(text: string): string[] {
  const telling = contentTermsOf(text);
  return telling.length > 0 ? telling : lowerCase(text).map(stemOf);
}

/** Returns the terms of a part of a text; empty if it has only stop words. */
export function contentTermsOf(text: string): string[] {
  const telling = lowerCase(text).filter((word) => !STOP_WORDS.has(word));
  return telling.flatMap(fullWords).map(stemOf);
}

/**
 * Returns one form of a word for its plural, -ing and -ed forms. The rules are few on purpose, since a form that two
 * different words share finds the wrong tool. The result need not be a word: `create`, `creating` and `created` become
 * `creat`.
 */
export function stemOf(word: string): string {
  const whole = word.slice(0, LONGEST_WORD);
  if (!/[degs]$/.test(whole)) return whole;
  const single = singular(whole);
  if (NOUNS.has(single)) return single;
  const bare = single.replace(/ing$|(?<!e)ed$/, '');
  const isVerb = bare !== single && bare.length >= 3 && /[aeiouy]/.test(bare);
  // `using` and `speed` end like verb forms but are not; `running` doubles its last letter.
  const verb = isVerb ? bare.replace(/([bdgmnprt])\1$/, '$1') : single;
  return verb.length > 3 ? verb.replace(/e$/, '') : verb;
}

/** True if the word is probably a plural, by its form. */
export function isPlural(word: string): boolean {
  return word.length > 3 && /[^suai]s$/i.test(word);
}

function singular(word: string): string {
  if (word.length < 4 || /(?:ss|us|is)$/.test(word)) return word;
  if (/ies$/.test(word)) return word.replace(/ies$/, 'y');
  return word.replace(/(?<=ss|sh|ch|x|z)es$|s$/, '');
}

/** Nouns that look like a form of another word. */
const NOUNS = new Set('setting rating string building training spring'.split(' '));

function fullWords(word: string): readonly string[] {
  const singularForm = word.endsWith('s') ? word.slice(0, -1) : word;
  return (SAME_WORD.get(word) ?? SAME_WORD.get(singularForm) ?? word).split(' ');
}

function lowerCase(text: string): string[] {
  // Most calls have a single lower-case word.
  if (/^[a-z\d]+$/.test(text)) return [text.slice(0, LONGEST_WORD)];
  // `URLs` is one word, not `UR` and `Ls`; the `s` of `today's` carries no meaning.
  const whole = text.replace(/(?<!\p{Lu})(\p{Lu}{2,})s(?!\p{L})|['’](?:s|t|re|ve|ll|d|m)\b/gu, '$1');
  const isPlain = !/[\u0080-\uffff]/.test(whole);
  const words = isPlain ? splitWords(whole) : splitWords(withoutAccents(whole)).flatMap(pairs);
  return words.map((word) => word.slice(0, LONGEST_WORD).toLowerCase());
}

/** Many people type `reunion` for `reunión`. The result also has the usual form of letters of full width. */
function withoutAccents(text: string): string {
  const parts = text.normalize('NFKD').replace(/(?<=[\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu, '');
  return parts.normalize('NFC');
}

/** Letters of scripts in which words follow each other without a space, or have endings (Korean). */
const UNSPACED = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]`;
const PAIRS = new RegExp(`(?=(${UNSPACED}{2})).|(?<!${UNSPACED})${UNSPACED}|(?:(?!${UNSPACED})[^])+`, 'gu');

/** Splits such letters into overlapping pairs, since their words are not known: `天気予報` has `天気`. */
const pairs = (word: string) => [...word.matchAll(PAIRS)].map(([part, pair]) => pair ?? part);

/** Reads a list of words with their meanings, such as `dir: directory; ls: list directory`. */
export function meaningsIn(list: string): readonly (readonly [word: string, meaning: string])[] {
  return list.split(/[;\n]/).flatMap((entry) => {
    const [word = '', meaning = ''] = entry.split(':').map((part) => part.trim());
    return word === '' ? [] : [[word, meaning] as const];
  });
}
