// Text of a server that a person reads in a dialog. It may be long, drive a terminal, turn the direction of writing so that it
// reads as something else, push what is ours out of sight with nothing, or hold what only a language model sees.

const longest = 2_000;
/** Characters that are looked at for each that is shown: a text of megabytes may be nothing but gaps. */
const longestGap = 20;

/**
 * `text` without control characters but line ends and without what turns the direction of writing; long gaps are short, and the
 * letters that no font shows (Unicode tags, variation selectors of their plane) are seen to be there. Cut to `most` characters.
 */
export function shownText(text: string, most = longest): string {
  const plain = text
    .slice(0, most * longestGap)
    .replaceAll(/\r\n?|\p{Zl}|\p{Zp}/gu, '\n')
    .replaceAll(/[^\P{Cc}\n\t]|[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu, '')
    .replaceAll(/[\u{e0000}-\u{e0fff}]/gu, '\ufffd')
    .replaceAll(/[^\S\n]{9,}|\t/gu, ' '.repeat(8))
    .replaceAll(/\n(?:[^\S\n]*\n){2,}/gu, '\n\n')
    .trim();
  return plain.length > most || text.length > most * longestGap ? `${plain.slice(0, most)}…` : plain;
}

/** The same in one line. */
export function shownLine(text: string, most = longest): string {
  return shownText(text.replaceAll(/\s+/gu, ' '), most);
}
