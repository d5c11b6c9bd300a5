// The words that search compares: lower case, in one form for singular and plural, for `create`, `creating` and
// `created`, for `dir` and `directory`; without the words that are in every sentence. Texts and queries are read alike.
import { wordsOf } from '../names.ts';

/** Words that say nothing of what a tool does; a request is often a question or a wish. */
const STOP_WORDS = new Set(
  (
    'a about all also am an and any are as at be been but by can could did do does for from had has have here how i if in into is it its ' +
    'just let like look looks looking me most much my no not now of on onto or our out please should so some such take than that the their them then there these ' +
    'they this those to us use used uses using want was we were what when where whether which will with would you your s t e g'
  ).split(' '),
);

/** Short forms and spellings, each with the word that tools use. */
const SAME_WORD: Readonly<Record<string, string>> = {
  auth: 'authentication',
  colour: 'color',
  config: 'configuration',
  cat: 'read file',
  ci: 'status check',
  cmd: 'command',
  coords: 'coordinates',
  db: 'database',
  del: 'delete',
  dir: 'directory',
  doc: 'document',
  docs: 'documentation',
  env: 'environment',
  exec: 'execute',
  func: 'function',
  img: 'image',
  info: 'information',
  js: 'javascript',
  grep: 'search text',
  k8s: 'kubernetes',
  kube: 'kubernetes',
  ls: 'list directory',
  mkdir: 'create directory',
  msg: 'message',
  mv: 'move file',
  ns: 'namespace',
  org: 'organization',
  organisation: 'organization',
  param: 'parameter',
  perf: 'performance',
  pg: 'postgres',
  pic: 'picture',
  postgresql: 'postgres',
  pr: 'pull request',
  prod: 'production',
  repo: 'repository',
  rm: 'delete file',
  svc: 'service',
  var: 'variable',
};

/** Terms of a text, repeated as they are in it; when it has only words of every sentence, these. */
export function termsOf(text: string): string[] {
  const telling = termsOfWords(text);
  return telling.length > 0 ? telling : lowerCase(text).map(stemOf);
}

/** Terms of a part of a text, which may have none. */
export function termsOfWords(text: string): string[] {
  const telling = lowerCase(text).filter((word) => !STOP_WORDS.has(word));
  return telling.flatMap(fullWords).map(stemOf);
}

/**
 * One form of a word for its plural, its -ing and its -ed: light on purpose, since a form that two different words
 * share finds the wrong tool. The result need not be a word: `create`, `creating` and `created` are `creat`.
 */
export function stemOf(word: string): string {
  const single = singular(word);
  const bare = /^(.*[aeiouy].*?)(?:ing|(?<!e)ed)$/.exec(single)?.[1];
  // `using` and `speed` end like verbs and are none; `running` doubles its last letter.
  const verb = bare !== undefined && bare.length >= 3 ? bare.replace(/([bdgmnprt])\1$/, '$1') : single;
  return verb.length > 3 ? verb.replace(/e$/, '') : verb;
}

function singular(word: string): string {
  if (word.length < 4 || /(?:ss|us|is)$/.test(word)) return word;
  if (/ies$/.test(word)) return word.replace(/ies$/, 'y');
  return word.replace(/(?<=ss|sh|ch|x|z)es$|s$/, '');
}

function fullWords(word: string): readonly string[] {
  const singularForm = word.replace(/s$/, '');
  const full = Object.hasOwn(SAME_WORD, word) ? SAME_WORD[word] : Object.hasOwn(SAME_WORD, singularForm) ? SAME_WORD[singularForm] : word;
  return (full ?? word).split(' ');
}

function lowerCase(text: string): string[] {
  // `URLs` are not a `UR` and some `Ls`, and nobody looks for the `s` of `today's`.
  const whole = text.replace(/(\p{Lu}{2,})s(?!\p{L})|['’](?:s|t|re|ve|ll|d|m)\b/gu, '$1');
  return wordsOf(whole).map((word) => word.toLowerCase());
}
