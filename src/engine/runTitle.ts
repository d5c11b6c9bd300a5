// The title of a run wherever people see it: the model's, or else the first comment of the code, the tools that it
// names, or its first line.
import { listed } from '../base/text/counted.ts';
import { shownLine } from '../base/text/plainText.ts';

/** The most code points of a title: the definition of `executeCode` names the same number. */
const longest = 80;
/** Characters of a text or the code that are looked at. */
const looked = 4_000;
/** Characters in which tools are looked for. */
const lookedForTools = 100_000;
const mostTools = 3;
const fence = /^```\w{0,20}$/;
/** The first line that scripts of our agent begin with says nothing of them. */
const agentLine = /^\/\/ {0,2}Code Mode\b[:.]?/i;
const comment = /^(?:\/\/+|\/\*+|\*)\s*/;
/** `.name` or `["name"]`. Every part is bounded, so that a search takes time in proportion to the text. */
const member =
  /\s{0,20}(?:(?:\?\.|\.)\s{0,20}([\p{ID_Start}$_][\p{ID_Continue}$]{0,99})|(?:\?\.)?\[\s{0,20}["']([^"'\\\n]{1,100})["']\s{0,20}\])/u;
const toolPath = new RegExp(`(?<![\\w$.])tools${member.source}${member.source}`, 'gu');

/** The title of a run that was given none. */
export function runTitle(code: string): string {
  return commentTitle(code) ?? titleFrom(toolsTitle(code) ?? linesOf(code)[0] ?? '');
}

/** The title that a model gives its script, to be shown; undefined where it gives none. */
export function modelTitle(title: unknown): string | undefined {
  return (typeof title === 'string' && titleFrom(title)) || undefined;
}

/** The text as a title: one line, cut. `redacted` takes secrets out before the cut leaves a part of one. */
export function titleFrom(text: string, redacted = (line: string) => line): string {
  const line = Array.from(redacted(shownLine(text, looked)));
  return line.length > longest ? `${line.slice(0, longest - 1).join('')}…` : line.join('');
}

/** The title that the code gives itself in a comment; undefined where it has none. */
export function commentTitle(code: string): string | undefined {
  const title = linesOf(code).find((line) => comment.test(line));
  return title && titleFrom(title.replace(comment, '').replace(/\s*\*\/$/, ''));
}

/** `geo.getCity, weather.getWeather`: the first tools that the code names. */
function toolsTitle(code: string): string | undefined {
  const paths = code.slice(0, lookedForTools).matchAll(toolPath);
  const names = new Set<string>();
  for (const [, server, quotedServer, tool, quotedTool] of paths)
    names.add(`${server ?? quotedServer}.${tool ?? quotedTool}`);
  return names.size > 0 ? listed([...names], mostTools) : undefined;
}

/** The first lines of the code that say something. */
function linesOf(code: string): readonly string[] {
  return code
    .slice(0, looked)
    .split('\n')
    .map((line) => line.trim().replace(agentLine, '//'))
    .filter((line) => line !== '' && !fence.test(line) && /[\p{L}\p{N}]/u.test(line));
}
