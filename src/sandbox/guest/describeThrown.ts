// What was thrown, as one message and the place in the script: anything can be thrown, also what is made to resist.
import { maxMessageLength } from '../protocol/bounds.ts';
import type { FailureClue } from '../protocol/messages.ts';
import { inspect } from './inspect.ts';
import { headline, type Place, type StackTraces, type TracedFrame } from './stackTraces.ts';

interface Thrown {
  readonly message: string;
  readonly place: Place | undefined;
  readonly clue?: FailureClue;
  readonly trace?: readonly TracedFrame[];
}

/** How many of an AggregateError's errors, and of an error's causes, are named. */
const named = 3;

export function describeThrown(value: unknown, stackTraces: StackTraces): Thrown {
  if (!(value instanceof Error)) {
    const shown = inspect(value, { maxLength: maxMessageLength / 2, describeError: headline });
    return { message: cut(`Uncaught ${shown}: throw an Error for details`), place: undefined, clue: 'thrown' };
  }
  const rejected = rejectedSyntax(value);
  if (rejected !== undefined) return rejected;
  const message = cut(headline(value) + inner(value));
  const place = placeOf(value, stackTraces);
  return place !== undefined || stackTraces.isKnown(value)
    ? { message, place, trace: stackTraces.traceOf(value) }
    : { message, place, clue: 'thrown' };
}

function cut(message: string): string {
  return message.length > maxMessageLength ? `${message.slice(0, maxMessageLength - 1)}…` : message;
}

/** ` (Error: a; Error: b)` of an AggregateError, ` (caused by Error: c)`. */
function inner(error: Error): string {
  try {
    if (error instanceof AggregateError) {
      const parts = error.errors.slice(0, named).map(headline);
      return parts.length > 0 ? ` (${parts.join('; ')})` : '';
    }
    const causes: string[] = [];
    for (let { cause } = error; cause instanceof Error && causes.length < named; { cause } = cause) causes.push(headline(cause));
    return causes.map((cause) => ` (caused by ${cause})`).join('');
  } catch {
    return '';
  }
}

/** SES refuses some text unparsed and names the line as it counts it. */
function rejectedSyntax(error: Error): Thrown | undefined {
  const match = /^Possible (.+) rejected at [^:]*:(\d+)\. \(SES_/.exec(headline(error).replace(/^SyntaxError: /, ''));
  if (!match) return undefined;
  const line = Number(match[2]) - 1;
  return {
    message: `SyntaxError: ${match[1] ?? ''} syntax is not available, not even in strings or comments`,
    place: line >= 1 ? { line, column: 1 } : undefined,
  };
}

/** An error that the runtime made of others knows no place: that of the first of them counts. */
function placeOf(error: Error, stackTraces: StackTraces): Place | undefined {
  const place = stackTraces.placeOf(error);
  if (place !== undefined || !(error instanceof AggregateError)) return place;
  try {
    return error.errors
      .slice(0, named)
      .map((part) => stackTraces.placeOf(part))
      .find((part) => part !== undefined);
  } catch {
    return undefined;
  }
}
