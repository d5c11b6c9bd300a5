// A text that a simple regular expression matches, for the patterns that schemas really have: ids, versions, dates. No
// alternatives and no groups inside groups; what is not understood gives nothing.
import { entries, isObject, keyword, type SchemaObject } from '../schema/jsonSchema.ts';

/** A part of a pattern and how often it must come. */
const PART = /(?:\\([dws])|\\([^\w])|\[(\^?)((?:\\.|[^\]\\])+)\]|(\.)|([^\\[\](){}.*+?|^$]))(?:(\*)|(\+)|(\?)|\{(\d+)(?:,\d*)?\})?/gy;
const MOST_REPEATED = 64;
const LONGEST_PATTERN = 300;
const MOST_OPEN_REPEATS = 3;
/** Parts that may be left out, and alternatives: each doubles the ways to try. */
const MOST_CHOICES = 8;
const MOST_VALUES = 20_000;

/** The shortest text of the pattern; undefined when the pattern is more than a row of characters and classes. */
export function patternText(pattern: string): string | undefined {
  const body = pattern
    .replace(/^\^/, '')
    .replace(/\$$/, '')
    .replace(/\((?:\?:)?([^()|]*)\)(?![*+?{])/g, '$1');
  let text = '';
  let end = 0;
  for (const match of body.matchAll(PART)) {
    const [whole, escape, escaped, negated, charset, dot, literal, star, , optional, count] = match;
    end = match.index + whole.length;
    const character = escaped ?? literal ?? (dot !== undefined ? 'a' : characterOf(escape, negated === '^', charset ?? ''));
    if (character === undefined) return undefined;
    const times = star !== undefined || optional !== undefined ? 0 : Number(count ?? 1);
    text += character.repeat(Math.min(times, MOST_REPEATED));
  }
  return end === body.length && matches(pattern, text) ? text : undefined;
}

function characterOf(escape: string | undefined, negated: boolean, charset: string): string | undefined {
  if (escape !== undefined) return { d: '1', w: 'a', s: ' ' }[escape];
  const candidates = Array.from(`a1A-_.:/ ${charset}`);
  return candidates.find((candidate) => matches(`^[${negated ? '^' : ''}${charset}]$`, candidate));
}

/**
 * Whether a schema has an expression that may take forever on the wrong text: one that repeats a group, refers back,
 * looks around, or has more than a few parts that repeat without bound or may be left out. Servers are not trusted
 * with the host's time.
 */
export function hasRiskyPattern(schema: SchemaObject): boolean {
  const waiting: unknown[] = [schema];
  for (let seen = 0; waiting.length > 0; seen += 1) {
    if (seen > MOST_VALUES) return true;
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (isObject(value)) {
      const patterns = [keyword(value, 'pattern'), ...entries(keyword(value, 'patternProperties')).map(([pattern]) => pattern)];
      if (patterns.some((pattern) => typeof pattern === 'string' && isRisky(pattern))) return true;
    }
    for (const part of Object.values(value) as unknown[]) waiting.push(part);
  }
  return false;
}

function isRisky(pattern: string): boolean {
  const openRepeats = pattern.match(/[*+]|\{\d*,\d*\}/g)?.length ?? 0;
  const choices = pattern.match(/(?<!\()\?|\|/g)?.length ?? 0;
  const isLong = pattern.length > LONGEST_PATTERN || openRepeats > MOST_OPEN_REPEATS || choices > MOST_CHOICES;
  return isLong || /\)[*+{]|\\[1-9k]|\(\?[=!<]/.test(pattern);
}

/** Whether an expression that may be broken matches. */
export function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return false;
  }
}
