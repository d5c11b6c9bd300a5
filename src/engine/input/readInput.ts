// Reads the input that a script passes to a tool, which should be one object of named arguments. Models also pass the
// object as JSON text, or only the value of a tool's single required argument; such an input is accepted if exactly one
// reading fits the schema.
import type { CatalogTool } from '../../catalog/index.ts';
import { isJsonObject, parseJson, type JsonObject, type JsonValue } from '../../base/json.ts';
import type { InputValidator } from './inputValidator.ts';

type ReadInput =
  | {
      readonly ok: true;
      readonly input: JsonObject;
      /** Sentence that says how an ambiguous input was read; absent for an object. */
      readonly note?: string;
    }
  | { readonly ok: false };

/** Maximum length of a text that is repaired to JSON: the time for a repair grows with the square of the length. */
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
  const input = name === undefined ? undefined : { [name]: passed };
  if (input && (await fits(input))) {
    const note = `${tool.path} got a value, not an object; read as { ${JSON.stringify(name)}: … }.`;
    return { ok: true, input, note };
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

/** Returns the name of the only required argument; undefined if there are none or several. */
function onlyRequired({ inputSchema }: CatalogTool): string | undefined {
  const required: readonly unknown[] = Array.isArray(inputSchema['required']) ? inputSchema['required'] : [];
  const [only, ...others] = required;
  return typeof only === 'string' && others.length === 0 ? only : undefined;
}
