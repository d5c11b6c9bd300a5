// Regular expressions in schemas that may take forever. Servers are not trusted with the host's time.
import { entries, isObject, keyword, type SchemaObject } from './jsonSchema.ts';

const LONGEST_PATTERN = 300;
const MOST_OPEN_REPEATS = 3;
/** Parts that may be left out, and alternatives: each doubles the ways to try. */
const MOST_CHOICES = 8;
const MOST_VALUES = 20_000;

/**
 * Whether a schema has an expression that may take forever on the wrong text: one that repeats a group, refers back,
 * looks around, or has more than a few parts that repeat without bound or may be left out.
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
