// Reads the compiler's output, which always has the same few forms.
import { readComment } from '../docText.ts';
import { withoutGroup, type Member, type ObjectText, type TypeText } from './typeText.ts';

/** Reads the output of json-schema-to-typescript with `format: false`. Throws if the text has another form. */
export function parseTypes(source: string): readonly Member[] {
  return new Reader(source).members();
}

class Reader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  members(): Member[] {
    const members: Member[] = [];
    for (;;) {
      this.#match(/\s*/y);
      if (this.#at >= this.#source.length || this.#source[this.#at] === '}') return members;
      members.push(this.#member());
    }
  }

  #member(): Member {
    const comment = this.#match(/\/\*\*[^]*?\*\/\s*/y);
    const head = this.#match(
      /export (?:type \w+ = |interface \w+ )|(?:"(?:[^"\\]|\\.)*"|[\w$]+|\[k: string\])\??: /y,
    );
    if (head === undefined)
      throw new Error(
        `the compiled type cannot be read at ${JSON.stringify(this.#source.slice(this.#at, this.#at + 40))}`,
      );
    const text = comment === undefined ? '' : commentText(comment);
    return {
      ...(text !== '' && { comment: readComment(text) }),
      head: head.replace(/^export /, '').replace(/^interface (\w+) $/, 'type $1 = '),
      type: this.#type(),
    };
  }

  /** Reads a type up to the end of the line, or of the object or parentheses around it. */
  #type(): TypeText {
    const parts: (string | ObjectText)[] = [];
    for (;;) {
      const words = this.#match(/(?:"(?:[^"\\]|\\.)*"|[^"{}()\n])+/y);
      if (words !== undefined) parts.push(spaced(words));
      const next = this.#source[this.#at];
      if (next === '{') parts.push({ members: this.#inside(() => this.members(), '}') });
      else if (next === '(') parts.push('(', ...withoutGroup(this.#inside(() => this.#type(), ')')), ')');
      else return parts;
    }
  }

  #inside<T>(read: () => T, end: string): T {
    this.#at += 1;
    const inside = read();
    if (this.#source[this.#at] !== end)
      throw new Error(`the compiled type has no ${end} at character ${this.#at}`);
    this.#at += 1;
    return inside;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#source)?.[0];
    if (found !== undefined) this.#at = pattern.lastIndex;
    return found;
  }
}

function commentText(comment: string): string {
  return comment
    .trimEnd()
    .replace(/^\/\*\*\s*|\s*\*\/$/g, '')
    .replace(/^ ?\* ?/gm, '')
    .replace(/^@(?:min|max)Items .*$/gm, '') // the text already says this in words
    .trim();
}

/** Inserts the spaces that the compiler omits in unions of tuples. */
function spaced(words: string): string {
  return words.replace(/"(?:[^"\\]|\\.)*"|\]\|\[/g, (found) => (found === ']|[' ? '] | [' : found));
}
