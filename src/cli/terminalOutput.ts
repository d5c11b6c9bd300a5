// Prints on stderr while a command works, but nothing while a question is open: a script could push the question out of sight and have
// another one answered.
import { plain, type Style } from './style.ts';
import { inLine, quoted, styledLine } from './terminal.ts';

/** Kept while a question is open; of more, the beginning. */
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

  /** One line of ours, with what others may have written in it. */
  say(line: string): void {
    this.#print(styledLine(inLine(line, this.#stream.columns, this.#style), this.#style));
  }

  /** A page's address, whole however long it is: in pieces it could not be opened. It is ASCII without control characters. */
  sayAddress({ href }: URL): void {
    this.#print(href);
  }

  /** What a script or a server says. */
  quote(text: string): void {
    this.#print(quoted(text, this.#stream.columns, this.#style));
  }

  /** Holds back output until `question` has settled. */
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
    } else if (this.#held.length < mostHeld.texts && this.#heldCharacters + text.length <= mostHeld.characters) {
      this.#held.push(text);
      this.#heldCharacters += text.length;
    } else {
      this.#leftOut += 1;
    }
  }

  #release(): void {
    for (const text of this.#held.splice(0)) this.#stream.write(`${text}\n`);
    if (this.#leftOut > 0) this.#stream.write(`… ${this.#leftOut} more messages omitted during the question.\n`);
    this.#heldCharacters = 0;
    this.#leftOut = 0;
  }
}
