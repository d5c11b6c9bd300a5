// Makes prose of servers and scripts safe to show to people and models: removes characters that show nothing. The prose may be long, drive a terminal, turn the direction of writing so that it reads as something else, push what is ours out
// of sight with nothing, or hold what only a language model sees.
import { hidden, inEmoji, inWords } from './hiddenCharacters.ts';

const longest = 2_000;
/** Characters that are looked at for each that is shown: a text of megabytes may be nothing but gaps. */
const longestGap = 20;

/** ECMA-48: colours and the like (CSI), titles and links (OSC), and single escapes. */
const escapes = /(?:\u001b\[|\u009b)[0-?]{0,40}[ -/]{0,8}[@-~]|\u001b\][^\u0007\u001b\n]{0,2000}(?:\u0007|\u001b\\)|\u001b[@-Z\\^_]/gu;
const lineEnds = /\r\n?|\p{Zl}|\p{Zp}/gu;
const pageMarks = /[\v\f]/g;
/** Tag characters and the variation selectors of their plane: a whole text can be written in them. */
const unseenLetters = /[\u{e0000}-\u{e0fff}]+/gu;
const hiddenOrWanted = new RegExp(`(${inEmoji}|${inWords})|[${hidden}]+`, 'gu');

/**
 * `text` in the same lines, without escape sequences of terminals, control characters but `\n` and `\t`, marks of direction and characters of no width.
 * Letters that no font shows are seen to be there (�), as are broken surrogates. Takes time in proportion to its length.
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

/** The same for a dialog: long gaps are short, and it is cut to `most` characters. */
export function shownText(text: string, most = longest): string {
  return shorten(text, most, (plain) => plain.replace(/[^\S\n]{9,}|\t/gu, ' '.repeat(8)).replace(/\n(?:[^\S\n]*\n){2,}/gu, '\n\n'));
}

/** The same in one line. */
export function shownLine(text: string, most = longest): string {
  return shorten(text, most, (plain) => plain.replace(/\s+/gu, ' '));
}

function shorten(text: string, most: number, withoutGaps: (plain: string) => string): string {
  const looked = text.slice(0, most * longestGap);
  const shown = withoutGaps(plainText(looked)).trim();
  return shown.length > most || looked.length < text.length ? `${shown.slice(0, most).toWellFormed()}…` : shown;
}

/** One line of Markdown that shows `text` and nothing else: every punctuation mark is an entity, so none is syntax, of icons neither. */
export function markdownText(text: string, most?: number): string {
  return shownLine(text, most).replace(/[!-/:-@[-`{-~]/g, (mark) => `&#${mark.charCodeAt(0)};`);
}
