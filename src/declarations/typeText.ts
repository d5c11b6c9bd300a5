// The compiler's output as a tree of members, so that it can be laid out for a person, folded into one line for a
// model, and cut, always from the same text.
import { jsDoc } from './docText.ts';

/** One property of an object type, or one declaration at the top. */
export interface Member {
  /** The comment's text without its marks. */
  readonly comment?: string;
  /** `name?: `, `[k: string]: `, `type City = `, `interface City `. */
  readonly head: string;
  readonly type: TypeText;
}

/** A type as it is written: words, with object types and parentheses as parts of their own. */
export type TypeText = readonly (string | ObjectText | GroupText)[];

export interface ObjectText {
  readonly members: readonly Member[];
}

export interface GroupText {
  readonly group: TypeText;
}

export interface FoldOptions {
  /** Objects nested deeper are written `{ ... }`. */
  readonly depth: number;
  /** Objects show at most this many members, required ones first. */
  readonly members: number;
}

/** Cuts nothing. */
export const WHOLE: FoldOptions = { depth: Number.POSITIVE_INFINITY, members: Number.POSITIVE_INFINITY };

/** An object type without members: TypeScript's own `{}` accepts nearly anything. */
const NO_PROPERTIES = 'Record<string, never>';
const WIDEST = 100;

/** Reads what json-schema-to-typescript wrote with `format: false`. Throws when it reads something else. */
export function parseTypes(source: string): readonly Member[] {
  return new Reader(source).members();
}

/** Over several lines where it has comments or is long. `indent` is that of the line it begins on. */
export function layOut(type: TypeText, indent = ''): string {
  return outermost(type)
    .map((part) => {
      if (typeof part === 'string') return part;
      if ('group' in part) return `(${layOut(part.group, indent)})`;
      return layOutObject(part, indent);
    })
    .join('');
}

/** A member with its comment, ending in a semicolon where it needs one. */
export function layOutMember({ comment, head, type }: Member, indent: string): string {
  const doc = comment ? indented(jsDoc(comment), indent) + '\n' : '';
  if (!head.startsWith('interface ')) return `${doc}${indent}${head}${layOut(type, indent)};`;
  const [body] = type;
  const members = typeof body === 'object' && 'members' in body ? body.members : [];
  return `${doc}${indent}${head}${braces(members, indent)}`;
}

/** On one line, without comments. */
export function fold(type: TypeText, options: FoldOptions): string {
  return outermost(type)
    .map((part) => {
      if (typeof part === 'string') return part;
      if ('group' in part) return `(${fold(part.group, options)})`;
      return foldObject(part.members, options);
    })
    .join('');
}

/** With `indent` before every line that is not empty. A line ends with `\n` alone: a literal may hold other separators. */
export function indented(text: string, indent: string): string {
  return text.replace(/(^|\n)(?=[^\n])/g, `$1${indent}`);
}

/** Without the parentheses that the compiler puts around every union. */
function outermost(type: TypeText): TypeText {
  const [only, ...rest] = type;
  return typeof only === 'object' && 'group' in only && rest.length === 0 ? outermost(only.group) : type;
}

function layOutObject({ members }: ObjectText, indent: string): string {
  if (members.length === 0) return NO_PROPERTIES;
  return braces(members, indent);
}

function braces(members: readonly Member[], indent: string): string {
  if (members.length === 0) return '{}';
  const line = members.some(hasComment) ? undefined : foldObject(members, WHOLE);
  if (line !== undefined && line.length + indent.length <= WIDEST) return line;
  return `{\n${members.map((member) => layOutMember(member, `${indent}  `)).join('\n')}\n${indent}}`;
}

function hasComment({ comment, type }: Member): boolean {
  return comment !== undefined || typeHasComment(type);
}

function typeHasComment(type: TypeText): boolean {
  return type.some((part) => typeof part === 'object' && ('group' in part ? typeHasComment(part.group) : part.members.some(hasComment)));
}

function foldObject(members: readonly Member[], { depth, members: most }: FoldOptions): string {
  if (members.length === 0) return NO_PROPERTIES;
  if (depth <= 0) return '{ ... }';
  const shown = members.length > most ? [...members].sort((a, b) => Number(isOptional(a)) - Number(isOptional(b))).slice(0, most) : members;
  const parts = shown.map(({ head, type }) => `${head}${fold(type, { depth: depth - 1, members: most })}`);
  if (shown.length < members.length) parts.push(`... ${members.length - shown.length} more`);
  return `{ ${parts.join('; ')} }`;
}

function isOptional({ head }: Member): boolean {
  return head.endsWith('?: ') || head.startsWith('[');
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
    const head = this.#match(/export (?:type \w+ = |interface \w+ )|(?:"(?:[^"\\]|\\.)*"|[\w$]+|\[k: string\])\??: /y);
    if (head === undefined)
      throw new Error(`the compiled type cannot be read at ${JSON.stringify(this.#source.slice(this.#at, this.#at + 40))}`);
    const text = comment === undefined ? '' : commentText(comment);
    return { ...(text !== '' && { comment: text }), head: head.replace(/^export /, ''), type: this.#type() };
  }

  /** Up to the end of the line, or of the object or parentheses it stands in. */
  #type(): TypeText {
    const parts: (string | ObjectText | GroupText)[] = [];
    for (;;) {
      const words = this.#match(/(?:"(?:[^"\\]|\\.)*"|[^"{}()\n])+/y);
      if (words !== undefined) parts.push(spaced(words));
      const next = this.#source[this.#at];
      if (next === '{') parts.push({ members: this.#inside(() => this.members(), '}') });
      else if (next === '(') parts.push({ group: this.#inside(() => this.#type(), ')') });
      else return parts;
    }
  }

  #inside<T>(read: () => T, end: string): T {
    this.#at += 1;
    const inside = read();
    if (this.#source[this.#at] !== end) throw new Error(`the compiled type has no ${end} at character ${this.#at}`);
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
    .replace(/^@(?:min|max)Items .*$/gm, '') // said in words already
    .trim();
}

/** The compiler writes unions of tuples without spaces. */
function spaced(words: string): string {
  return words.replace(/"(?:[^"\\]|\\.)*"|\]\|\[/g, (found) => (found === ']|[' ? '] | [' : found));
}
