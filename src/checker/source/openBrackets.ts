// Which brackets are open at a place of a script that cannot be parsed, as far as tokens alone tell.
import { tokenizer } from 'acorn';

export interface OpenBracket {
  readonly bracket: '{' | '(' | '[' | '${';
  readonly offset: number;
}

const CLOSES: Readonly<Record<string, OpenBracket['bracket']>> = { ')': '(', ']': '[', '}': '{' };

/** The brackets opened and not closed before `end`, the innermost last. */
export function openBrackets(source: string, end: number): OpenBracket[] {
  const open: OpenBracket[] = [];
  try {
    for (const token of tokenizer(source, { ecmaVersion: 'latest', sourceType: 'module' })) {
      if (token.start >= end) break;
      const { label } = token.type;
      if (label === '{' || label === '(' || label === '[' || label === '${') open.push({ bracket: label, offset: token.start });
      else if (label in CLOSES) open.pop();
    }
  } catch (error) {
    // Types are no JavaScript, and a token may be broken: what was seen so far has to do.
    if (!(error instanceof SyntaxError)) throw error;
  }
  return open;
}

/** Whether `closing` (a character) ends what `open` began. */
export function closes(closing: string, open: OpenBracket): boolean {
  return CLOSES[closing] === open.bracket.replace('$', '');
}
