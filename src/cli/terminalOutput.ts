// Prints to stderr while a command works, but not while a question is open. Otherwise a script could scroll the
// question out of view, and the user would answer another one.
import { plain, type Style } from './style.ts';
import { inLine, markedLines, styledLine } from './terminal.ts';

/** Maximum amount of output that is kept while a question is open; later output is dropped. */
const mostHeld = { texts: 1_000, characters: 200_000 };

export class TerminalOutput {
  readonly #stream: Pick<NodeJS.WriteStream, 'write'> & { readonly columns?: number };
  readonly #style: Style;
  readonly #held: string[] = [];
  #heldCharacters = 0;
  #leftOut = 0;
  #questions = 0;

  constructor(stream: Pick<NodeJS.WriteStream, 'write'> & { readonly columns?: number }, style = plain) {
    this.#stream = stream;
    this.#style = style;
  }

  /** Prints one line of Code Mode, which may contain text of others. */
  say(line: string): void {
    this.#print(styledLine(inLine(line, this.#stream.columns, this.#style), this.#style));
  }

  /** Prints a URL, which is ASCII without control characters. The user could not open it with line breaks in it. */
  sayAddress({ href }: URL): void {
    this.#print(href);
  }

  /** Prints text of a script or a server. */
  quote(text: string): void {
    this.#print(markedLines(text, this.#stream.columns, this.#style));
  }

  /** Keeps output back until `question` has settled. */
  async whileAsking<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    this.#questions += 1;
    try {
      return await question();
    } finally {
      this.#questions -= 1;
      if (this.#questions === 0) this.#release();
    }
  }

  #print(text: string): void {
    if (this.#questions === 0) {
      this.#stream.write(`${text}\n`);
    } else if (
      this.#held.length < mostHeld.texts &&
      this.#heldCharacters + text.length <= mostHeld.characters
    ) {
      this.#held.push(text);
      this.#heldCharacters += text.length;
    } else {
      this.#leftOut += 1;
    }
  }

  #release(): void {
    for (const text of this.#held.splice(0)) this.#stream.write(`${text}\n`);
    if (this.#leftOut > 0)
      this.#stream.write(`… ${this.#leftOut} more messages omitted during the question.\n`);
    this.#heldCharacters = 0;
    this.#leftOut = 0;
  }
}
