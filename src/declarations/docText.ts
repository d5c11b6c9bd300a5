// Text that servers wrote, made fit to stand in a comment: it can neither end the comment nor pass for a JSDoc tag,
// and it has an end.
import { constraintsOf } from './constraintText.ts';
import { keyword, type SchemaObject } from './jsonSchema.ts';

/** Characters of a property's description. */
const LONGEST_DESCRIPTION = 2_000;

/** A comment's text, at most `max` characters. */
export function safeText(text: string, max: number): string {
  const cut = text.length > max ? `${text.slice(0, max)}… (${text.length - max} more characters)` : text;
  return cut
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ')
    .replaceAll('*/', '*\\/')
    .replace(/(^|\s)@(?=\w)/g, '$1\\@')
    .replace(/[ ]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/**
 * What a schema says beyond its type: its description, then in parentheses the constraints that TypeScript cannot
 * express, `notes` first: `How many. (integer, minimum 1, maximum 100, default 10)`. Empty when it says nothing.
 */
export function schemaText(schema: SchemaObject, notes: readonly string[] = []): string {
  const description = keyword(schema, 'description');
  const said = typeof description === 'string' ? safeText(description, LONGEST_DESCRIPTION) : '';
  const facts = [...notes, ...constraintsOf(schema)].join(', ');
  return [said, facts && `(${safeText(facts, LONGEST_DESCRIPTION)})`].filter(Boolean).join(' ');
}

/** The first sentence, on one line, at most 160 characters. */
export function firstSentence(text: string): string {
  const line =
    safeText(text, LONGEST_DESCRIPTION)
      .split('\n')
      .find((candidate) => candidate.trim() !== '') ?? '';
  const sentence = /^.*?[.!?。](?=\s+\p{Lu}|\s*$|(?<=。))/u.exec(line)?.[0] ?? line;
  return sentence.length > 160 ? `${sentence.slice(0, 159).trimEnd()}…` : sentence;
}

/** A JSDoc comment, one line if it fits on one. */
export function jsDoc(text: string): string {
  if (!text.includes('\n') && text.length <= 110) return `/** ${text} */`;
  const lines = text.split('\n').map((line) => ` * ${line}`.trimEnd());
  return ['/**', ...lines, ' */'].join('\n');
}
