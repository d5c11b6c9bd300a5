// Explains a parser's error. "Unexpected token" does not help, so the message names the text that was unexpected, and
// the hint names the mistake that is the likely cause.
import type { Finding } from '../finding.ts';
import type { SyntaxFailure } from '../syntaxTree.ts';
import { type FailureContext, frequentMistakes, startOfImport } from './syntaxMistakes.ts';
import { TextLines } from './textLines.ts';
import { tokenizer } from 'acorn';

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

/** Turns a parser's error into a finding. The offset of the finding counts in `source`, as the failure's does. */
export function describeSyntaxFailure(source: string, failure: SyntaxFailure): Finding {
  const place = placeOf(source, failure);
  const mistake = frequentMistakes.find(({ applies }) => applies(place));
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
    rest: source.slice(offset, offset + 1_000),
  };
}

function messageOf({ complaint, rest }: FailureContext): string {
  for (const [pattern, message] of MESSAGES) {
    const match = pattern.exec(complaint);
    if (match) return message.replace('$1', match[1] ?? '');
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
