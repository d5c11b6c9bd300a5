// Regular expressions of settings that take time in proportion to the text, whoever wrote them. They consist of
// characters, classes and repetitions of these, without groups. A repetition must not be followed by something that the
// repetition itself could match, so that the search never goes back.
import { HIDDEN } from '../../base/text/hidden.ts';

/** Matches a class, an escape or a character, with its repetition. */
const part =
  /(\\[dwsDWS]|\\[^A-Za-z0-9]|\[\^?(?:\\.|[^\]\\])+\]|\.|[^\\[\](){}*+?|^$.])(\?|\*|\+|\{\d{1,3}(?:,\d{0,3})?\})?/uy;
const longest = 200;
const mostParts = 60;
/** Maximum count of a repetition that something follows; a longer match is unlikely to be meant. */
const mostRepeats = 64;
/** Maximum product of the work and the length of the text. Beyond it the whole text is hidden. */
const mostWork = 20_000_000;

interface Part {
  readonly source: string;
  readonly least: number;
  /** Infinity if there is no maximum. */
  readonly most: number;
  readonly takes: (character: string) => boolean;
}

/** Hides the matches in a text. */
export type TextPattern = (text: string) => string;

/**
 * `source` is the text between the slashes; `flags` is `i` or empty. Returns a text that says why the pattern cannot be
 * read.
 */
export function readTextPattern(source: string, flags: string): TextPattern | string {
  if (source.length > longest) return `over ${longest} characters`;
  if (flags !== '' && flags !== 'i') return 'the only flag is i';
  const alternatives: string[] = [];
  let work = 0;
  for (const alternative of splitAlternatives(source)) {
    const read = readParts(alternative, flags);
    if (typeof read === 'string') return read;
    const wrong =
      overlap(read) ??
      (read.every(({ least }) => least === 0) ? 'it finds nothing in particular' : undefined);
    if (wrong !== undefined) return wrong;
    alternatives.push(read.map((one, index) => withBounds(one, index === read.length - 1)).join(''));
    work += read.reduce((sum, { most }) => sum + Math.min(most, mostRepeats), 0);
  }
  const expression = new RegExp(alternatives.join('|'), `gu${flags}`);
  return (text) => (text.length * work > mostWork ? HIDDEN : text.replace(expression, HIDDEN));
}

/** Splits at `|` outside of classes. */
function splitAlternatives(source: string): readonly string[] {
  return source.split(/(?<!\\)\|(?![^[]*\])/);
}

/** Returns the parts, or a text that says why the source cannot be read. */
function readParts(source: string, flags: string): readonly Part[] | string {
  const parts: Part[] = [];
  part.lastIndex = 0;
  for (let at = 0; at < source.length; at = part.lastIndex) {
    const found = part.exec(source);
    if (!found || parts.length >= mostParts) {
      part.lastIndex = 0;
      return found
        ? 'it has too many parts'
        : `"${source.slice(at, at + 10)}" is not supported: no groups, anchors or look-arounds`;
    }
    const [, atom = '', times = ''] = found;
    const [least, most] = bounds(times);
    if (most !== Infinity && most > 500) return 'it repeats over 500 times';
    let one: RegExp;
    try {
      one = new RegExp(`^${atom}$`, `u${flags}`);
    } catch {
      return `"${atom}" is not a class`;
    }
    parts.push({ source: atom, least, most, takes: (character) => one.test(character) });
  }
  return parts.length > 0 ? parts : 'it is empty';
}

function bounds(times: string): readonly [number, number] {
  if (times === '') return [1, 1];
  if (times === '?') return [0, 1];
  if (times === '*') return [0, Infinity];
  if (times === '+') return [1, Infinity];
  const [least = '0', most] = times.slice(1, -1).split(',');
  return [Number(least), most === undefined ? Number(least) : most === '' ? Infinity : Number(most)];
}

/** Characters that represent all others; classes of further characters make no difference here. */
const samples = [...Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)), 'ж', '中', '😀'];

/** Returns the first repetition that could match what follows it, as a problem; undefined if there is none. */
function overlap(parts: readonly Part[]): string | undefined {
  for (const [index, repeated] of parts.entries()) {
    if (repeated.least === repeated.most) continue;
    for (const next of parts.slice(index + 1)) {
      if (samples.some((character) => repeated.takes(character) && next.takes(character))) {
        return `"${repeated.source}" may repeat and is followed by "${next.source}", which it could take itself`;
      }
      if (next.least > 0) break;
    }
  }
  return undefined;
}

function withBounds({ source, least, most }: Part, isLast: boolean): string {
  if (least === 1 && most === 1) return source;
  if (isLast && most === Infinity) return `${source}{${least},}`;
  return `${source}{${least},${Math.max(least, Math.min(most, most === Infinity ? mostRepeats : most))}}`;
}
