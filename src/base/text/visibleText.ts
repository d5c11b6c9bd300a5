// Shows text that an approval covers: code, arguments, names of tools. The module removes nothing; it escapes
// characters that show nothing or change the writing direction.
import { allEscaped, escaped, hidden, hiddenOrWanted } from './hiddenCharacters.ts';

/** Characters escaped in a name, which needs nothing hidden, and only one kind of blank, slash, dot and colon. */
const hiddenInName = new RegExp(
  `[${hidden}\\n\\t]+|(?! )\\p{Zs}|[\\u2044\\u2215\\u29f5\\u29f8\\u2800\\u2024\\u2236\\ua789\\ufe52\\ufe68\\uff0e\\uff0f\\uff1a\\uff3c]`,
  'gu',
);

/** Escapes every hidden character as `\u{202e}`, except line ends, tabs and the joiners of emoji and words. */
export function visibleText(text: string): string {
  return text.replace(hiddenOrWanted, (run, wanted: string | undefined) => wanted ?? allEscaped(run));
}

/**
 * Shows a name, a path or an address: also escapes letters of another script and marks that look like those of a path.
 */
export function visibleName(name: string): string {
  return escapeHomoglyphs(name.replace(hiddenInName, allEscaped));
}

/**
 * Shows code like `visibleText`, but ends a line wherever JavaScript ends it, so that no comment hides the code after
 * it. Also escapes look-alike letters.
 */
export function shownCode(code: string): string {
  const lines = code
    .replaceAll('\r\n', '\n')
    .replace(/[\r\u2028\u2029]/g, (character) => `${escaped(character)}\n`);
  return escapeHomoglyphs(visibleText(lines));
}

/** Shows code like `shownCode`, on one line. */
export function shownCodeLine(code: string): string {
  return shownCode(code).replaceAll(/\s+/g, ' ');
}

/** The first and the last line (from 1) of `shownCode(code)` that show line `line` of the code. */
export function shownLines(code: string, line: number): readonly [first: number, last: number] {
  const lines = code.split('\n', line);
  const added = (text: string) => text.match(/\r(?!\n|$)|[\u2028\u2029]/g)?.length ?? 0;
  const here = lines[line - 1] ?? '';
  const first = line + lines.slice(0, line - 1).reduce((sum, text) => sum + added(text), 0);
  return [first, first + added(here)];
}

/** Returns JSON with the same meaning that is safe for a terminal: hidden characters are written as `\u202e`. */
export function printableJson(json: string): string {
  return json.replace(hiddenOrWanted, (run, wanted: string | undefined) => wanted ?? jsonEscape(run));
}

function jsonEscape(run: string): string {
  const units = run.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'));
  return units.map((unit) => `\\u${unit}`).join('');
}

// The code below finds letters of one script that look like those of another: `pаypal` with a Cyrillic а. It reads each
// word separately, after Unicode's "mixed script" rule (UTS 39, section 5), and leaves a word of a single script
// unchanged.
/** Scripts whose letters look alike. A word with equally many letters of two belongs to the first of them here. */
const scripts = [
  /[A-Za-z\u00c0-\u024f]/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Lisu}/u,
  // Latin letters of another style: full width, mathematical, 𝗅𝗂𝗄𝖾 𝗍𝗁𝗂𝗌.
  /[\u2100-\u214f\uff21-\uff3a\uff41-\uff5a\u{1d400}-\u{1d7ff}]/u,
];
const notLatin = new RegExp(
  scripts
    .slice(1)
    .map(({ source }) => source)
    .join('|'),
  'u',
);

/** Escapes the letters of a word that belong to another script than most of the word: `p\u{430}ypal`. */
function escapeHomoglyphs(text: string): string {
  if (!notLatin.test(text)) return text;
  return text.replace(/[\p{L}\p{M}\p{Nd}]+/gu, (word) => {
    const mixed = scripts.filter((script) => script.test(word));
    return mixed.length > 1 ? markWord(word, mixed) : word;
  });
}

function markWord(word: string, mixed: readonly RegExp[]): string {
  const letters = Array.from(word, (letter) => ({
    letter,
    script: mixed.findIndex((script) => script.test(letter)),
  }));
  const counts = mixed.map((_, index) => letters.filter(({ script }) => script === index).length);
  const own = counts.indexOf(Math.max(...counts));
  return letters
    .map(({ letter, script }) => (script === own || script < 0 ? letter : escaped(letter)))
    .join('');
}
