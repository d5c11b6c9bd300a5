// The schema of a form's field, as the specification would have it. Generators of schemas write the same in other words: what may be
// left out is "this or null" (pydantic, for `Optional`), and a choice needs no type.
import { isJsonObject, type JsonObject, type JsonValue } from '../../catalog/json.ts';

/** A schema with one `type`, where there is one to find. */
export function fieldSchema(schema: JsonObject): JsonObject {
  const { type, anyOf, oneOf, ...rest } = schema;
  const types: readonly unknown[] = Array.isArray(type) ? type : [];
  const [listed, ...others] = types.filter((one) => one !== 'null');
  if (typeof listed === 'string' && others.length === 0) return { ...schema, type: listed };
  const only = typeof type === 'string' ? undefined : (besideNull(anyOf) ?? besideNull(oneOf));
  if (only) return { ...only, ...rest };
  const isChoice = type === undefined && (Array.isArray(schema['enum']) || Array.isArray(oneOf));
  return isChoice ? { ...schema, type: 'string' } : schema;
}

/** The one that is left when null is left out; undefined without null, or when several are left. */
function besideNull(schemas: JsonValue | undefined): JsonObject | undefined {
  const all: readonly unknown[] = Array.isArray(schemas) ? schemas : [];
  const objects = all.filter(isJsonObject);
  const [only, ...others] = objects.filter(({ type }) => type !== 'null');
  return objects.length === 2 && all.length === 2 && others.length === 0 ? only : undefined;
}
