// What was thrown, as one message and the place in the script: anything can be thrown, also what is made to resist.
import { maxMessageLength } from '../protocol.ts';
import { inspect } from './inspect.ts';
import { headline, type Place, type Stacks } from './stacks.ts';

export interface Thrown {
  readonly message: string;
  readonly place: Place | undefined;
}

/** How many of an AggregateError's errors, and of an error's causes, are named. */
const named = 3;

export function describeThrown(value: unknown, body: string, stacks: Stacks): Thrown {
  if (!(value instanceof Error)) {
    const shown = inspect(value, { maxLength: maxMessageLength / 2, describeError: headline });
    return { message: cut(`Uncaught ${shown}: throw an Error to say more`), place: onlyThrow(body) };
  }
  const rejected = rejectedSyntax(value);
  if (rejected !== undefined) return rejected;
  return { message: cut(headline(value) + inner(value)), place: stacks.placeOf(value) };
}

function cut(message: string): string {
  return message.length > maxMessageLength ? `${message.slice(0, maxMessageLength - 1)}…` : message;
}

/** ` (Error: a; Error: b)` of an AggregateError, ` (caused by Error: c)`. */
function inner(error: Error): string {
  try {
    if (error instanceof AggregateError) return ` (${error.errors.slice(0, named).map(headline).join('; ')})`;
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
    message: `SyntaxError: ${match[1] ?? ''} syntax is not available here, and text that looks like it must not stand in strings or comments either`,
    place: line >= 1 ? { line, column: 1 } : undefined,
  };
}

/** A value that is not an error carries no place; it is known where only one spot of the script can have thrown it. */
function onlyThrow(body: string): Place | undefined {
  const spots = [...body.matchAll(/\bthrow\b(?!\s*new\b)|\breject\(|\.abort\(/g)];
  const [spot] = spots;
  if (spot === undefined || spots.length > 1) return undefined;
  const before = body.slice(0, spot.index).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
