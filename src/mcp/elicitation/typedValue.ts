// Converts the text that a user types into a field to a value, or returns advice. The check runs at each keystroke.
import type { FieldValue, NumberField, TextField, TextFormat, TypedField } from './form.ts';

/** `value` is absent if the field is left out. `problem` is one sentence. */
export type TypedValue =
  { readonly ok: true; readonly value?: FieldValue } | { readonly ok: false; readonly problem: string };

/** Converts the text. An empty text leaves an optional field out. */
export function typedValue(field: TypedField, typed: string): TypedValue {
  if (typed.trim() === '') return field.required ? { ok: false, problem: 'It is required.' } : { ok: true };
  return field.kind === 'number' ? numberOf(field, typed) : textOf(field, typed);
}

/** Describes the allowed values in a few words; empty if every value is allowed. */
export function allowedValuesText(field: TypedField): string {
  const parts =
    field.kind === 'number'
      ? [field.integer ? 'a whole number' : 'a number', rangeOf(field)]
      : [formatText(field), lengthOf(field)];
  return parts.filter((part) => part !== '').join(', ');
}

function numberOf(field: NumberField, typed: string): TypedValue {
  const value = Number(typed);
  const { integer, minimum = -Infinity, maximum = Infinity } = field;
  if (!Number.isSafeInteger(value) && /^\s*[+-]?\d+\s*$/.test(typed) && (integer || !isExact(value, typed)))
    return { ok: false, problem: 'It has too many digits to be sent without rounding.' };
  const isRight =
    Number.isFinite(value) &&
    (!integer || Number.isSafeInteger(value)) &&
    value >= minimum &&
    value <= maximum;
  return isRight ? { ok: true, value } : { ok: false, problem: `It is ${allowedValuesText(field)}.` };
}

/** True if an integer has the digits that were typed, as 10 to the power of 18 has. */
function isExact(value: number, digits: string): boolean {
  return Number.isFinite(value) && BigInt(value) === BigInt(digits.replace('+', ''));
}

function textOf(field: TextField, typed: string): TypedValue {
  const { format, minLength = 0, maxLength = Infinity, pattern } = field;
  // JSON Schema counts code points.
  const { length } = Array.from(typed);
  if (length < minLength || length > maxLength) return { ok: false, problem: `It has ${lengthOf(field)}.` };
  if (format !== undefined && !formats[format].isRight(typed))
    return { ok: false, problem: `It is ${formats[format].text}.` };
  if (pattern !== undefined && !matches(pattern, typed))
    return { ok: false, problem: `It matches ${pattern}.` };
  return { ok: true, value: typed };
}

const formats: Readonly<Record<TextFormat, { readonly text: string; isRight(typed: string): boolean }>> = {
  email: { text: 'an email address', isRight: (typed) => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(typed) },
  uri: { text: 'a URI, such as https://example.com', isRight: (typed) => URL.canParse(typed) },
  date: { text: 'a date, such as 2026-01-31', isRight: isDate },
  'date-time': { text: 'a date and time, such as 2026-01-31T12:00:00Z', isRight: isDateTime },
};

function isDate(typed: string): boolean {
  // `Date` reads February 30 as March 2.
  const read = /^\d{4}-\d{2}-\d{2}$/.test(typed) ? new Date(`${typed}T00:00:00Z`) : undefined;
  return read !== undefined && !Number.isNaN(read.getTime()) && read.toISOString().startsWith(typed);
}

/** RFC 3339, section 5.6. */
function isDateTime(typed: string): boolean {
  const [, date = '', time = ''] =
    /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2}))$/.exec(typed) ?? [];
  return isDate(date) && !Number.isNaN(Date.parse(`${date}T${time.toUpperCase()}`));
}

/**
 * Tests the text against a pattern that the server wrote. Some patterns take practically endless time. A pattern that
 * may be slow or is invalid accepts every text, because the server checks the value itself.
 */
function matches(pattern: string, typed: string): boolean {
  if (!isQuick(pattern, typed.length)) return true;
  try {
    return new RegExp(pattern, 'u').test(typed);
  } catch {
    return true;
  }
}

function formatText({ format, pattern }: TextField): string {
  if (format !== undefined) return formats[format].text;
  return pattern === undefined ? '' : `text that matches ${pattern}`;
}

function lengthOf({ minLength, maxLength }: TextField): string {
  if (minLength !== undefined && maxLength !== undefined) return `${minLength} to ${maxLength} characters`;
  if (minLength !== undefined) return `at least ${minLength} characters`;
  return maxLength === undefined ? '' : `at most ${maxLength} characters`;
}

function rangeOf({ minimum, maximum }: NumberField): string {
  if (minimum !== undefined && maximum !== undefined) return `from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return `${minimum} or more`;
  return maximum === undefined ? '' : `${maximum} or less`;
}

// Upper bound for the time of a regular expression from a server, computed before the expression runs on a thread that
// others need. The bound counts the ways in which a text can be divided among the repeated parts.
/** About a few milliseconds. */
const MOST_STEPS = 2_000_000;

/** True if testing `pattern` on a text of this length ends soon, whatever both contain. */
export function isQuick(pattern: string, characters: number): boolean {
  // Repeated groups, back references and lookarounds have no such bound.
  if (/\)[*+?{]|\\[1-9k]|\(\?[^:]/.test(pattern)) return false;
  // This number may be too high, because some of these characters may be literals.
  const repeats = pattern.match(/[*+]|\{\d+,\d*\}/g)?.length ?? 0;
  const choices = pattern.match(/[?|]/g)?.length ?? 0;
  const starts = pattern.startsWith('^') && !pattern.includes('|') ? 0 : 1;
  return (characters + 1) ** (repeats + starts) * 2 ** choices * (characters + pattern.length) <= MOST_STEPS;
}
