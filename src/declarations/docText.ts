// Text that servers wrote, made fit to stand in a comment: it can neither end the comment nor pass for a JSDoc tag,
// and it has an end.
import { has, keyword, list, type SchemaObject } from './jsonSchema.ts';

/** Characters of a property's description. */
const LONGEST_DESCRIPTION = 2_000;
const LONGEST_VALUE = 120;
const MOST_EXAMPLES = 3;

/** Keywords that TypeScript has no types for, in the order in which they are told. */
const CONSTRAINTS: readonly (readonly [keyword: string, words: string])[] = [
  ['format', 'format'],
  ['minimum', 'minimum'],
  ['exclusiveMinimum', 'more than'],
  ['maximum', 'maximum'],
  ['exclusiveMaximum', 'less than'],
  ['multipleOf', 'multiple of'],
  ['minLength', 'minimum length'],
  ['maxLength', 'maximum length'],
  ['pattern', 'pattern'],
  ['minItems', 'minimum items'],
  ['maxItems', 'maximum items'],
  ['minProperties', 'minimum properties'],
  ['maxProperties', 'maximum properties'],
  ['contentEncoding', 'encoding'],
  ['contentMediaType', 'media type'],
  ['default', 'default'],
];

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
 * express: `How many. (integer, minimum 1, maximum 100, default 10)`. Empty when it says nothing.
 */
export function schemaText(schema: SchemaObject): string {
  const description = keyword(schema, 'description');
  const said = typeof description === 'string' ? safeText(description, LONGEST_DESCRIPTION) : '';
  const facts = constraintsOf(schema).join(', ');
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

function constraintsOf(schema: SchemaObject): string[] {
  const type = keyword(schema, 'type');
  const isInteger = type === 'integer' || list(type).includes('integer');
  const facts = isInteger && !has(schema, 'enum', 'const') ? ['integer'] : [];
  for (const [name, words] of CONSTRAINTS) {
    const value = keyword(schema, name);
    if (value === undefined || excludesNothing(name, value)) continue;
    facts.push(`${words} ${typeof value === 'string' && name !== 'default' ? cutShort(value) : shown(value)}`);
  }
  if (keyword(schema, 'uniqueItems') === true) facts.push('unique items');
  const examples = list(keyword(schema, 'examples')).slice(0, MOST_EXAMPLES).map(shown);
  if (examples.length > 0) facts.push(`for example ${examples.join(' or ')}`);
  return facts;
}

/** `default: null`, `minLength: 0`, and the range of all safe integers, which schema generators write by themselves. */
function excludesNothing(name: string, value: unknown): boolean {
  if (typeof value !== 'number') return value === null;
  return (value === 0 && /^min[LIP]/.test(name)) || (name !== 'default' && Math.abs(value) >= Number.MAX_SAFE_INTEGER);
}

function shown(value: unknown): string {
  return cutShort(JSON.stringify(value));
}

function cutShort(text: string): string {
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}
