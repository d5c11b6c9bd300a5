// When two calls are the same: the same tool in the same form with the same input, whatever the order of its keys.
import { createHash } from 'node:crypto';
import { isJsonArray, isJsonObject, type JsonValue } from '../base/json.ts';
import type { GuestCall } from '../sandbox/host/sandboxPort.ts';
import { stringifyExact } from '../base/exactJson.ts';

/** A call as the script made it, or as its record has it. */
export interface CallShape {
  readonly target: GuestCall['target'];
  /** `codemode` for its own. */
  readonly server: string;
  /** The tool or the method. */
  readonly name: string;
  readonly form?: 'value' | 'raw';
  /** undefined where nothing was passed; of `codemode` the list of parameters. */
  readonly input: JsonValue | undefined;
}

/** Longer ones are hashed: a run may have a thousand inputs of a megabyte. */
const longestKey = 200;

export function shapeOf(call: GuestCall): CallShape {
  switch (call.target) {
    case 'tool':
      return { target: 'tool', server: call.server, name: call.tool, form: call.form, input: call.input };
    case 'feature':
      return { target: 'feature', server: call.server, name: call.method, input: call.input };
    case 'codemode':
      return { target: 'codemode', server: 'codemode', name: call.method, input: call.params };
  }
}

/** Linear in the input. */
export function callKey({ target, server, name, form = 'value', input }: CallShape): string {
  const text = `${JSON.stringify([target, server, name, form])}${input === undefined ? '' : canonicalJson(input)}`;
  return text.length <= longestKey ? text : createHash('sha256').update(text).digest('base64');
}

/** `server.tool` as the script says it; undefined for what is asked of `codemode` itself. */
export function toolOf({ target, server, name }: Pick<CallShape, 'target' | 'server' | 'name'>): string | undefined {
  return target === 'codemode' ? undefined : `${server}.${name}`;
}

/** `tools.geo.getCity` */
export function shapeName({ target, server, name, form }: CallShape): string {
  return target === 'codemode' ? `codemode.${name}` : `tools.${server}.${name}${form === 'raw' ? '.raw' : ''}`;
}

function canonicalJson(value: JsonValue): string {
  if (isJsonArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isJsonObject(value)) return stringifyExact(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`;
}
