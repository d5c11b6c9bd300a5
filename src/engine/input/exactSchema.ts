// Reduces a schema to the part that every server reads alike, so that an argument can be refused before the server is
// asked. Invalid parts, references to other documents and keywords that only some servers read are removed one by one.
// Keywords of other dialects are renamed to those of JSON Schema 2020-12.
import {
  COMBINATORS,
  entries,
  has,
  isSchemaObject,
  keyword,
  list,
  typesOf,
  withNumericBounds,
  SchemaResources,
  type SchemaObject,
} from '../../declarations/index.ts';
import { readPattern } from './patterns.ts';

type Guard = (value: unknown) => boolean;

const isNumber: Guard = (value) => typeof value === 'number';
const isText: Guard = (value) => typeof value === 'string';
const isCount: Guard = (value) => Number.isInteger(value) && Number(value) >= 0;
const areTexts: Guard = (value) => Array.isArray(value) && value.every(isText);
const isSchema: Guard = (value) => isSchemaObject(value) || typeof value === 'boolean';

const each = (guard: Guard, ...names: string[]) => names.map((name) => [name, guard] as const);

/** Keywords whose values contain no schema, with a guard for the values that JSON Schema allows. */
const PLAIN = new Map<string, Guard>([
  ...each(isNumber, 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'),
  ...each(isCount, 'minLength', 'maxLength', 'minItems', 'maxItems', 'minContains', 'maxContains'),
  ...each(isCount, 'minProperties', 'maxProperties'),
  ...each(isText, 'format', '$ref', '$id', '$anchor', '$dynamicRef', '$dynamicAnchor'),
  ['const', () => true],
  ['enum', (value) => list(value).length > 0],
  ['required', areTexts],
  ['uniqueItems', (value) => typeof value === 'boolean'],
  ['multipleOf', (value) => typeof value === 'number' && value > 0],
  ['pattern', (value) => typeof value === 'string' && readPattern(value) !== undefined],
  ['dependentRequired', (value) => isSchemaObject(value) && Object.values(value).every(areTexts)],
]);
const SCHEMA = [
  'additionalProperties',
  'propertyNames',
  'contains',
  'not',
  'if',
  'then',
  'else',
  'unevaluatedProperties',
  'unevaluatedItems',
];
/** Keywords that draft-07 and earlier drafts do not know; their validators ignore them. */
const LATER = [
  'dependentRequired',
  'dependentSchemas',
  'unevaluatedProperties',
  'unevaluatedItems',
  'maxContains',
];
const SCHEMA_RECORD = [
  'properties',
  'patternProperties',
  'dependentSchemas',
  'dependencies',
  '$defs',
  'definitions',
];

/** Returns the reduced schema. The function is pure. Throws `RangeError` for a schema that is nested too deeply. */
export function exactSchema(schema: SchemaObject): SchemaObject {
  // Identifiers of schemas from different servers would collide in one validator.
  const { $id: _id, ...exact } = new Exact(schema).of(schema);
  return exact;
}

class Exact {
  readonly #resources: SchemaResources;
  /** True if every reference can be resolved. Otherwise it is unknown which properties are evaluated. */
  readonly #isWhole: boolean;
  /** True if the schema declares an early draft, or contains the array form of `items` of early drafts. */
  readonly #isEarly: boolean;

  constructor(root: SchemaObject) {
    this.#resources = new SchemaResources(root);
    const parts = this.#partsOf(root);
    this.#isWhole = !parts.some((part) => this.#isUnresolved(part));
    this.#isEarly =
      /draft-0[3-7]/.test(String(keyword(root, '$schema'))) ||
      parts.some((part) => Array.isArray(keyword(part, 'items')));
  }

  of(schema: SchemaObject): SchemaObject {
    const bounded = withNumericBounds(schema);
    const exact: Record<string, unknown> = this.#items(schema);
    for (const [name, guard] of PLAIN) {
      const value = keyword(bounded, name);
      if (value !== undefined && guard(value)) exact[name] = value;
    }
    for (const name of SCHEMA) if (isSchema(keyword(schema, name))) exact[name] = this.#part(schema[name]);
    for (const name of COMBINATORS)
      if (list(keyword(schema, name)).length > 0) exact[name] = this.#parts(schema[name]);
    for (const name of SCHEMA_RECORD)
      if (isSchemaObject(keyword(schema, name))) exact[name] = this.#record(name, schema[name]);
    if (this.#isUnresolved(schema)) delete exact['$ref'];
    if (this.#isEarly) remove(exact, LATER);
    closeTogether(exact);
    if (!this.#isWhole) remove(exact, ['unevaluatedProperties', 'unevaluatedItems']);
    this.#loosen(exact, schema);
    return withType(exact, schema);
  }

  #part(value: unknown): unknown {
    if (isSchemaObject(value)) return this.of(value);
    return typeof value === 'boolean' ? value : true;
  }

  #parts(value: unknown): readonly unknown[] {
    return list(value).map((part) => this.#part(part));
  }

  #record(name: string, record: unknown): SchemaObject {
    const parts = entries(record).map(([key, part]): [string, unknown] => {
      if (name === 'dependencies' && areTexts(part)) return [key, part];
      // An unreadable expression may match every name.
      return name === 'patternProperties' && !readPattern(key) ? ['', true] : [key, this.#part(part)];
    });
    return Object.fromEntries(parts);
  }

  /** Renames a list in `items` to `prefixItems`, which earlier drafts do not have. */
  #items(schema: SchemaObject): Record<string, unknown> {
    const items = keyword(schema, 'items');
    const prefix = list(Array.isArray(items) ? items : keyword(schema, 'prefixItems'));
    const rest = Array.isArray(items) ? keyword(schema, 'additionalItems') : items;
    return {
      ...(prefix.length > 0 && { prefixItems: this.#parts(prefix) }),
      ...(isSchema(rest) && { items: this.#part(rest) }),
    };
  }

  /** Removes keywords that refuse a value because a part accepts it, unless that part is exact. */
  #loosen(exact: Record<string, unknown>, schema: SchemaObject): void {
    const all = list(exact['allOf']);
    if (!this.#isExact(keyword(schema, 'not'))) delete exact['not'];
    if (!this.#isExact(keyword(schema, 'contains'))) delete exact['maxContains'];
    if (!this.#isExact(keyword(schema, 'oneOf'))) {
      exact['allOf'] = [...all, { anyOf: exact['oneOf'] }];
      delete exact['oneOf'];
    }
    if (this.#isExact(keyword(schema, 'if'))) return;
    // The properties that the branches name still count as evaluated.
    const { if: condition = true, then = true, else: otherwise = true } = exact;
    exact['allOf'] = [...list(exact['allOf']), { anyOf: [condition, then, otherwise, true] }];
    remove(exact, ['if', 'then', 'else']);
  }

  #isExact(value: unknown): boolean {
    return !this.#partsOf(value).some((part) => this.#isUnresolved(part) || !isReadAlike(part));
  }

  #isUnresolved(schema: SchemaObject): boolean {
    return typeof keyword(schema, '$ref') === 'string' && this.#resources.target(schema) === undefined;
  }

  /** Returns all objects within a value, and those that its references reach. */
  #partsOf(value: unknown): readonly SchemaObject[] {
    const found = new Set<unknown>([value]);
    for (const part of found) {
      if (typeof part !== 'object' || part === null) continue;
      for (const child of Object.values(part)) found.add(child);
      if (isSchemaObject(part)) found.add(this.#resources.target(part));
    }
    return [...found].filter(isSchemaObject);
  }
}

/**
 * Replaces `additionalProperties: false` where a schema closes an object beside the parts that list its properties, or
 * within each of these parts. Taken literally, such schemas accept next to nothing; their servers mean that no property
 * is allowed which no part lists.
 */
function closeTogether(exact: Record<string, unknown>): void {
  const isClosed = (part: unknown) => isSchemaObject(part) && keyword(part, 'additionalProperties') === false;
  const all = list(exact['allOf']);
  const isOpen = has(exact, 'additionalProperties') && !isClosed(exact);
  const isShared = !isOpen && all.some(isClosed) && (all.length > 1 || has(exact, 'properties'));
  if (isShared) exact['allOf'] = all.map((part) => (isClosed(part) ? opened(part as SchemaObject) : part));
  if (!isShared && !(isClosed(exact) && has(exact, ...COMBINATORS, '$ref'))) return;
  delete exact['additionalProperties'];
  exact['unevaluatedProperties'] = false;
}

function opened({ additionalProperties: _closed, ...rest }: SchemaObject): SchemaObject {
  return rest;
}

/** True if every server that checks this schema comes to the same result, apart from its subschemas. */
function isReadAlike(schema: SchemaObject): boolean {
  const multiple = keyword(schema, 'multipleOf');
  const hasFloat = typeof multiple === 'number' && !Number.isInteger(multiple);
  return (
    !hasFloat &&
    !['format', 'pattern'].some((name) => isText(keyword(schema, name))) &&
    knowsTypes(schema) &&
    !isNullable(schema)
  );
}

function knowsTypes(schema: SchemaObject): boolean {
  const type = keyword(schema, 'type');
  return type === undefined || typesOf(schema).length === (Array.isArray(type) ? type.length : 1);
}

/** True for the keyword `nullable` of OpenAPI, whose meaning beside keywords other than `type` is undefined. */
function isNullable(schema: SchemaObject): boolean {
  return keyword(schema, 'nullable') === true;
}

/** Adds the type; leaves it out if it has an unknown name, which may stand for any value. */
function withType(exact: SchemaObject, schema: SchemaObject): SchemaObject {
  const types = knowsTypes(schema) ? typesOf(schema) : [];
  const typed = types.length > 0 ? { ...exact, type: types } : exact;
  if (!isNullable(schema)) return typed;
  const isPlain = !has(schema, 'enum', 'const', '$ref', 'not', 'if', ...COMBINATORS);
  return types.length > 0 && isPlain
    ? { ...typed, type: [...types, 'null'] }
    : { anyOf: [{ type: 'null' }, typed] };
}

function remove(schema: Record<string, unknown>, names: Iterable<string>): void {
  for (const name of names) Reflect.deleteProperty(schema, name);
}
