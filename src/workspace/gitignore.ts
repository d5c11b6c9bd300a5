// Reads a `.gitignore` and decides which paths it excludes (gitignore(5)). The file comes from a repository and may be
// hostile, so it is matched in bounded time like globs.
import { matchesSigns, parseSigns, type Sign } from '../base/globs/globSyntax.ts';

/** The rules of one file. Their paths are relative to `folder`, the path of the folder with the file. */
export interface Gitignore {
  readonly folder: string;
  /** Rules in the order of the file; the last matching rule decides. */
  readonly rules: readonly Rule[];
}

interface Rule {
  readonly negated: boolean;
  readonly foldersOnly: boolean;
  /** One sign for each name of the path, beginning at the folder of the file. */
  readonly signs: readonly Sign[];
}

const MOST_RULES = 2_000;
const LONGEST_RULE = 1_000;

export function readGitignore(text: string, folder: string): Gitignore {
  const lines = text.split(/\r?\n/).slice(0, MOST_RULES);
  return { folder, rules: lines.flatMap(ruleOf) };
}

/**
 * True if the path is excluded by the files of the folders above it. `files` goes from the outermost to the innermost.
 */
export function isIgnored(path: string, isFolder: boolean, files: readonly Gitignore[]): boolean {
  for (const { folder, rules } of files.toReversed()) {
    const names = (folder === '' ? path : path.slice(folder.length + 1)).split('/');
    const decisive = rules.findLast(
      (rule) => (isFolder || !rule.foldersOnly) && matchesSigns(rule.signs, names),
    );
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
  const signs = names.map(nameSign);
  // A pattern without a slash before its end matches at any depth; `x/**` matches the content of x, not x itself.
  if (!/\/./.test(pattern)) signs.unshift('*');
  if (signs.at(-1) === '*') signs.push(() => true);
  return [{ negated, foldersOnly: pattern.endsWith('/'), signs }];
}

function nameSign(pattern: string): Sign {
  if (pattern === '**') return '*';
  const signs = parseSigns(pattern);
  return (name) => matchesSigns(signs, Array.from(name));
}
