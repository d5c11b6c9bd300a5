// What the author of a script wrote, the code and its arguments: that is no flow, since it was there without any answer.
import { TimeSlice } from '../../catalog/timeSlice.ts';
import { longNumbers, normalisedText } from './normalisedText.ts';
import { gramLength, TextIndex, type TextPlace } from './textIndex.ts';

/** Of the code, in characters. */
const pieceLength = 8_192;

export interface OwnText {
  readonly text: string;
  readonly numbers: ReadonlySet<string>;
  /** Of `text`, as far as it has room; what is beyond is none of the author's. */
  readonly index: TextIndex;
}

export async function ownText(texts: readonly string[]): Promise<OwnText> {
  const pieces: string[] = [];
  const numbers = new Set<string>();
  const index = new TextIndex();
  let before = '';
  const slice = new TimeSlice();
  for (const text of texts) {
    for (let start = 0; start < text.length; start += pieceLength) {
      const piece = text.slice(start, start + pieceLength);
      const compared = normalisedText(piece);
      pieces.push(compared);
      index.add(before + compared, 0);
      before = (before + compared).slice(1 - gramLength);
      for (const digits of longNumbers(piece)) numbers.add(digits);
      await slice.yieldIfOver();
    }
  }
  return { text: pieces.join(''), numbers, index };
}

/**
 * The first stretch of `starts`, each of which begins 16 characters that were answered, from where on 16 are left that those which begin at a place
 * in `own` do not cover; undefined for none.
 */
export function firstBare(starts: readonly TextPlace[], own: ReadonlySet<number>): readonly [start: number, end: number] | undefined {
  for (const [first, last] of stretches(starts)) {
    let bare = first;
    for (let at = first; at < last + gramLength; at += 1) {
      if (at <= last && own.has(at)) bare = at + gramLength;
      else if (at - bare + 1 >= gramLength) return [bare, last + gramLength];
    }
  }
  return undefined;
}

/** Places that follow each other, as their first and last. */
function stretches(places: readonly TextPlace[]): readonly (readonly [first: number, last: number])[] {
  const found: [number, number][] = [];
  for (const { at } of places) {
    const last = found.at(-1);
    if (last && at === last[1] + 1) last[1] = at;
    else found.push([at, at]);
  }
  return found;
}
