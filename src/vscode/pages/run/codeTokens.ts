// Colours a line of TypeScript: comments, strings, numbers and keywords, which help a reader most. This is no parser: a
// regular expression and the expressions in a template stay plain.

type TokenKind = 'plain' | 'comment' | 'string' | 'number' | 'keyword';

/** The state in which a line begins: in code, or inside of a comment or template. */
export type LineState = 'code' | 'comment' | 'template';

const keywords = new Set(
  (
    'as async await break case catch class const continue default delete do else export extends false finally for from function if import ' +
    'in instanceof interface let new null of return satisfies static super switch this throw true try type typeof undefined var void while yield'
  ).split(' '),
);
const token =
  /\/\/.*|\/\*|`|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|[\p{ID_Start}$_][\p{ID_Continue}$]*|\d[\w.]*/gu;
/** Matches the rest of a comment or template that began on an earlier line, including its end. */
const rest = { comment: /[^]*?\*\//y, template: /(?:\\.|[^`\\])*`/y } as const;
const kinds = { code: 'plain', comment: 'comment', template: 'string' } as const;

/** Returns the tokens of a line, and the state in which the next line begins. */
export function lineTokens(line: string, begins: LineState) {
  const tokens: { readonly kind: TokenKind; readonly text: string }[] = [];
  let at = 0;
  let state = begins;
  const take = (kind: TokenKind, to: number) => {
    if (to > at) tokens.push({ kind, text: line.slice(at, to) });
    at = to;
  };
  while (at < line.length) {
    const pattern = state === 'code' ? token : rest[state];
    pattern.lastIndex = at;
    const found = pattern.exec(line);
    if (!found) break;
    const [text] = found;
    take('plain', found.index);
    if (state !== 'code') {
      take(kinds[state], at + text.length);
      state = 'code';
    } else if (text === '/*' || text === '`') {
      state = text === '`' ? 'template' : 'comment';
      take(kinds[state], at + text.length);
    } else take(kindOf(text), at + text.length);
  }
  take(kinds[state], line.length);
  return { tokens, ends: state };
}

function kindOf(text: string): TokenKind {
  if (text.startsWith('//')) return 'comment';
  if (/^["']/.test(text)) return 'string';
  if (/^\d/.test(text)) return 'number';
  return keywords.has(text) ? 'keyword' : 'plain';
}
