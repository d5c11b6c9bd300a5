// Makes instances of a schema: a few objects that the schema may accept, chosen so that each branch and each value of
// an enum occurs. Not all are valid; the caller asks a validator.
import type { JsonValue } from '../../src/base/json.ts';
import { resolveLocal, type SchemaObject } from '../../src/declarations/schema/jsonSchema.ts';

const DEEPEST = 6;

/** Returns the smallest instance, the largest, and one for each alternative of each property. */
export function instancesOf(root: SchemaObject): readonly JsonValue[] {
  return alternatives(root, root, 0) as JsonValue[]; // the parts are literals and values of JSON schemas
}

function alternatives(value: unknown, root: SchemaObject, depth: number): readonly unknown[] {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return ['any'];
  const schema = value as SchemaObject;
  if ('$ref' in schema) return alternatives(resolveLocal(root, schema['$ref']), root, depth + 1);
  if ('const' in schema) return [schema['const']];
  if (Array.isArray(schema['enum'])) return schema['enum'];
  for (const name of ['anyOf', 'oneOf']) {
    const branches = schema[name];
    if (Array.isArray(branches))
      return branches.flatMap((branch: unknown) =>
        alternatives(withProperties(schema, branch), root, depth + 1),
      );
  }
  const types = Array.isArray(schema['type']) ? schema['type'] : [schema['type']];
  return types.flatMap((type) => ofType(type, schema, root, depth));
}

function ofType(type: unknown, schema: SchemaObject, root: SchemaObject, depth: number): readonly unknown[] {
  switch (type) {
    case 'string':
      return [
        typeof schema['default'] === 'string'
          ? schema['default']
          : 'x'.repeat(Math.max(1, Number(schema['minLength'] ?? 1))),
      ];
    case 'integer':
    case 'number':
      return [Number(schema['minimum'] ?? schema['default'] ?? 1)];
    case 'boolean':
      return [true];
    case 'null':
      return [null];
    case 'array':
      return [alternatives(schema['items'], root, depth + 1), []];
    default:
      return objects(schema, root, depth);
  }
}

function objects(schema: SchemaObject, root: SchemaObject, depth: number): readonly unknown[] {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, unknown>);
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const values = properties.map(
    ([name, property]) => [name, alternatives(property, root, depth + 1)] as const,
  );
  const all = Object.fromEntries(values.map(([name, found]) => [name, found[0]]));
  const least = Object.fromEntries(Object.entries(all).filter(([name]) => required.includes(name)));
  const each = values.flatMap(([name, found]) =>
    found.slice(1, 12).map((value) => ({ ...least, [name]: value })),
  );
  return [least, all, ...each];
}

/** The keywords beside `anyOf` apply to every branch. */
function withProperties(schema: SchemaObject, branch: unknown): unknown {
  if (typeof branch !== 'object' || branch === null || !('properties' in schema)) return branch;
  const { anyOf: _any, oneOf: _one, ...rest } = schema;
  return {
    ...rest,
    ...branch,
    required: [...asArray(rest['required']), ...asArray((branch as SchemaObject)['required'])],
  };
}

function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
