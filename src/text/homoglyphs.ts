// Letters of one script that pass for those of another: `pаypal` with a Cyrillic а. Scripts are told apart in each word by
// itself, after Unicode's "mixed script" rule (UTS 39, section 5); a word that is wholly of one script is left as it is.
import { escaped } from './hiddenCharacters.ts';

/** Scripts whose letters look alike. Where two have as many letters in a word, the first one is the word's own. */
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

/** `text` with the letters of a word that are of another script than most of it as escapes: `p\u{430}ypal`. */
export function escapeHomoglyphs(text: string): string {
  if (!notLatin.test(text)) return text;
  return text.replace(/[\p{L}\p{M}\p{Nd}]+/gu, (word) => {
    const mixed = scripts.filter((script) => script.test(word));
    return mixed.length > 1 ? markWord(word, mixed) : word;
  });
}

function markWord(word: string, mixed: readonly RegExp[]): string {
  const letters = Array.from(word, (letter) => ({ letter, script: mixed.findIndex((script) => script.test(letter)) }));
  const counts = mixed.map((_, index) => letters.filter(({ script }) => script === index).length);
  const own = counts.indexOf(Math.max(...counts));
  return letters.map(({ letter, script }) => (script === own || script < 0 ? letter : escaped(letter))).join('');
}
