// Matches paths against globs, in time that the lengths of pattern and path bound.
import { expandBraces, literalStart, matchesSigns, type Sign } from '../base/globs/globSyntax.ts';
import { starTest } from '../base/globs/nameMatcher.ts';
import { quotedPath } from './parsePath.ts';
import { WorkspaceError } from './workspaceFiles.ts';

/**
 * `*` and `?` match within one name, `**` as a whole name matches any number of names, and `{a,b}` matches either part.
 * All other characters match themselves: `app/[id].ts` is a file of that name.
 */
export function matchesGlob(pattern: string, path: string): boolean {
  const names = path.split('/');
  return expandBraces(pattern).some((plain) => matchesSigns(plain.split('/').map(nameSign), names));
}

/** True if one of the globs matches the path or a folder above it. */
export function isAtOrBelow(globs: readonly string[], path: string): boolean {
  return globs.some((glob) => matchesGlob(`${glob.replace(/\/$/, '')}/**`, path));
}

/** True if one of the globs matches, and none of the globs that begin with `!`. */
export function isChosen(globs: readonly string[], path: string): boolean {
  if (globs.some((glob) => glob.startsWith('!') && isDenied(glob.slice(1), path))) return false;
  return globs.some((glob) => !glob.startsWith('!') && matchesGlob(glob, path));
}

/**
 * True if the glob matches. A glob that cannot be read denies all paths with the same literal beginning, since they may
 * have been meant.
 */
function isDenied(glob: string, path: string): boolean {
  const relative = glob.replace(/^(?:\.?\/+)+/, '');
  if (problemOf(relative) === undefined) return matchesGlob(relative.replace(/\/+$/, '/**'), path);
  return relative.split('/').includes('..') || path.startsWith(literalStart(relative));
}

function nameSign(pattern: string): Sign {
  if (pattern === '**') return '*';
  if (!pattern.includes('?')) return starTest(pattern.split('*'));
  const signs = Array.from(pattern, (sign): Sign =>
    sign === '*' ? sign : (character) => sign === '?' || sign === character,
  );
  return (name) => matchesSigns(signs, Array.from(name));
}

/**
 * Returns the glob without a leading `./`. A folder, written with a `/` at its end, becomes all files in it. Throws
 * `WorkspaceError`.
 */
export function parseGlob(text: string): string {
  const problem = problemOf(text);
  if (problem !== undefined)
    throw new WorkspaceError(`Glob ${quotedPath(text)} ${problem}. Use one like "src/**/*.ts".`);
  return text
    .replace(/^(?:\.\/+)+/, '')
    .replace(/^\.?$/, '**')
    .replace(/\/+$/, '/**');
}

function problemOf(text: string): string | undefined {
  if (text === '') return 'is empty';
  if (text.startsWith('/')) return 'is absolute';
  if (text.includes('\\')) return 'has a backslash; use /';
  if (text.split('/').includes('..')) return 'leads outside the workspace';
  return expandBraces(text).length === 0 ? 'has over 100 alternatives' : undefined;
}
