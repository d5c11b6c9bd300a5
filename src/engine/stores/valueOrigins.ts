// Records the tools whose results a kept value may contain. A data flow rule (`codeMode.dataFlow`) applies to a run
// that reads such a value as it does to the run that kept the value.
import { parseExact } from '../../base/exactJson.ts';
import type { ToolIdentity } from '../../base/globs/toolPattern.ts';
import { isArrayOf, isObject, isOneOf, isString } from '../../base/guards.ts';
import { isJsonObject, type JsonValue } from '../../base/json.ts';

/** A tool that had returned a result before a run kept a value. */
export interface ValueOrigin extends ToolIdentity {
  /** Path of the tool in scripts, such as `tools.mail.read`. */
  readonly path: string;
  /** True if the tool is unknown, so that every rule applies. */
  readonly isAnyTool?: true;
}

/** A stored or kept value for a run. */
export interface ValueWithOrigins {
  readonly value: JsonValue;
  /** The tools whose results the value may contain. */
  readonly origins: readonly ValueOrigin[];
}

export const unknownOrigin: ValueOrigin = {
  server: '',
  namespace: '',
  name: '',
  method: '',
  path: 'an unknown tool',
  isAnyTool: true,
};

const areOrigins = isArrayOf(
  isObject(
    { server: isString, namespace: isString, name: isString, method: isString, path: isString },
    { isAnyTool: isOneOf([true]) },
  ),
);

/** Returns the origins in a parsed file; `unknownOrigin` if the file contains no list of origins. */
export function savedOrigins(saved: unknown): readonly ValueOrigin[] {
  return areOrigins(saved) ? saved : [unknownOrigin];
}

/** Returns the text of a value in shared state. `json` is the JSON of the value. */
export function textWithOrigins(json: string, origins: readonly ValueOrigin[]): string {
  return `{"origins":${JSON.stringify(origins)},"value":${json}}`;
}

/** Reads a text of `textWithOrigins`. The origin of any other text is unknown. */
export function readWithOrigins(text: string): ValueWithOrigins {
  const stored = parseExact(text) as JsonValue;
  const { origins, value = null } = isJsonObject(stored) ? stored : {};
  return { value, origins: savedOrigins(origins) };
}
