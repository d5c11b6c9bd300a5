// JSON Schema as a server sends it. The schema can be any object, so every keyword is read through a guard. Keywords of
// draft-07 and 2020-12 are read alike.
import { percentDecoded } from '../../base/text/percentDecoded.ts';

export type SchemaObject = Readonly<Record<string, unknown>>;

export const COMBINATORS = ['allOf', 'anyOf', 'oneOf'] as const;

/** Keywords by which an object may get properties that `properties` does not list. */
const CONDITIONS =
  'if then else dependentSchemas dependencies unevaluatedProperties $dynamicRef $recursiveRef'.split(' ');

/** Thrown for a schema that is too deep or too large to become a type. The message says which. */
export class UnusableSchema extends Error {}

export function isSchemaObject(value: unknown): value is SchemaObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the own property of that name, so that a keyword is never found on a prototype. */
export function keyword(schema: SchemaObject, name: string): unknown {
  return Object.hasOwn(schema, name) ? schema[name] : undefined;
}

export function has(schema: SchemaObject, ...names: readonly string[]): boolean {
  return names.some((name) => Object.hasOwn(schema, name));
}

export function hasConditions(schema: SchemaObject): boolean {
  return has(schema, ...CONDITIONS);
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function entries(value: unknown): readonly (readonly [string, unknown])[] {
  return isSchemaObject(value) ? Object.entries(value) : [];
}

/** Returns the names that the schema itself requires. */
export function requiredIn(schema: SchemaObject): readonly string[] {
  return list(keyword(schema, 'required')).filter((name) => typeof name === 'string');
}

/** Returns the types that the schema allows; empty if it names none that JSON Schema knows. */
export function typesOf(schema: SchemaObject): readonly string[] {
  const type = keyword(schema, 'type');
  const types = Array.isArray(type) ? type : [type];
  return types.filter((name): name is string => typeof name === 'string' && JSON_TYPES.has(name));
}

const JSON_TYPES = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']);

/** Returns the schema with numbers instead of `exclusiveMinimum: true` (draft-04), which makes `minimum` exclusive. */
export function withNumericBounds(schema: SchemaObject): SchemaObject {
  let bounded = schema;
  for (const [inclusive, exclusive] of [
    ['minimum', 'exclusiveMinimum'] as const,
    ['maximum', 'exclusiveMaximum'] as const,
  ]) {
    const isExclusive = keyword(schema, exclusive);
    if (typeof isExclusive !== 'boolean') continue;
    const { [inclusive]: bound, [exclusive]: _flag, ...rest } = bounded;
    bounded = { ...rest, ...(bound !== undefined && { [isExclusive ? exclusive : inclusive]: bound }) };
  }
  return bounded;
}

/** True for an object schema that lists its properties and does not say whether there are others. */
export function isSilentObject(schema: SchemaObject): boolean {
  const types = typesOf(schema);
  return (
    (types.length === 0 || types.includes('object')) &&
    isSchemaObject(keyword(schema, 'properties')) &&
    !has(schema, 'additionalProperties', 'patternProperties') &&
    !hasConditions(schema)
  );
}

/** Returns the target of a local reference (`#`, `#/$defs/City`) in `root`; undefined for any other reference. */
export function resolveLocal(root: SchemaObject, ref: unknown): unknown {
  if (typeof ref !== 'string' || !/^#(\/|$)/.test(ref)) return undefined;
  let target: unknown = root;
  for (const part of ref.split('/').slice(1)) {
    const key = percentDecoded(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(target)) target = /^\d+$/.test(key) ? target[Number(key)] : undefined;
    else target = isSchemaObject(target) ? keyword(target, key) : undefined;
  }
  return target;
}
