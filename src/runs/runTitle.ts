// What a run is called in lists: the first comment of its code, or else its first line.
import { shownLine } from '../base/text/plainText.ts';

const longest = 120;
/** Characters of the code that are looked at. */
const looked = 4_000;
const fence = /^```\w{0,20}$/;
/** The first line that scripts of our agent begin with says nothing of them. */
const agentLine = /^\/\/ {0,2}Code Mode\b[:.]?/i;
const comment = /^(?:\/\/+|\/\*+|\*)\s*/;

export function runTitle(code: string): string {
  return commentTitle(code) ?? shownLine(linesOf(code)[0] ?? '', longest);
}

/** The title that the code gives itself in a comment; undefined where it has none. */
export function commentTitle(code: string): string | undefined {
  const title = linesOf(code).find((line) => comment.test(line));
  return title && shownLine(title.replace(comment, '').replace(/\s*\*\/$/, ''), longest);
}

/** The first lines of the code that say something. */
function linesOf(code: string): readonly string[] {
  return code
    .slice(0, looked)
    .split('\n')
    .map((line) => line.trim().replace(agentLine, '//'))
    .filter((line) => line !== '' && !fence.test(line) && /[\p{L}\p{N}]/u.test(line));
}

/** Of what a user wrote: its first line. */
export function givenTitle(text: string): string {
  const [line = ''] = text.slice(0, looked).trimStart().split('\n');
  return shownLine(line, longest);
}
