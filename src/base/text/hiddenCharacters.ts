// Lists the characters that show nothing, or that change how their neighbours are shown, so that a text does not look
// like what it contains. The list uses Unicode's own classes, so that a new version of Unicode needs no new list.

/**
 * The inside of a character class: control characters (C0 except `\n` and `\t`, DEL, C1), lone surrogates, the line and
 * paragraph separators, and all characters that Unicode says to ignore when a text is shown: direction marks,
 * zero-width characters, fillers, soft hyphens, tag characters, variation selectors.
 */
export const hidden = String.raw`\u0000-\u0008\u000b-\u001f\u007f-\u009f\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb`;

/**
 * Characters that join several characters into one emoji: ❤️, 👩‍👩‍👧, 1️⃣. Each pattern requires visible neighbours,
 * so that no joiner follows a hidden character.
 */
const inEmoji = [
  String.raw`[\ufe0e\ufe0f](?<=\p{Extended_Pictographic}.)`,
  String.raw`\ufe0f(?<=[0-9#*].)(?=\u20e3)`,
  String.raw`\u200d(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?.)(?=\p{Extended_Pictographic})`,
].join('|');

const joiningScripts =
  'Arabic Syriac Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala'
    .split(' ')
    .map((script) => String.raw`\p{Script=${script}}`)
    .join('');

/** Joiners inside a word of a script that needs them in writing: می‌خواهم. */
const inWords = String.raw`[\u200c\u200d](?<=[${joiningScripts}].)(?=[${joiningScripts}])`;

/** A run of hidden characters, or as the first group a joiner that belongs to an emoji or a word. */
export const hiddenOrWanted = new RegExp(`(${inEmoji}|${inWords})|[${hidden}]+`, 'gu');

/** The escape of a character as JavaScript writes it: `\u{202e}`. */
export function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** Escapes each character of the text. */
export function allEscaped(characters: string): string {
  return Array.from(characters, escaped).join('');
}
