// Text that servers wrote, made fit to stand in a comment: it can neither end the comment nor pass for a JSDoc tag,
// and it has an end.
import { plainText } from '../text/plainText.ts';
import { cutAtSentence } from './briefText.ts';
import { constraintsOf } from './schema/constraintText.ts';
import { keyword, type SchemaObject } from './schema/jsonSchema.ts';
import type { ToolShape } from './toolShape.ts';
import type { Comment } from './types/typeText.ts';

/** Characters of a property's description. */
const LONGEST_DESCRIPTION = 2_000;
/** Of these, how many a brief comment has. */
const LONGEST_BRIEF = 100;
const LONGEST_TITLE = 200;

/** One or two words, marked as a heading: `<Purpose>`, `## Purpose`, `🎯 Purpose`, `Purpose:`. */
const HEADING = /^(?![-*•] )(?:[^\p{L}\p{N}]+\p{L}+(?: \p{L}+)?[^\p{L}\p{N}.!?。]*|\p{L}+(?: \p{L}+)?:)$/u;
const SMALL_WORDS = new Set('a an and as by for from in of on or the to tool with'.split(' '));
const LIST_MARK = /^(?:[-*•]|\d+[.)])\s+/;

/** Around the constraints within a comment while it passes through the compiler; no server can write them. */
const [CONSTRAINTS, END] = ['\u0002', '\u0003'];

/** A comment's text, at most `max` characters. */
export function safeText(text: string, max: number): string {
  const cut = text.length > max ? `${text.slice(0, max)}… (${text.length - max} more characters)` : text;
  return plainText(cut)
    .replaceAll('\t', ' ')
    .replaceAll('*/', '*\\/')
    .replace(/(^|\s)@(?=\w)/g, '$1\\@')
    .replace(/(?<! ) +$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/**
 * What a schema says beyond its type: its description, then in parentheses the constraints that TypeScript cannot
 * express, `notes` first: `How many. (integer, minimum 1, maximum 100, default 10)`. Empty when it says nothing. For
 * `readComment`, which takes the marks out.
 */
export function schemaText(schema: SchemaObject, notes: readonly string[] = []): string {
  const description = keyword(schema, 'description');
  const said = typeof description === 'string' ? safeText(description, LONGEST_DESCRIPTION) : '';
  const facts = [...notes, ...constraintsOf(schema)].join(', ');
  return [said, facts && `${CONSTRAINTS}(${safeText(facts, LONGEST_DESCRIPTION)})${END}`].filter(Boolean).join(' ');
}

/** A comment as `schemaText` wrote it. */
export function readComment(marked: string): Comment {
  const parts = marked.split(/(\u0002[^\u0003]*\u0003)/);
  const brief = parts.map((part) => (part.startsWith(CONSTRAINTS) ? part : cutAtSentence(part, LONGEST_BRIEF)));
  const [whole, kept] = [unmarked(marked), unmarked(brief.filter(Boolean).join(' ')).replace(/\s+/g, ' ')];
  return { whole, brief: kept, isCut: kept.length < whole.replace(/\s+/g, ' ').length };
}

function unmarked(text: string): string {
  return text.replace(/[\u0002\u0003]/g, '');
}

/** The first sentence, on one line, at most 160 characters; headings before it say nothing yet. */
export function firstSentence(text: string): string {
  const lines = safeText(text, LONGEST_DESCRIPTION)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const line = (lines.slice(purposeAt(lines)).find((candidate) => !HEADING.test(candidate)) ?? lines[0] ?? '').replace(LIST_MARK, '');
  const sentence = /^.*?[.!?。](?=\s+\p{Lu}|\s*$|(?<=。))/u.exec(line)?.[0] ?? line;
  return sentence.length > 160 ? `${sentence.slice(0, 159).trimEnd()}…` : sentence;
}

/** A tool's title as a sentence, where it says more than its name and its description do; else nothing. */
export function tellingTitle({ title = '', name, description }: Pick<ToolShape, 'title' | 'name' | 'description'>): string {
  const text = safeText(title, LONGEST_TITLE).replace(/\s+/g, ' ');
  const known = new Set(wordsOf(`${name} ${description.slice(0, LONGEST_DESCRIPTION)}`));
  const isKnown = wordsOf(text).every((word) => known.has(word) || SMALL_WORDS.has(word));
  if (description === '' || isKnown || lettersOf(text) === lettersOf(name)) return '';
  return /[.!?:。]$/.test(text) ? text : `${text}.`;
}

/** Of `listIssues` and `List_issue`: `list`, `issue`. */
function wordsOf(text: string): string[] {
  const words = text.replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, ' ').match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word) =>
    word
      .toLowerCase()
      .replace(/ies$/, 'y')
      .replace(/(?<=\p{L}{2})s$/u, ''),
  );
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Where a description that is in sections says what the tool is for. */
function purposeAt(lines: readonly string[]): number {
  if (!HEADING.test(lines[0] ?? '')) return 0;
  return Math.max(
    lines.findIndex((line) => HEADING.test(line) && /purpose/i.test(line)),
    0,
  );
}
