// What the author of a script wrote, the code and its arguments: that is no flow, since it was there without any answer.
import { TimeSlice } from '../../catalog/timeSlice.ts';
import { longNumbers, normalisedText } from './normalisedText.ts';
import { gramLength } from './textIndex.ts';

/** Of the code, in characters. */
const pieceLength = 8_192;

export interface OwnText {
  readonly text: string;
  readonly numbers: ReadonlySet<string>;
}

export async function ownText(texts: readonly string[]): Promise<OwnText> {
  const pieces: string[] = [];
  const numbers = new Set<string>();
  const slice = new TimeSlice();
  for (const text of texts) {
    for (let start = 0; start < text.length; start += pieceLength) {
      const piece = text.slice(start, start + pieceLength);
      pieces.push(normalisedText(piece));
      for (const digits of longNumbers(piece)) numbers.add(digits);
      await slice.yieldIfOver();
    }
  }
  return { text: pieces.join(''), numbers };
}

/** Whether no 16 characters of the text that `grams` make are left without those in `there`. */
export function isCovered(grams: readonly string[], there: ReadonlySet<string>): boolean {
  let [bare, coveredUntil] = [0, -1];
  for (let at = 0; at < grams.length + gramLength - 1; at += 1) {
    if (there.has(grams[at] ?? '')) coveredUntil = at + gramLength - 1;
    bare = at <= coveredUntil ? 0 : bare + 1;
    if (bare >= gramLength) return false;
  }
  return true;
}
