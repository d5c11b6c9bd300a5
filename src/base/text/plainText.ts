// Makes prose of servers and scripts safe to show to people and models by removing characters that show nothing. Such
// prose may be long, control a terminal, reverse the writing direction so that it reads as something else, push the
// interface's own text out of sight, or hold text that only a language model sees.
import { hiddenOrWanted } from './hiddenCharacters.ts';

const longest = 2_000;
/** Number of characters that are read for each character that is shown: a text of megabytes may consist of gaps. */
const longestGap = 20;

/** Escape sequences of terminals (ECMA-48): colours and the like (CSI), titles and links (OSC), and single escapes. */
const escapes =
  /(?:\u001b\[|\u009b)[0-?]{0,40}[ -/]{0,8}[@-~]|\u001b\][^\u0007\u001b\n]{0,2000}(?:\u0007|\u001b\\)|\u001b[@-Z\\^_]/gu;
const lineEnds = /\r\n?|\p{Zl}|\p{Zp}/gu;
const pageMarks = /[\v\f]/g;
/** Tag characters and the variation selectors of the same plane, which can encode a whole invisible text. */
const unseenLetters = /[\u{e0000}-\u{e0fff}]+/gu;

/**
 * Returns `text` with the same lines, without escape sequences of terminals, control characters (except `\n` and `\t`),
 * direction marks and zero-width characters. Letters that no font shows, and broken surrogates, become `�`, so that the
 * reader sees that something is there. The time is linear in the length.
 */
export function plainText(text: string): string {
  return text
    .toWellFormed()
    .replace(escapes, '')
    .replace(lineEnds, '\n')
    .replace(pageMarks, ' ')
    .replace(unseenLetters, '\ufffd')
    .replace(hiddenOrWanted, (_character, wanted: string | undefined) => wanted ?? '');
}

/** Returns plain text for a dialog: long gaps become short, and the text is cut to `most` characters. */
export function shownText(text: string, most = longest): string {
  return shorten(text, most, (plain) =>
    plain.replace(/[^\S\n]{9,}|\t/gu, ' '.repeat(8)).replace(/\n(?:[^\S\n]*\n){2,}/gu, '\n\n'),
  );
}

/** Returns plain text in one line, cut to `most` characters. */
export function shownLine(text: string, most = longest): string {
  return shorten(text, most, (plain) => plain.replace(/\s+/gu, ' '));
}

function shorten(text: string, most: number, withoutGaps: (plain: string) => string): string {
  const looked = text.slice(0, most * longestGap);
  const shown = withoutGaps(plainText(looked)).trim();
  return shown.length > most || looked.length < text.length
    ? `${shown.slice(0, most).toWellFormed()}…`
    : shown;
}

/** Returns one line of Markdown that shows `text` literally: each mark is an entity, so none is syntax or an icon. */
export function markdownText(text: string, most?: number): string {
  return shownLine(text, most).replace(/[!-/:-@[-`{-~]/g, (mark) => `&#${mark.charCodeAt(0)};`);
}
