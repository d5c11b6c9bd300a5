// A type as a tree of members, so that it can be laid out for a person or, with short comments, for a model, folded
// into one line, and cut, always from the same tree.

/** One property of an object type, or one declaration at the top. */
export interface Member {
  readonly comment?: Comment;
  /** `name?: `, `[k: string]: `, `type City = `. */
  readonly head: string;
  readonly type: TypeText;
}

export interface Comment {
  /** All that the schema says, without the marks of a comment. */
  readonly whole: string;
  /** The same cut at a sentence, on one line; constraints are never cut. */
  readonly brief: string;
  readonly isCut: boolean;
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

/** Comments: all as JSDoc, or the brief ones at the end of the line. */
export type Comments = 'whole' | 'brief';

/** Cuts nothing. */
export const WHOLE: FoldOptions = { depth: Number.POSITIVE_INFINITY, members: Number.POSITIVE_INFINITY };

/** An object type without members: TypeScript's own `{}` accepts nearly anything. */
const NO_PROPERTIES = 'Record<string, never>';
const WIDEST = 100;

/** Over several lines where it has comments or is long. `indent` is that of the line it begins on. */
export function layOut(type: TypeText, comments: Comments = 'whole', indent = ''): string {
  return outermost(type)
    .map((part) => {
      if (typeof part === 'string') return part;
      if ('group' in part) return `(${layOut(part.group, comments, indent)})`;
      return part.members.length === 0 ? NO_PROPERTIES : braces(part.members, comments, indent);
    })
    .join('');
}

/** A member with its comment, ending in a semicolon. */
export function layOutMember({ comment, head, type }: Member, comments: Comments, indent: string): string {
  const line = `${indent}${head}${layOut(type, comments, indent)};`;
  if (comment === undefined) return line;
  if (comments === 'whole') return `${indented(jsDoc(comment.whole), indent)}\n${line}`;
  return line.includes('\n') ? `${indent}// ${comment.brief}\n${line}` : `${line} // ${comment.brief}`;
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

function braces(members: readonly Member[], comments: Comments, indent: string): string {
  const line = hasComment([{ members }]) ? undefined : foldObject(members, WHOLE);
  if (line !== undefined && line.length + indent.length <= WIDEST) return line;
  return `{\n${members.map((member) => layOutMember(member, comments, `${indent}  `)).join('\n')}\n${indent}}`;
}

/** Within the type, however deep. */
function hasComment(type: TypeText): boolean {
  return type.some((part) => {
    if (typeof part === 'string') return false;
    if ('group' in part) return hasComment(part.group);
    return part.members.some((member) => member.comment !== undefined || hasComment(member.type));
  });
}

/** Of the members within the type, however deep, that are asked for: `filter.since`. */
export function memberPaths(type: TypeText, isWanted: (member: Member) => boolean, within = ''): readonly string[] {
  return type.flatMap((part): readonly string[] => {
    if (typeof part === 'string') return [];
    if ('group' in part) return memberPaths(part.group, isWanted, within);
    return part.members.flatMap((member) => {
      const path = `${within}${member.head.replace(/\??: $/, '')}`;
      return [...(isWanted(member) ? [path] : []), ...memberPaths(member.type, isWanted, `${path}.`)];
    });
  });
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

/** A JSDoc comment, one line if it fits on one. */
export function jsDoc(text: string): string {
  if (!text.includes('\n') && text.length <= 110) return `/** ${text} */`;
  const lines = text.split('\n').map((line) => ` * ${line}`.trimEnd());
  return ['/**', ...lines, ' */'].join('\n');
}
