// What a `.gitignore` leaves out (gitignore(5)). Matched like globs, without regular expressions: the file is somebody else's.
import { matchesSequence } from './glob.ts';

/** The rules of one file; its paths are relative to `folder`, the path of the folder it stands in. */
export interface Gitignore {
  readonly folder: string;
  /** In the order of the file: the last that matches decides. */
  readonly rules: readonly Rule[];
}

interface Rule {
  readonly negated: boolean;
  readonly foldersOnly: boolean;
  /** Of each name of the path, from the file's own folder on. */
  readonly names: readonly NamePattern[];
}

type NamePattern = '**' | readonly Sign[];
type Sign = '*' | ((character: string) => boolean);

const MOST_RULES = 2_000;
const LONGEST_RULE = 1_000;

export function readGitignore(text: string, folder: string): Gitignore {
  const lines = text.split(/\r?\n/).slice(0, MOST_RULES);
  return { folder, rules: lines.flatMap(ruleOf) };
}

/** Whether a path is left out by the files of the folders above it, which come from the outermost to the innermost. */
export function isIgnored(path: string, isFolder: boolean, files: readonly Gitignore[]): boolean {
  for (const { folder, rules } of files.toReversed()) {
    const names = (folder === '' ? path : path.slice(folder.length + 1)).split('/');
    const decisive = rules.findLast((rule) => (isFolder || !rule.foldersOnly) && matchesNames(rule, names));
    if (decisive) return !decisive.negated;
  }
  return false;
}

function ruleOf(line: string): readonly Rule[] {
  const text = line.replace(/(?<!\\) +$/, '');
  if (text === '' || text.startsWith('#') || text.length > LONGEST_RULE) return [];
  const negated = text.startsWith('!');
  const pattern = negated ? text.slice(1) : text;
  const names = pattern.replace(/^\//, '').replace(/\/$/, '').split('/');
  const patterns = names.map((name) => (name === '**' ? name : signsOf(name)));
  // Without a slash before its end it matches at any depth; `x/**` is what is in x, not x itself.
  if (!/\/./.test(pattern)) patterns.unshift('**');
  if (patterns.at(-1) === '**') patterns.push(['*']);
  return [{ negated, foldersOnly: pattern.endsWith('/'), names: patterns }];
}

function matchesNames({ names }: Rule, path: readonly string[]): boolean {
  return matchesSequence(
    names,
    path,
    (name) => name === '**',
    (signs, name) => signs !== '**' && matchesName(signs, name),
  );
}

function matchesName(signs: readonly Sign[], name: string): boolean {
  return matchesSequence(
    signs,
    Array.from(name),
    (sign) => sign === '*',
    (sign, character) => sign !== '*' && sign(character),
  );
}

function signsOf(name: string): readonly Sign[] {
  const signs: Sign[] = [];
  const characters = Array.from(name);
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at];
    const end = character === '[' ? characters.indexOf(']', at + 2) : -1;
    if (character === '*') signs.push('*');
    else if (character === '?') signs.push(() => true);
    else if (end > 0) {
      signs.push(classOf(characters.slice(at + 1, end)));
      at = end;
    } else {
      if (character === '\\') at += 1;
      const literal = characters[at];
      signs.push((other) => other === literal);
    }
  }
  return signs;
}

/** `[a-z]`, `[!abc]`. */
function classOf(members: readonly string[]): Sign {
  const negated = members[0] === '!' || members[0] === '^';
  const listed = negated ? members.slice(1) : members;
  const ranges = listed.flatMap((from, at): [string, string][] => {
    if (listed[at + 1] === '-' && listed[at + 2] !== undefined) return [[from, listed[at + 2] ?? from]];
    return from === '-' && at > 0 && at < listed.length - 1 ? [] : [[from, from]];
  });
  return (character) => ranges.some(([from, to]) => from <= character && character <= to) !== negated;
}
