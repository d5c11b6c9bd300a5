// What a person types into a field, read as its value or refused with advice. Checked at every key.
import type { FieldValue, NumberField, TextField, TextFormat, TypedField } from './form.ts';

/** `value` is absent for a field that is left out. `problem` is one sentence. */
export type TypedValue = { readonly ok: true; readonly value?: FieldValue } | { readonly ok: false; readonly problem: string };

/** An empty line leaves an optional field out. */
export function typedValue(field: TypedField, typed: string): TypedValue {
  if (typed.trim() === '') return field.required ? { ok: false, problem: 'It is required.' } : { ok: true };
  return field.kind === 'number' ? numberOf(field, typed) : textOf(field, typed);
}

/** What a field takes, in a few words; empty where it takes anything. */
export function constraintsOf(field: TypedField): string {
  const parts =
    field.kind === 'number' ? [field.integer ? 'a whole number' : 'a number', rangeOf(field)] : [formatText(field), lengthOf(field)];
  return parts.filter((part) => part !== '').join(', ');
}

function numberOf(field: NumberField, typed: string): TypedValue {
  const value = Number(typed);
  const { integer, minimum = -Infinity, maximum = Infinity } = field;
  const isRight = Number.isFinite(value) && (!integer || Number.isSafeInteger(value)) && value >= minimum && value <= maximum;
  return isRight ? { ok: true, value } : { ok: false, problem: `It is ${constraintsOf(field)}.` };
}

function textOf(field: TextField, typed: string): TypedValue {
  const { format, minLength = 0, maxLength = Infinity, pattern } = field;
  // JSON Schema counts code points.
  const { length } = Array.from(typed);
  if (length < minLength || length > maxLength) return { ok: false, problem: `It has ${lengthOf(field)}.` };
  if (format !== undefined && !formats[format].isRight(typed)) return { ok: false, problem: `It is ${formats[format].text}.` };
  if (pattern !== undefined && !matches(pattern, typed)) return { ok: false, problem: `It matches ${pattern}.` };
  return { ok: true, value: typed };
}

const formats: Readonly<Record<TextFormat, { readonly text: string; isRight(typed: string): boolean }>> = {
  email: { text: 'an email address', isRight: (typed) => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(typed) },
  uri: { text: 'a URI, such as https://example.com', isRight: (typed) => URL.canParse(typed) },
  date: { text: 'a date, such as 2026-01-31', isRight: isDate },
  'date-time': { text: 'a date and time, such as 2026-01-31T12:00:00Z', isRight: isDateTime },
};

function isDate(typed: string): boolean {
  // `Date` takes February 30 for March 2.
  const read = /^\d{4}-\d{2}-\d{2}$/.test(typed) ? new Date(`${typed}T00:00:00Z`) : undefined;
  return read !== undefined && !Number.isNaN(read.getTime()) && read.toISOString().startsWith(typed);
}

/** RFC 3339, section 5.6. */
function isDateTime(typed: string): boolean {
  const [, date = '', time = ''] = /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2}))$/.exec(typed) ?? [];
  return isDate(date) && !Number.isNaN(Date.parse(`${date}T${time.toUpperCase()}`));
}

/**
 * The server wrote the pattern, and some take longer than the sun will burn. One that may take long, or is no regular expression,
 * refuses nothing: the server checks for itself.
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

// How long a regular expression of a server may take, before it is run on a thread that others wait for: an upper bound, by the
// ways in which a text can be divided among the parts that repeat.
/** A few milliseconds. */
const MOST_STEPS = 2_000_000;

/** Whether trying `pattern` on a text of that many characters is over soon, whatever both hold. */
export function isQuick(pattern: string, characters: number): boolean {
  // A group that repeats, a reference back, and looking around have no such bound.
  if (/\)[*+?{]|\\[1-9k]|\(\?[^:]/.test(pattern)) return false;
  // More than there are, where some stand for themselves.
  const repeats = pattern.match(/[*+]|\{\d+,\d*\}/g)?.length ?? 0;
  const choices = pattern.match(/[?|]/g)?.length ?? 0;
  const starts = pattern.startsWith('^') && !pattern.includes('|') ? 0 : 1;
  return (characters + 1) ** (repeats + starts) * 2 ** choices * (characters + pattern.length) <= MOST_STEPS;
}
