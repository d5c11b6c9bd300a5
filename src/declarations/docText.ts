// Makes the text of servers safe for a comment: it cannot end the comment or look like a JSDoc tag, and it is limited.
import { plainText } from '../base/text/plainText.ts';
import { cutAtSentence } from './briefText.ts';
import { constraintsOf } from './schema/constraintText.ts';
import { keyword, type SchemaObject } from './schema/jsonSchema.ts';
import type { ToolShape } from './toolShape.ts';
import type { Comment } from './types/typeText.ts';

/** Maximum length of a property's description, in characters. */
const LONGEST_DESCRIPTION = 2_000;
/** Maximum length of the description in a brief comment, in characters. */
const LONGEST_BRIEF = 100;
const LONGEST_TITLE = 200;

/**
 * Matches a line of one or two words that is marked as a heading: `<Purpose>`, `## Purpose`, `🎯 Purpose`, `Purpose:`.
 */
const HEADING = /^(?![-*•] )(?:[^\p{L}\p{N}]+\p{L}+(?: \p{L}+)?[^\p{L}\p{N}.!?。]*|\p{L}+(?: \p{L}+)?:)$/u;
const SMALL_WORDS = new Set('a an and as by for from in of on or the to tool with'.split(' '));
const LIST_MARK = /^(?:[-*•]|\d+[.)])\s+/;

/** Marks around a comment's constraints while it passes through the compiler. No server can write these characters. */
const [CONSTRAINTS, END] = ['\u0002', '\u0003'];

/** Returns the text of a comment, cut to `max` characters. */
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
 * Returns the description of a schema, followed in parentheses by `notes` and the constraints that TypeScript cannot
 * express: `How many. (integer, minimum 1, maximum 100, default 10)`. Empty if the schema has none of these.
 * `readComment` removes the marks from the text.
 */
export function schemaText(schema: SchemaObject, notes: readonly string[] = []): string {
  const description = keyword(schema, 'description');
  const said = typeof description === 'string' ? safeText(description, LONGEST_DESCRIPTION) : '';
  const facts = [...notes, ...constraintsOf(schema)].join(', ');
  return [said, facts && `${CONSTRAINTS}(${safeText(facts, LONGEST_DESCRIPTION)})${END}`]
    .filter(Boolean)
    .join(' ');
}

/** Reads a comment that `schemaText` wrote. */
export function readComment(marked: string): Comment {
  const parts = marked.split(/(\u0002[^\u0003]*\u0003)/);
  const brief = parts.map((part) =>
    part.startsWith(CONSTRAINTS) ? part : cutAtSentence(part, LONGEST_BRIEF),
  );
  const [whole, kept] = [unmarked(marked), unmarked(brief.filter(Boolean).join(' ')).replace(/\s+/g, ' ')];
  return { whole, brief: kept, isCut: kept.length < whole.replace(/\s+/g, ' ').length };
}

function unmarked(text: string): string {
  return text.replace(/[\u0002\u0003]/g, '');
}

/** Maximum length of the first sentence, and of the first sentence with the warnings, in characters. */
const LONGEST_FIRST = 160;
const LONGEST_SUMMARY = 200;

/** Words of sentences that a correct, harmless call depends on: effects, limits, units, formats, earlier calls. */
const WARNS =
  /\b(?:idempotent|irreversibl\w*|permanent\w*|undone|undo|immediately|at once|second (?:one|time)|twice|charges?|overwrit\w*|destructive|dangerous|never|always|must|required?|only|at most|at least|max(?:imum)?|min(?:imum)?|limit(?:ed|s)?|up to|cents|milliseconds|seconds|meters|UTC|ISO[ -]?8601|YYYY|RFC ?\d+|epoch|base64|format|zero-based|0-based|1-based|first (?:call|use|get|run)|(?:call|use|run|get) \S{1,60} first|before (?:calling|using|this)|instead|deprecated|absolute path)\b/i;

/** Returns the first sentence, at most 160 characters, and warnings after it, 200 in all. Skips headings. */
export function summaryOf(text: string): string {
  const lines = safeText(text, LONGEST_DESCRIPTION)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const told = lines.slice(purposeAt(lines)).filter((candidate) => !HEADING.test(candidate));
  const [line = ''] = told.length > 0 ? told : lines;
  const [first = '', ...others] = sentencesOf(line.replace(LIST_MARK, ''));
  const beginning = first.slice(0, LONGEST_FIRST - 1).toWellFormed();
  const kept = [first.length > LONGEST_FIRST ? `${beginning.trimEnd()}…` : first];
  let left = LONGEST_SUMMARY - first.length;
  for (const sentence of [...others, ...told.slice(1).flatMap((further) => sentencesOf(further))]) {
    if (!isSentence.test(sentence) || !WARNS.test(sentence) || sentence.length + 1 > left) continue;
    kept.push(sentence);
    left -= sentence.length + 1;
  }
  return kept.join(' ');
}

/** Matches a sentence, but not an item of a list of arguments such as `limit: at most 10`. */
const isSentence = /^\p{Lu}[^:]*[.!]$/u;

function sentencesOf(line: string): readonly string[] {
  return line.split(/(?<=[.!?])\s+(?=\p{Lu})|(?<=。)\s*/u).filter((sentence) => sentence !== '');
}

/** Returns a tool's title as a sentence; empty if its name or description already contains its words. */
export function tellingTitle(tool: Pick<ToolShape, 'title' | 'name' | 'description'>): string {
  const { title = '', name, description } = tool;
  const text = safeText(title, LONGEST_TITLE).replace(/\s+/g, ' ');
  const known = new Set(wordsOf(`${name} ${description.slice(0, LONGEST_DESCRIPTION)}`));
  const isKnown = wordsOf(text).every((word) => known.has(word) || SMALL_WORDS.has(word));
  if (description === '' || isKnown || lettersOf(text) === lettersOf(name)) return '';
  return /[.!?:。]$/.test(text) ? text : `${text}.`;
}

/** Returns the words `list` and `issue` for `listIssues` and for `List_issue`. */
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

/** Returns the index of the line from which a description with sections says what the tool is for. */
function purposeAt(lines: readonly string[]): number {
  if (!HEADING.test(lines[0] ?? '')) return 0;
  return Math.max(
    lines.findIndex((line) => HEADING.test(line) && /purpose/i.test(line)),
    0,
  );
}
