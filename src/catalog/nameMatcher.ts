// Globs over the names of servers and tools, as settings that choose among them have them.
import picomatch from 'picomatch';

/**
 * Letter case is ignored and `*` matches dots and slashes too: a pattern that almost names a tool should take it away rather than
 * silently leave it.
 */
const OPTIONS = { bash: true, dot: true, nocase: true, strictBrackets: true } as const;

/** Parentheses stand for themselves, as in `GitHub (work).*`, where they are no extended glob. Throws for what is no glob. */
export function nameMatcher(glob: string): (name: string) => boolean {
  // Globs of a repository's settings meet names of its servers: a regular expression of many stars takes for ever.
  if (/^[\w.*-]+$/.test(glob)) return starMatcher(lowerCase(glob).split(/\*+/));
  return picomatch(glob.replaceAll(/(?<![!@?*+\\])\(([^()|]*)\)/g, '\\($1\\)'), OPTIONS);
}

/** Between `parts` may be anything. Linear in the name for each part. */
function starMatcher([first = '', ...others]: readonly string[]): (name: string) => boolean {
  const last = others.pop();
  return (name) => {
    const text = lowerCase(name);
    if (last === undefined) return text === first;
    if (text === '' || !text.startsWith(first)) return false;
    let at = first.length;
    for (const part of others) {
      const found = text.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return text.length - last.length >= at && text.endsWith(last);
  };
}

function lowerCase(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
