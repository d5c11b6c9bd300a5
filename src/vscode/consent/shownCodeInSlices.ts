// The code of a script as it is shown, made in slices: there may be a megabyte of it, with something hidden everywhere.
import { TimeSlice } from '../../base/timeSlice.ts';
import { shownCode } from '../../base/text/visibleText.ts';

const pieceLength = 4_096;

/** `shownCode`, which looks across no line end and no blank. */
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
