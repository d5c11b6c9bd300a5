// What a run and its tools say to the user while it runs, kept for readers of the outcome: bounded, since a script may report
// progress all the time and a tool may address the user in every answer.
import { shownLine } from '../text/plainText.ts';

/** How far a run was, in the words of the script or of a tool. */
export interface RunProgress {
  /** One line; of a tool it begins with the tool's path. */
  readonly message: string;
  /** From 0 to 1. */
  readonly fraction?: number;
}

/** Of progress the newest, of texts for the user the first. */
const MOST_PROGRESS = 100;
const LONGEST_PROGRESS = 500;
const MOST_FOR_USER = 50;

export class RunMessages {
  readonly #progress: RunProgress[] = [];
  readonly #forUser: string[] = [];
  #leftOut = 0;

  progress(message: string, fraction: number | undefined): void {
    this.#progress.push({ message: shownLine(message, LONGEST_PROGRESS), ...(fraction !== undefined && { fraction }) });
    if (this.#progress.length > MOST_PROGRESS) this.#progress.shift();
  }

  /** `text`: of one answer, bounded. */
  forUser(path: string, text: string): void {
    if (this.#forUser.length < MOST_FOR_USER) this.#forUser.push(`${path}: ${text}`);
    else this.#leftOut += 1;
  }

  /** The newest 100, oldest first. */
  allProgress(): readonly RunProgress[] {
    return [...this.#progress];
  }

  /** The first 50; then how many more there were. */
  allForUser(): readonly string[] {
    return this.#leftOut > 0 ? [...this.#forUser, `… and ${this.#leftOut} more texts for the user.`] : [...this.#forUser];
  }
}
