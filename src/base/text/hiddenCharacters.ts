// The characters that show nothing, or that change how their neighbours are shown: a text that holds them is not what it
// looks like. Unicode's own classes name them, so that a new version of Unicode needs no new list.

/**
 * The inside of a character class: control characters (C0 but `\n` and `\t`, DEL, C1), lone surrogates, the line and paragraph separator, and
 * everything that Unicode says is ignored when shown: marks of direction, zero-width characters, fillers, soft hyphens, tag
 * characters, variation selectors.
 */
export const hidden = String.raw`\u0000-\u0008\u000b-\u001f\u007f-\u009f\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb`;

/** What makes one emoji of several characters: ❤️, 👩‍👩‍👧, 1️⃣. Each looks at its neighbours, which stay: it follows nothing hidden. */
export const inEmoji = [
  String.raw`[\ufe0e\ufe0f](?<=\p{Extended_Pictographic}.)`,
  String.raw`\ufe0f(?<=[0-9#*].)(?=\u20e3)`,
  String.raw`\u200d(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?.)(?=\p{Extended_Pictographic})`,
].join('|');

const joiningScripts = ['Arabic', 'Syriac', 'Mongolian', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu']
  .concat(['Kannada', 'Malayalam', 'Sinhala'])
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('');

/** Joiners inside a word of a script that cannot be written without them: می‌خواهم. */
export const inWords = String.raw`[\u200c\u200d](?<=[${joiningScripts}].)(?=[${joiningScripts}])`;

/** `\u{202e}`, as JavaScript writes it. */
export function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** The same of each. */
export function allEscaped(characters: string): string {
  return Array.from(characters, escaped).join('');
}
