// Describes a thrown value as one message and a place in the script. A script can throw any value, including proxies
// and getters that throw themselves.
import { maxMessageLength } from '../protocol/bounds.ts';
import type { BodyPosition, FailureClue } from '../protocol/messages.ts';
import { inspect } from './inspect.ts';
import { headline, isA, type StackTraces, type TracedFrame } from './stackTraces.ts';

export interface Thrown {
  readonly message: string;
  readonly place: BodyPosition | undefined;
  readonly clue?: FailureClue;
  readonly trace?: readonly TracedFrame[];
}

/** Maximum number of errors of an `AggregateError`, and of causes of an error, that the message names. */
const named = 3;

export function describeThrown(value: unknown, stackTraces: StackTraces): Thrown {
  if (!isA(value, Error)) {
    const shown = inspect(value, { maxLength: maxMessageLength / 2, describeError: headline });
    return {
      message: cut(`Uncaught ${shown}: throw an Error for details`),
      place: undefined,
      clue: 'thrown',
    };
  }
  const message = cut(headline(value) + inner(value));
  const place = placeOf(value, stackTraces);
  return place !== undefined || stackTraces.isKnown(value)
    ? { message, place, trace: stackTraces.traceOf(value) }
    : { message, place, clue: 'thrown' };
}

function cut(message: string): string {
  return message.length > maxMessageLength ? `${message.slice(0, maxMessageLength - 1)}…` : message;
}

/** Returns ` (Error: a; Error: b)` for an `AggregateError`, and ` (caused by Error: c)` for an error with a cause. */
function inner(error: Error): string {
  try {
    if (error instanceof AggregateError) {
      const parts = error.errors.slice(0, named).map(headline);
      if (error.errors.length > named) parts.push(`${error.errors.length - named} more`);
      return parts.length > 0 ? ` (${parts.join('; ')})` : '';
    }
    const causes: string[] = [];
    for (let { cause } = error; cause instanceof Error && causes.length < named; { cause } = cause)
      causes.push(headline(cause));
    return causes.map((cause) => ` (caused by ${cause})`).join('');
  } catch {
    return '';
  }
}

/**
 * Returns the place of an error. An error that the runtime made of others has no place; the place of the first of the
 * others is returned.
 */
function placeOf(error: Error, stackTraces: StackTraces): BodyPosition | undefined {
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
