// Explains a parser's error. "Unexpected token" does not help, so the message names the text that was unexpected, and
// the hint names the mistake that is the likely cause, by the text around the place where the parser gave up.
import { tokenizer } from 'acorn';
import { allEscaped } from '../../base/text/hiddenCharacters.ts';
import type { Finding } from '../finding.ts';
import { noModulesHint } from '../syntaxPolicy.ts';
import type { SyntaxFailure } from '../syntaxTree.ts';
import { TextLines } from '../../base/text/textLines.ts';

interface FailureContext {
  /** The message of the parser. */
  readonly complaint: string;
  /** The line in which the parser gave up. */
  readonly line: string;
  /** The line with empty string and template literals. */
  readonly code: string;
  /** The text before the place and after it, up to a limit. */
  readonly before: string;
  readonly rest: string;
}

/** The messages of the parsers and their replacements. */
const MESSAGES: readonly (readonly [RegExp, string])[] = [
  [/^Unterminated string constant/, 'Unclosed string.'],
  [/^Unterminated template/, 'Unclosed template literal.'],
  [/^Unterminated comment/, 'Unclosed comment.'],
  [/^Unterminated regular expression/, 'Unclosed regular expression.'],
  [/^Cannot use keyword 'await' outside an async function/, '`await` in a function that is not async.'],
  [/^Identifier '(.+)' has already been declared/, '`$1` is declared twice.'],
  [/^The keyword '(.+)' is reserved/, '`$1` is a reserved word.'],
  [/^Assigning to rvalue/, 'Only variables and properties can be assigned to.'],
  [/^Unsyntactic (\w+)/, '`$1` outside a loop.'],
  [/^Expecting Unicode escape sequence/, 'Backslash outside a string.'],
  [/^Unexpected character ' '/, 'Unexpected `#`.'],
  [/^Unexpected character '(.+)'/, 'Unexpected `$1`.'],
];

