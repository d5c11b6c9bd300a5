// Finds the lines of a text that a search is about.
import { matchingLines, type LineMatch } from './matchingLines.ts';

export interface TextMatcher extends AsyncDisposable {
  /** At most `most` lines of the file at `path`. Throws `WorkspaceError`. */
  find(text: string, most: number, path: string): Promise<readonly LineMatch[]>;
}

export class PlainMatcher implements TextMatcher {
  readonly #fold: (text: string) => string;
  readonly #wanted: string;

  constructor(wanted: string, ignoreCase: boolean) {
    this.#fold = ignoreCase ? (text) => text.toLowerCase() : (text) => text;
    this.#wanted = this.#fold(wanted);
  }

  find(text: string, most: number): Promise<readonly LineMatch[]> {
    const folded = this.#fold(text);
    // Most files have none, and need not be taken apart.
    const found = folded.includes(this.#wanted) ? matchingLines(folded, (line) => line.indexOf(this.#wanted), most) : [];
    return Promise.resolve(found);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve();
  }
}
