// A type as a tree of members. From the same tree, a type can be laid out for a person, laid out with short comments
// for a model, folded into one line, or cut.

/** One property of an object type, or one top-level declaration. */
export interface Member {
  readonly comment?: Comment;
  /** Text before the type: `name?: `, `[k: string]: `, `type City = `. */
  readonly head: string;
  readonly type: TypeText;
}

export interface Comment {
  /** The full text of the comment, without comment marks. */
  readonly whole: string;
  /** The text cut at a sentence, on one line. Constraints are never cut. */
  readonly brief: string;
  readonly isCut: boolean;
}

/** A type as it is written. Object types are parts between texts; each parenthesis is a text of its own. */
export type TypeText = readonly (string | ObjectText)[];

export interface ObjectText {
  readonly members: readonly Member[];
}

export interface FoldOptions {
  /** Maximum nesting of objects. Deeper objects are written as `{ ... }`. */
  readonly depth: number;
  /** Maximum number of members shown of an object, required ones first. */
  readonly members: number;
}

/** Form of comments: all as JSDoc, or brief ones at the end of the line. */
export type Comments = 'whole' | 'brief';

/** Options that cut nothing. */
export const WHOLE: FoldOptions = { depth: Number.POSITIVE_INFINITY, members: Number.POSITIVE_INFINITY };

/** Type of an object without members. TypeScript's own `{}` accepts nearly anything. */
const NO_PROPERTIES = 'Record<string, never>';
const WIDEST = 100;

/** Lays a type out, over several lines if it has comments or is long. `indent` is the indentation of its first line. */
export function layOut(type: TypeText, comments: Comments = 'whole', indent = ''): string {
  return withoutGroup(type)
    .map((part) => (typeof part === 'string' ? part : braces(part.members, comments, indent)))
    .join('');
}

/** Lays a member out with its comment, ending in a semicolon. */
export function layOutMember({ comment, head, type }: Member, comments: Comments, indent: string): string {
  const line = `${indent}${head}${layOut(type, comments, indent)};`;
  if (comment === undefined) return line;
  if (comments === 'whole') return `${indented(jsDoc(comment.whole), indent)}\n${line}`;
  return line.includes('\n') ? `${indent}// ${comment.brief}\n${line}` : `${line} // ${comment.brief}`;
}

/** Writes a type on one line, without comments. */
export function fold(type: TypeText, options: FoldOptions): string {
  return withoutGroup(type)
    .map((part) => (typeof part === 'string' ? part : foldObject(part.members, options)))
    .join('');
}

/** Inserts `indent` before each line that is not empty. Only `\n` ends a line: a literal may have other separators. */
export function indented(text: string, indent: string): string {
  return text.replace(/(^|\n)(?=[^\n])/g, `$1${indent}`);
}

/** Removes parentheses around the whole type, as the compiler writes them around every union. */
export function withoutGroup(type: TypeText): TypeText {
  if (type[0] !== '(') return type;
  let open = 0;
  const end = type.findIndex((part) => (open += part === '(' ? 1 : part === ')' ? -1 : 0) === 0);
  return end === type.length - 1 ? withoutGroup(type.slice(1, -1)) : type;
}

function braces(members: readonly Member[], comments: Comments, indent: string): string {
  if (members.length === 0) return NO_PROPERTIES;
  const line = hasComment([{ members }]) ? undefined : foldObject(members, WHOLE);
  if (line !== undefined && line.length + indent.length <= WIDEST) return line;
  return `{\n${members.map((member) => layOutMember(member, comments, `${indent}  `)).join('\n')}\n${indent}}`;
}

/** True if a member at any depth of the type has a comment. */
function hasComment(type: TypeText): boolean {
  return type.some(
    (part) =>
      typeof part === 'object' &&
      part.members.some((member) => member.comment !== undefined || hasComment(member.type)),
  );
}

/** Returns the paths of the wanted members at any depth of the type, such as `filter.since`. */
export function memberPaths(
  type: TypeText,
  isWanted: (member: Member) => boolean,
  within = '',
): readonly string[] {
  return type.flatMap((part): readonly string[] => {
    if (typeof part === 'string') return [];
    return part.members.flatMap((member) => {
      const path = `${within}${member.head.replace(/\??: $/, '')}`;
      return [...(isWanted(member) ? [path] : []), ...memberPaths(member.type, isWanted, `${path}.`)];
    });
  });
}

function foldObject(members: readonly Member[], { depth, members: most }: FoldOptions): string {
  if (members.length === 0) return NO_PROPERTIES;
  if (depth <= 0) return '{ ... }';
  const shown =
    members.length > most
      ? [...members].sort((a, b) => Number(isOptional(a)) - Number(isOptional(b))).slice(0, most)
      : members;
  const parts = shown.map(({ head, type }) => `${head}${fold(type, { depth: depth - 1, members: most })}`);
  if (shown.length < members.length) parts.push(`... ${members.length - shown.length} more`);
  return `{ ${parts.join('; ')} }`;
}

function isOptional({ head }: Member): boolean {
  return head.endsWith('?: ') || head.startsWith('[');
}

/** Returns a JSDoc comment, on one line if it fits. */
export function jsDoc(text: string): string {
  if (!text.includes('\n') && text.length <= 110) return `/** ${text} */`;
  const lines = text.split('\n').map((line) => ` * ${line}`.trimEnd());
  return ['/**', ...lines, ' */'].join('\n');
}
