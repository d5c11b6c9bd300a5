// Decides when two calls are the same: same tool, same form and same input. The order of the keys of an input does not
// matter.
import { createHash } from 'node:crypto';
import { isJsonArray, isJsonObject, type JsonValue } from '../../base/json.ts';
import type { GuestCall } from '../../sandbox/index.ts';
import { stringifyExact } from '../../base/exactJson.ts';

/** A call as the script made it, or as its record holds it. */
export interface CallShape {
  readonly target: GuestCall['target'];
  /** Name of the server; `codemode` for the functions of Code Mode itself. */
  readonly server: string;
  /** Name of the tool or of the method. */
  readonly name: string;
  readonly form?: 'value' | 'raw';
  /** Undefined if the script passed nothing. For `codemode` this is the list of parameters. */
  readonly input: JsonValue | undefined;
}

/**
 * Maximum length of a key that is kept as text, in characters. Longer keys are hashed, since a run may have a thousand
 * inputs of a megabyte.
 */
const longestKey = 200;

export function callShapeOf(call: GuestCall): CallShape {
  switch (call.target) {
    case 'tool':
      return { target: 'tool', server: call.server, name: call.tool, form: call.form, input: call.input };
    case 'feature':
      return { target: 'feature', server: call.server, name: call.method, input: call.input };
    case 'codemode':
      return { target: 'codemode', server: 'codemode', name: call.method, input: call.params };
  }
}

/**
 * Returns equal texts for equal calls. A call without an input is sent as one with an empty input. Takes time in
 * proportion to the size of the input.
 */
export function callKey({ target, server, name, form = 'value', input = {} }: CallShape): string {
  const text = `${JSON.stringify([target, server, name, form])}${canonicalJson(input)}`;
  return text.length <= longestKey ? text : createHash('sha256').update(text).digest('base64');
}

/** Returns `server.tool` as the script names it; undefined for a function of `codemode` itself. */
export function toolOf(call: Pick<CallShape, 'target' | 'server' | 'name'>): string | undefined {
  return call.target === 'codemode' ? undefined : `${call.server}.${call.name}`;
}

/** Returns the name for messages, such as `tools.geo.getCity`. */
export function shapeName({ target, server, name, form }: Omit<CallShape, 'input'>): string {
  return target === 'codemode'
    ? `codemode.${name}`
    : `tools.${server}.${name}${form === 'raw' ? '.raw' : ''}`;
}

function canonicalJson(value: JsonValue): string {
  if (isJsonArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isJsonObject(value)) return stringifyExact(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`;
}
