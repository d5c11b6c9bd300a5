// What a script passes to a tool should be one object of named arguments. Models also pass the object as JSON text, or
// the one argument that a tool needs by itself; where only one reading fits the tool's schema, that is what is meant.
import type { CatalogTool } from '../../catalog/catalogSnapshot.ts';
import { isJsonObject, parseJson, type JsonObject, type JsonValue } from '../../base/json.ts';
import type { InputValidator } from './inputValidator.ts';

type ReadInput =
  | { readonly ok: true; readonly input: JsonObject; /** What was read as what, where that was not said. */ readonly note?: string }
  | { readonly ok: false };

/** Characters of a text that is not quite JSON and is repaired all the same: the time that takes grows with their square. */
const longestRepaired = 1_024;

export async function readInput(
  tool: CatalogTool,
  passed: JsonValue | undefined,
  validator: Pick<InputValidator, 'problem'>,
  signal: AbortSignal,
): Promise<ReadInput> {
  if (passed === undefined) return { ok: true, input: {} };
  if (isJsonObject(passed)) return { ok: true, input: passed };
  const fits = async (input: JsonObject) => (await validator.problem(tool, input, signal)) === undefined;

  const object = typeof passed === 'string' ? await objectIn(passed) : undefined;
  if (object && (await fits(object))) {
    return { ok: true, input: object, note: `The text passed to ${tool.path} was parsed as JSON.` };
  }
  const name = onlyRequired(tool);
  if (name !== undefined && (await fits({ [name]: passed }))) {
    const input = { [name]: passed };
    return { ok: true, input, note: `${tool.path} got a value, not an object; read as { ${JSON.stringify(name)}: … }.` };
  }
  return { ok: false };
}

async function objectIn(text: string): Promise<JsonObject | undefined> {
  if (!text.trimStart().startsWith('{')) return undefined;
  const value = parseJson(text) ?? (text.length <= longestRepaired ? await repaired(text) : undefined);
  return isJsonObject(value) ? value : undefined;
}

async function repaired(text: string): Promise<JsonValue | undefined> {
  const { jsonrepair } = await import('jsonrepair');
  try {
    return parseJson(jsonrepair(text));
  } catch {
    return undefined;
  }
}

/** The one argument that the tool cannot do without. */
function onlyRequired({ inputSchema }: CatalogTool): string | undefined {
  const required: readonly unknown[] = Array.isArray(inputSchema['required']) ? inputSchema['required'] : [];
  const [only, ...others] = required;
  return typeof only === 'string' && others.length === 0 ? only : undefined;
}
