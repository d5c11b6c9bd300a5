// Globs over the names of servers and tools, as settings that choose among them have them.
import picomatch from 'picomatch';

/**
 * Letter case is ignored and `*` matches dots and slashes too: a pattern that almost names a tool should take it away rather than
 * silently leave it.
 */
const OPTIONS = { bash: true, dot: true, nocase: true, strictBrackets: true } as const;

/** Parentheses stand for themselves, as in `GitHub (work).*`, where they are no extended glob. Throws for what is no glob. */
export function nameMatcher(glob: string): (name: string) => boolean {
  return picomatch(glob.replaceAll(/(?<![!@?*+\\])\(([^()|]*)\)/g, '\\($1\\)'), OPTIONS);
}
