// Text of servers and scripts inside Markdown of ours: in a hover, in a chat. A click on what a server wrote must do nothing.
import { shownLine } from './plainText.ts';

/** One line of Markdown that shows `text` and nothing else: every punctuation mark is an entity, so none is syntax, of icons neither. */
export function markdownText(text: string, most?: number): string {
  return shownLine(text, most).replace(/[!-/:-@[-`{-~]/g, (mark) => `&#${mark.charCodeAt(0)};`);
}
