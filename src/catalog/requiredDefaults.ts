// Makes arguments optional that a schema requires although it has a default for them. Generators write such schemas for
// arguments that the server fills in itself (zod's `z.toJSONSchema` does), and models omit these arguments. A script
// may omit them, too, and the default is sent.
import { failsFastCheck } from './fastCheck.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../base/json.ts';

interface RequiredDefaults {
  /** The schema without these arguments in `required`. */
  readonly inputSchema: JsonObject;
  /** Values that are sent for omitted arguments; absent if there are none. */
  readonly defaults?: JsonObject;
}

/** Reads only the top-level arguments, and ignores a default that does not fit its own schema. The function is pure. */
export function requiredDefaults(inputSchema: JsonObject): RequiredDefaults {
  const { required, properties } = inputSchema;
  if (!Array.isArray(required) || !isJsonObject(properties)) return { inputSchema };
  const names = new Set<JsonValue>(required);
  const defaults = [...names].flatMap((name): [string, JsonValue][] => {
    if (typeof name !== 'string' || !Object.hasOwn(properties, name)) return [];
    const property = properties[name];
    return isJsonObject(property) && hasDefault(property, inputSchema) ? [[name, property.default]] : [];
  });
  if (defaults.length === 0) return { inputSchema };
  const optional = new Set<JsonValue>(defaults.map(([name]) => name));
  return {
    inputSchema: { ...inputSchema, required: [...names].filter((name) => !optional.has(name)) },
    defaults: Object.fromEntries(defaults),
  };
}

function hasDefault(property: JsonObject, root: JsonObject): property is JsonObject & { default: JsonValue } {
  const { default: value } = property;
  return value !== undefined && !failsFastCheck(root, property, value);
}
