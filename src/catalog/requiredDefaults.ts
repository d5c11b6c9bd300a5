// Arguments that a schema both requires and has a default for. Generators write that of arguments which the server fills in
// itself (zod's `z.toJSONSchema` does), and models leave them out: so may a script, and the default is sent.
import { isJsonObject, type JsonObject, type JsonValue } from './json.ts';

interface RequiredDefaults {
  /** The same schema, in which they are not required. */
  readonly inputSchema: JsonObject;
  /** What is sent for those that are left out; absent where there are none. */
  readonly defaults?: JsonObject;
}

/** Looks at the arguments themselves, not inside them, and takes no default that is none by its own schema. Pure. */
export function requiredDefaults(inputSchema: JsonObject): RequiredDefaults {
  const { required, properties } = inputSchema;
  if (!Array.isArray(required) || !isJsonObject(properties)) return { inputSchema };
  const names = new Set<JsonValue>(required);
  const defaults = [...names].flatMap((name): [string, JsonValue][] => {
    if (typeof name !== 'string' || !Object.hasOwn(properties, name)) return [];
    const property = properties[name];
    return isJsonObject(property) && hasDefault(property) ? [[name, property.default]] : [];
  });
  if (defaults.length === 0) return { inputSchema };
  const optional = new Set<JsonValue>(defaults.map(([name]) => name));
  return {
    inputSchema: { ...inputSchema, required: [...names].filter((name) => !optional.has(name)) },
    defaults: Object.fromEntries(defaults),
  };
}

function hasDefault(property: JsonObject): property is JsonObject & { default: JsonValue } {
  const { default: value, type, enum: members } = property;
  if (value === undefined) return false;
  const types: readonly JsonValue[] | undefined = type === undefined || Array.isArray(type) ? type : [type];
  return (types?.some((name) => isOfType(value, name)) ?? true) && (!Array.isArray(members) || members.includes(value));
}

function isOfType(value: JsonValue, type: JsonValue): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isJsonObject(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}
