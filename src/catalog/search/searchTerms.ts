// The words that search compares: lower case, in one form for singular and plural, for `create`, `creating` and
// `created`, for `dir` and `directory`; without the words that are in every sentence. Texts and queries are read alike.
import { splitWords } from '../names.ts';

/** Words that say nothing of what a tool does; a request is often a question or a wish. */
const STOP_WORDS = new Set(
  (
    'a about all also am an and any anything are as at be because been being but by can cannot could did do does for from had has have having he hello help her hey hi him his ' +
    'here how i if in into is it its itself just kind let like look looks looking may me might most much my need needs no not now of on onto or our ours out please ' +
    'pls really shall she should so some something somehow sort stuff such take than thank thanks that the their them then there these thing things ' +
    'they this those to too us use used uses using very want wanted wants was we were what when where whether which while will with would you your yours s t e g etc ie eg since works called named came own than until against per contain contains containing newer older'
  ).split(' '),
);

/** Short forms and spellings, each with the word that tools use. */
const SAME_WORD: Readonly<Record<string, string>> = {
  analysis: 'analyze',
  analyses: 'analyze',
  analyse: 'analyze',
  auth: 'authentication',
  bought: 'buy',
  built: 'build',
  cancelled: 'cancel',
  cancelling: 'cancel',
  children: 'child',
  colour: 'color',
  config: 'configuration',
  cat: 'read file',
  cmd: 'command',
  coords: 'coordinates',
  db: 'database',
  criteria: 'criterion',
  del: 'delete',
  dir: 'directory',
  doc: 'document',
  docs: 'documentation',
  env: 'environment',
  exec: 'execute',
  found: 'find',
  func: 'function',
  given: 'give',
  gone: 'go',
  indices: 'index',
  indexes: 'index',
  img: 'image',
  info: 'information',
  js: 'javascript',
  grep: 'search',
  k8s: 'kubernetes',
  kept: 'keep',
  kube: 'kubernetes',
  labelled: 'label',
  left: 'remaining',
  ls: 'list directory',
  made: 'make',
  mr: 'merge request',
  mrs: 'merge request',
  men: 'man',
  mkdir: 'create directory',
  msg: 'message',
  mv: 'move file',
  ns: 'namespace',
  org: 'organization',
  organisation: 'organization',
  paid: 'pay',
  param: 'parameter',
  pics: 'picture',
  perf: 'performance',
  pg: 'postgres',
  pic: 'picture',
  postgresql: 'postgres',
  pr: 'pull request',
  prod: 'production',
  repo: 'repository',
  rm: 'delete file',
  ran: 'run',
  sent: 'send',
  shown: 'show',
  sold: 'sell',
  spent: 'spend',
  taken: 'take',
  svc: 'service',
  told: 'tell',
  tz: 'timezone',
  var: 'variable',
  went: 'go',
  written: 'write',
  wrote: 'write',
};

/** Characters of a word that count: longer ones are no words, and each of them is looked at again and again. */
const LONGEST_WORD = 64;

/** Whether a word, in lower case, is in every sentence. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

/** Terms of a text, repeated as they are in it; when it has only words of every sentence, these. */
export function termsOf(text: string): string[] {
  const telling = contentTermsOf(text);
  return telling.length > 0 ? telling : lowerCase(text).map(stemOf);
}

/** Terms of a part of a text, which may have none. */
export function contentTermsOf(text: string): string[] {
  const telling = lowerCase(text).filter((word) => !STOP_WORDS.has(word));
  return telling.flatMap(fullWords).map(stemOf);
}

/**
 * One form of a word for its plural, its -ing and its -ed: light on purpose, since a form that two different words
 * share finds the wrong tool. The result need not be a word: `create`, `creating` and `created` are `creat`.
 */
export function stemOf(word: string): string {
  const whole = word.slice(0, LONGEST_WORD);
  if (!/[degs]$/.test(whole)) return whole;
  const single = singular(whole);
  if (NOUNS.has(single)) return single;
  const bare = single.replace(/ing$|(?<!e)ed$/, '');
  const isVerb = bare !== single && bare.length >= 3 && /[aeiouy]/.test(bare);
  // `using` and `speed` end like verbs and are none; `running` doubles its last letter.
  const verb = isVerb ? bare.replace(/([bdgmnprt])\1$/, '$1') : single;
  return verb.length > 3 ? verb.replace(/e$/, '') : verb;
}

/**
 * What is left of a term without the endings by which English makes one word of another: `cancellation` and `cancel`,
 * `approval` and `approve`. Shared by words that have something to do with one another; far less sure than `stemOf`.
 */
export function rootOf(term: string): string {
  const bare = term.replace(ENDINGS, '');
  if (bare.length < SHORTEST_ROOT) return term;
  const root = bare.replace(/(?<=...)ifi?c?$/, 'if').replace(/(?<=....)(?:at|iz|is)$/, '');
  return root.length < SHORTEST_ROOT ? term : root.replace(/([bdglmnprt])\1$/, '$1');
}

const SHORTEST_ROOT = 4;
const ENDINGS = /(?<=...)(?:ion|ment|ance|enc|ency|ancy|ability|ity|ness|abl|ibl|ful|al|er|or|iv|ous|ly|y|i)$/;

/** Likely, by its form. */
export function isPlural(word: string): boolean {
  return word.length > 3 && /[^suai]s$/i.test(word);
}

function singular(word: string): string {
  if (word.length < 4 || /(?:ss|us|is)$/.test(word)) return word;
  if (/ies$/.test(word)) return word.replace(/ies$/, 'y');
  return word.replace(/(?<=ss|sh|ch|x|z)es$|s$/, '');
}

/** Nouns that would be taken for a form of another word. */
const NOUNS = new Set('setting rating string building training spring'.split(' '));

function fullWords(word: string): readonly string[] {
  const singularForm = word.endsWith('s') ? word.slice(0, -1) : word;
  const full = Object.hasOwn(SAME_WORD, word) ? SAME_WORD[word] : Object.hasOwn(SAME_WORD, singularForm) ? SAME_WORD[singularForm] : word;
  return (full ?? word).split(' ');
}

function lowerCase(text: string): string[] {
  // Most are asked for one by one, and are one word already.
  if (/^[a-z\d]+$/.test(text)) return [text.slice(0, LONGEST_WORD)];
  // `URLs` are not a `UR` and some `Ls`; the `s` of `today's` says nothing.
  const whole = text.replace(/(?<!\p{Lu})(\p{Lu}{2,})s(?!\p{L})|['’](?:s|t|re|ve|ll|d|m)\b/gu, '$1');
  return splitWords(whole).map((word) => word.slice(0, LONGEST_WORD).toLowerCase());
}
