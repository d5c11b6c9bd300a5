// Makes the hidden characters of a script visible, in slices, because the code may be a megabyte long with something
// hidden everywhere.
import { TimeSlice } from '../../base/timeSlice.ts';
import { shownCode } from '../../base/text/visibleText.ts';

const pieceLength = 4_096;

/**
 * Applies `shownCode` to pieces that end at blanks or line ends, since `shownCode` looks across neither. Pauses between
 * the pieces.
 */
export async function shownCodeInSlices(code: string, length = pieceLength): Promise<string> {
  const slice = new TimeSlice();
  let shown = '';
  for (let start = 0; start < code.length;) {
    const blank = /[ \n]/g;
    blank.lastIndex = start + length;
    const end = blank.test(code) ? blank.lastIndex : code.length;
    shown += shownCode(code.slice(start, end));
    await slice.yieldIfOver();
    start = end;
  }
  return shown;
}
