// Arguments that a schema both requires and has a default for. Generators write that of arguments which the server fills in
// itself (zod's `z.toJSONSchema` does), and models leave them out: so may a script, and the default is sent.
import { failsFastCheck } from './fastCheck.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../base/json.ts';

interface RequiredDefaults {
  /** The same schema, in which they are not required. */
  readonly inputSchema: JsonObject;
  /** What is sent for those that are left out; absent where there are none. */
  readonly defaults?: JsonObject;
}

/** Looks at the arguments themselves, not inside them, and takes no default that does not fit its own schema. Pure. */
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
