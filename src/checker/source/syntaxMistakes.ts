// Recognises the most frequent mistakes of models and people by the text around the place where a parser gave up.
import type { ScriptProblemCode } from '../checkedScript.ts';
import { noModulesHint } from '../syntaxPolicy.ts';

export interface FailureContext {
  /** The message of the parser. */
  readonly complaint: string;
  /** The line in which the parser gave up. */
  readonly line: string;
  /** The text before the place and after it, up to a limit. */
  readonly before: string;
  readonly rest: string;
}

interface Mistake {
  readonly applies: (place: FailureContext) => boolean;
  readonly hint: string;
  /** The problem code, if it is not `syntax_error`. */
  readonly code?: ScriptProblemCode;
  /** The message, if it is more helpful than the parser's. */
  readonly message?: string;
}

/** Mistakes in the order of certainty, the most certain first. */
export const frequentMistakes: readonly Mistake[] = [
  {
    applies: (place) => startOfImport(place) >= 0,
    code: 'forbidden_syntax',
    message: '`import` is not available.',
    hint: noModulesHint,
  },
  {
    applies: ({ complaint, rest }) => complaint.startsWith("'with'") || /^with\s*\(/.test(rest),
    code: 'forbidden_syntax',
    message: '`with` is not available.',
    hint: 'Name the object, or destructure it: `const { a, b } = object`.',
  },
  {
    applies: ({ complaint }) => complaint.includes("'await' outside"),
    hint: 'Make the function async: `async (x) => ...`. Over a list: `await Promise.all(list.map(async (x) => ...))`.',
  },
  {
    applies: ({ line, rest }) => rest.startsWith('\\') || /[;{}()\],>]\s*\\n/.test(line),
    hint: 'Send real line breaks, not the two characters `\\n`.',
  },
  {
    applies: ({ line }) => /&(?:gt|lt|amp|quot|#39);/.test(line),
    hint: 'The code is HTML-escaped: send it unescaped.',
  },
  {
    applies: ({ rest }) => /^[\u2018\u2019\u201c\u201d]/.test(rest),
    hint: 'Use straight quotes: \' or ".',
  },
  {
    applies: ({ line }) =>
      /^\s*(?:def |elif\b|except\b|print\s+[^\s(]|#(?!!)|for \w+ in |(?:if|for|while|else|try|with|class)\b[^{(]*:)/.test(
        line,
      ),
    hint: 'Write TypeScript, not Python.',
  },
  {
    applies: ({ line }) =>
      /<\/[A-Za-z][\w.]*>|<[A-Za-z][\w.]*(?:\s[^<>]*)?\/>|(?:return|=|\()\s*<>/.test(line),
    hint: 'JSX is not available: return data or text.',
  },
  {
    applies: ({ complaint }) => complaint.startsWith('Unterminated string'),
    hint: 'Close the quote; for line breaks use backticks or `\\n`.',
  },
  {
    applies: ({ complaint }) => complaint.startsWith('Unterminated template'),
    hint: 'Add the closing backtick; escape others as \\`; close `${` by `}`.',
  },
  { applies: ({ complaint }) => complaint.startsWith('Unterminated comment'), hint: 'Add the closing `*/`.' },
  {
    applies: ({ complaint }) => complaint.includes('has already been declared'),
    hint: 'Rename one, or assign without declaring.',
  },
  {
    applies: ({ before, rest }) => /\bconst\s+[\w$]+\s*$/.test(before) && /^[;,\n]/.test(rest),
    hint: 'A `const` needs a value: `const x = ...`.',
  },
  { applies: ({ rest }) => rest.startsWith('@'), hint: 'Decorators are not available.' },
  {
    applies: ({ line }) => /^\s*[A-Z][a-z']+(?: [a-z']+){2,}/.test(line),
    hint: 'Send only code, or put it in a Markdown fence.',
  },
];

/** Returns the offset in `before` of the import after whose first words the parser gave up; -1 if there is none. */
export function startOfImport({ complaint, before, rest }: FailureContext): number {
  const phase = before.search(/\bimport\s*\.\s*$/);
  if (phase >= 0) return phase;
  if (/^'import'|import\.meta|import\(\)/.test(complaint)) return before.length;
  const statement = /(?:^|\n)[ \t]*((import|from)\b[^\n;]*\n?\s*)$/.exec(before);
  const [, text = '', word] = statement ?? [];
  if (!statement || (word === 'from' && !/^[\w.]+\s+import\b/.test(rest))) return -1;
  return before.length - text.length;
}