/** One unit of text as a reader sees it: a word, a number, an operator or a character. */
const THING =
  /^(?:[\p{ID_Start}$_#][\p{ID_Continue}$]{0,40}|\d[\w.]{0,40}|=>|\?\.|\.\.\.|[=!]==?|&&|\|\||\?\?|[^])/u;

const LITERAL = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/g;

interface Mistake {
  readonly applies: (place: FailureContext) => boolean;
  readonly hint: string;
  /** The problem code, if it is not `syntax_error`. */
  readonly code?: Finding['code'];
  /** The message, if it is more helpful than the parser's. */
  readonly message?: string;
}

/** Mistakes in the order of certainty, the most certain first. */
const MISTAKES: readonly Mistake[] = [
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
    applies: ({ code, rest }) => rest.startsWith('\\') || /[;{}()\],>]\s*\\n/.test(code),
    hint: 'Send real line breaks, not the two characters `\\n`.',
  },
  {
    applies: ({ code }) => /&(?:gt|lt|amp|quot|#39);/.test(code),
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
    applies: ({ code }) =>
      /<\/[A-Za-z][\w.]*>|<[A-Za-z][\w.]*(?:\s[^<>]*)?\/>|(?:return|=|\()\s*<>/.test(code),
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

/** Turns a parser's error into a finding. The offset of the finding counts in `source`, as the failure's does. */
export function describeSyntaxFailure(source: string, failure: SyntaxFailure): Finding {
  const place = placeOf(source, failure);
  const mistake = MISTAKES.find(({ applies }) => applies(place));
  if (mistake) {
    const { code = 'syntax_error', message = messageOf(place), hint } = mistake;
    const importStart = startOfImport(place);
    // Parsers give up after the word that is not allowed.
    return {
      code,
      message,
      hint,
      offset: importStart < 0 ? failure.offset : failure.offset - place.before.length + importStart,
    };
  }
  if (place.rest.trim() === '') return endedTooEarly(source, failure);
  const hint = hintOfBrackets(source, failure);
  return {
    code: 'syntax_error',
    message: messageOf(place),
    offset: failure.offset,
    ...(hint !== undefined && { hint }),
  };
}

function placeOf(source: string, { offset, message }: SyntaxFailure): FailureContext {
  const lineStart = source.lastIndexOf('\n', offset - 1) + 1;
  const lineEnd = source.indexOf('\n', offset);
  // The line is cut, because the patterns are made for lines of a usual length.
  const line = source.slice(lineStart, lineEnd < 0 ? undefined : lineEnd).slice(0, 1_000);
  return {
    complaint: message,
    before: source.slice(Math.max(0, offset - 1_000), offset),
    line,
    code: line.replace(LITERAL, '""'),
    rest: source.slice(offset, offset + 1_000),
  };
}

/** Returns the offset in `before` of the import after whose first words the parser gave up; -1 if there is none. */
function startOfImport({ complaint, before, rest }: FailureContext): number {
  const phase = before.search(/\bimport\s*\.\s*$/);
  if (phase >= 0) return phase;
  if (/^'import'|import\.meta|import\(\)/.test(complaint)) return before.length;
  const statement = /(?:^|\n)[ \t]*((import|from)\b[^\n;]*\n?\s*)$/.exec(before);
  const [, text = '', word] = statement ?? [];
  if (!statement || (word === 'from' && !/^[\w.]+\s+import\b/.test(rest))) return -1;
  return before.length - text.length;
}

function messageOf({ complaint, rest }: FailureContext): string {
  for (const [pattern, message] of MESSAGES) {
    const match = pattern.exec(complaint);
    if (match) return message.replace('$1', (match[1] ?? '').replace(/\p{Cf}/gu, allEscaped));
  }
  if (!complaint.startsWith('Unexpected token')) return `${complaint}.`;
  const thing = THING.exec(rest)?.[0] ?? '';
  const expected = /expected "(.+)"$/.exec(complaint)?.[1];
  return `Unexpected \`${thing}\`${expected === undefined ? '' : `; expected \`${expected}\``}.`;
}

/**
 * Returns the finding for code that ends too early. The bracket that is still open helps more than the end of the code,
 * where the parser noticed the error.
 */
function endedTooEarly(source: string, { offset }: SyntaxFailure): Finding {
  const open = openBrackets(source, source.length).at(-1);
  const message = open
    ? `The code ends before the \`${open.bracket}\` ${named(source, open.offset)} is closed.`
    : 'The code is incomplete.';
  return { code: 'syntax_error', message, offset: open?.offset ?? offset, hint: 'Send the whole script.' };
}

function hintOfBrackets(source: string, { offset }: SyntaxFailure): string | undefined {
  const closing = source.charAt(offset);
  if (!')]}'.includes(closing)) return undefined;
  const open = openBrackets(source, offset).at(-1);
  if (!open) return 'Remove it, or open it before.';
  return CLOSES[closing] === open.bracket.replace('$', '')
    ? 'Something before it is missing.'
    : `The \`${open.bracket}\` ${named(source, open.offset)} is still open.`;
}

function named(source: string, offset: number): string {
  const { line, column } = new TextLines(source).positionAt(offset);
  return `of line ${line}, column ${column},`;
}

interface OpenBracket {
  readonly bracket: '{' | '(' | '[' | '${';
  readonly offset: number;
}

const CLOSES: Readonly<Record<string, OpenBracket['bracket']>> = { ')': '(', ']': '[', '}': '{' };

/** Returns the brackets that are opened and not closed before `end`, the innermost last. */
function openBrackets(source: string, end: number): OpenBracket[] {
  const open: OpenBracket[] = [];
  try {
    for (const token of tokenizer(source, { ecmaVersion: 'latest', sourceType: 'module' })) {
      if (token.start >= end) break;
      const { label } = token.type;
      if (label === '{' || label === '(' || label === '[' || label === '${')
        open.push({ bracket: label, offset: token.start });
      else if (label in CLOSES) open.pop();
    }
  } catch (error) {
    // The tokenizer does not understand types, and a token may be broken. The brackets found so far are used.
    if (!(error instanceof SyntaxError)) throw error;
  }
  return open;
}
