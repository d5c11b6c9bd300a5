// Exact replacements in a text. A text that is there twice is not replaced at all: which one was meant is a guess.
import { quoted } from './parsePath.ts';
import { WorkspaceError } from './workspaceError.ts';

export interface TextEdit {
  readonly oldText: string;
  readonly newText: string;
}

const MOST_LINES_NAMED = 10;
/** Counting ends here: a text that repeats itself would make it take longer than anybody waits. */
const MOST_COUNTED = 1_000;

/** Applies the edits one after the other. Throws `WorkspaceError`, which names the lines of an old text that is there more than once. */
export function applyEdits(text: string, edits: readonly TextEdit[], path: string): string {
  return edits.reduce((before, { oldText, newText }, index) => {
    const found = offsetsOf(oldText, before);
    const [at] = found;
    const which = `Edit ${index + 1} of ${quoted(path)}: its oldText ${quoted(oldText)}`;
    if (at === undefined)
      throw new WorkspaceError(`${which} is not there. It must match exactly, white space too; read the file first. Nothing was written.`);
    if (found.length > 1) {
      throw new WorkspaceError(
        `${which} is there ${found.length}${found.length === MOST_COUNTED ? ' or more' : ''} times, at ${linesText(found, before)}. Add lines around it until it is unique. Nothing was written.`,
      );
    }
    return before.slice(0, at) + newText + before.slice(at + oldText.length);
  }, text);
}

function offsetsOf(part: string, text: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(part); at >= 0 && found.length < MOST_COUNTED; at = text.indexOf(part, at + 1)) found.push(at);
  return found;
}

function linesText(offsets: readonly number[], text: string): string {
  const lines = offsets.slice(0, MOST_LINES_NAMED).map((at) => text.slice(0, at).split('\n').length);
  return `line${lines.length > 1 ? 's' : ''} ${lines.join(', ')}${offsets.length > lines.length ? ', …' : ''}`;
}
