// The tools whose answers a kept value may hold. A rule about the flow of data (`codeMode.dataFlow`) holds for a run that reads such a value as it
// does for the run that kept it.
import { parseExact } from '../base/exactJson.ts';
import type { NamedTool } from '../base/globs/toolPattern.ts';
import { isJsonObject, type JsonValue } from '../base/json.ts';

/** A tool that had answered when a run kept a value. */
export interface ValueOrigin extends NamedTool {
  /** `tools.mail.read` */
  readonly path: string;
  /** The tool is not known, so each rule holds for its answers. */
  readonly isAnyTool?: true;
}

/** A value that was stored or kept, as a run reads it. */
export interface ValueWithOrigins {
  readonly value: JsonValue;
  /** The tools whose answers the value may hold. */
  readonly origins: readonly ValueOrigin[];
}

export const unknownOrigin: ValueOrigin = { server: '', namespace: '', name: '', method: '', path: 'an unknown tool', isAnyTool: true };

/** The origins in a parsed file; `unknownOrigin` where the file does not hold a list of them. */
export function savedOrigins(saved: unknown): readonly ValueOrigin[] {
  return Array.isArray(saved) && saved.every(isOrigin) ? saved : [unknownOrigin];
}

/** The text of a value in shared state. `json`: the value's own text. */
export function textWithOrigins(json: string, origins: readonly ValueOrigin[]): string {
  return `{"origins":${JSON.stringify(origins)},"value":${json}}`;
}

/** Reads such a text. Any tool counts as an origin where the text is not ours. */
export function readWithOrigins(text: string): ValueWithOrigins {
  const stored = parseExact(text) as JsonValue;
  const { origins, value = null } = isJsonObject(stored) ? stored : {};
  return { value, origins: savedOrigins(origins) };
}

function isOrigin(value: unknown): value is ValueOrigin {
  if (typeof value !== 'object' || value === null) return false;
  const { server, namespace, name, method, path, isAnyTool } = value as Readonly<Record<string, unknown>>;
  const areTexts = [server, namespace, name, method, path].every((text) => typeof text === 'string');
  return areTexts && (isAnyTool === undefined || isAnyTool === true);
}
