// The line of a record that stands for calls of one tool which only read and follow each other, by columns: one text of all their moments and
// values takes half the time of a text for each.
import { isJsonObject, type JsonObject, type JsonValue } from '../base/json.ts';
import { HIDDEN } from '../base/text/secrets.ts';
import type { CallLine } from './callLine.ts';
import { isReadableValue } from './readableValue.ts';
import { stringifyExact } from '../base/exactJson.ts';

/** Of one line. */
export const mostReads = 32;

/**
 * Reads that were answered, of one tool and with consecutive numbers, of which all or none have an input, and an output: the number of the first;
 * when each was made, and how long after that it was sent and answered, in hundredths of a millisecond; inputs and outputs.
 */
export function readsLine(reads: readonly [CallLine, ...CallLine[]]): string {
  const [{ call, output }] = reads;
  return stringifyExact({
    t: 'reads',
    ...(call.target === 'tool' && { server: call.server, name: call.tool, form: call.form === 'raw' ? call.form : undefined }),
    call: call.sequence,
    at: reads.map(({ at }) => at),
    sent: reads.map(({ at, sentAt = at }) => sentAt - at),
    answered: reads.map(({ at, answeredAt = at }) => answeredAt - at),
    input: inputOf(reads[0]) === undefined ? undefined : { v: reads.map(inputOf) },
    output: output === undefined ? undefined : { v: reads.map((read) => read.output) },
  });
}

/** Whether one line can stand for both, whose tool is the same. */
export function followsRead(before: CallLine, read: CallLine): boolean {
  return (
    read.call.sequence === before.call.sequence + 1 &&
    (inputOf(before) === undefined) === (inputOf(read) === undefined) &&
    (before.output === undefined) === (read.output === undefined)
  );
}

function inputOf({ call }: CallLine): JsonValue | undefined {
  return call.target === 'tool' ? call.input : undefined;
}

/** What the `read` lines of those would be. Anybody may have written it. */
export function readsOf(line: JsonObject): readonly JsonObject[] {
  const { server = null, name = null, form } = line;
  const made = { t: 'read', server, name, ...(form !== undefined && { form }) };
  return partsOf(line).map(({ call, at, sent, answered, input, output }) => ({
    ...made,
    call,
    at: milliseconds(at),
    sent: milliseconds(sent),
    answered: milliseconds(answered),
    ...(isJsonObject(input) && { input }),
    ...(isJsonObject(output) && { output }),
  }));
}

interface ReadPart {
  readonly call: JsonValue;
  /** Moments since the run began, all of them. */
  readonly at: JsonValue | undefined;
  readonly sent: JsonValue | undefined;
  readonly answered: JsonValue | undefined;
  readonly input: JsonValue | undefined;
  readonly output: JsonValue | undefined;
}

/** None of what is no such line. */
function partsOf({ call, at, sent, answered, input, output }: JsonObject): readonly ReadPart[] {
  if (!isColumn(at, mostReads) || !isColumn(sent, at.length) || !isColumn(answered, at.length)) return [];
  const [inputs, outputs] = [valuesOf(input, at.length), valuesOf(output, at.length)];
  if (!inputs || !outputs || typeof call !== 'number') return [];
  return at.map((made, index) => ({
    call: call + index,
    at: made,
    sent: later(made, sent[index]),
    answered: later(made, answered[index]),
    input: inputs[index],
    output: outputs[index],
  }));
}

function isColumn(value: JsonValue | undefined, most: number): value is readonly JsonValue[] {
  return Array.isArray(value) && value.length <= most;
}

/** Each as a recorded value; undefined for what is no column of so many. Where something is hidden in the column, it may be in each that shows it. */
function valuesOf(column: JsonValue | undefined, count: number): readonly (JsonObject | undefined)[] | undefined {
  if (column === undefined) return Array.from({ length: count }, () => undefined);
  const values = isJsonObject(column) ? column['v'] : undefined;
  if (!isColumn(values, count) || values.length !== count) return undefined;
  // Before any of them is written as text: that ends in an error where a value is too deep.
  if (!values.every(isReadableValue)) return undefined;
  const hides = isJsonObject(column) && column['redacted'] === true;
  return values.map((v) => (hides && stringifyExact(v).includes(HIDDEN) ? { v, redacted: true } : { v }));
}

function later(moment: JsonValue, after: JsonValue | undefined): JsonValue {
  return typeof moment === 'number' && typeof after === 'number' ? moment + after : null;
}

function milliseconds(moment: JsonValue | undefined): JsonValue {
  return typeof moment === 'number' ? moment / 100 : null;
}
