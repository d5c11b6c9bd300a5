// Converts a schema of a server into the few forms that the compiler turns into good types: closed objects, references
// only to named definitions, and every constraint in words. The result is built keyword by keyword, so that nothing
// else that the compiler would accept (`tsType`, remote references, names) reaches it.
import { References, type Definition } from './references.ts';
import { schemaText } from '../docText.ts';
import {
  COMBINATORS,
  entries,
  has,
  isSchemaObject,
  keyword,
  list,
  requiredIn,
  typesOf,
  UnusableSchema,
  type SchemaObject,
} from './jsonSchema.ts';
import { literalSchemas, propertyKey, type NormalObject, type NormalSchema } from './normalSchema.ts';

const DEEPEST = 60;
const MOST_SUBSCHEMAS = 4_000;
const LONGEST_NOTE = 100;
/** Maximum number of optional items at the end of a tuple. A tuple with more of them becomes an array. */
const MOST_TUPLE_LENGTHS = 3;

/**
 * Returns the schema, and the definitions to which it refers by name, as `$ref: '#/$defs/<name>'`. `rootName` names a
 * schema that refers to itself. No definition gets a name in `taken`. Throws `UnusableSchema`.
 */
export function normaliseSchema(root: SchemaObject, rootName: string, taken: ReadonlySet<string>) {
  return new Normaliser(new References(root, rootName, taken)).normalise(root);
}

class Normaliser {
  readonly #references: References;
  #subschemas = 0;

  constructor(references: References) {
    this.#references = references;
  }

  normalise(root: SchemaObject) {
    const named = [...this.#references.definitions].filter(([, definition]) => definition.named);
    const definitions = Object.fromEntries(named.map(([target, { name }]) => [name, this.#body(target, 0)]));
    const self = this.#references.definitions.get(root);
    return { schema: self?.named ? refTo(self) : this.#body(root, 0), definitions };
  }

  #schema(value: unknown, depth: number): NormalSchema {
    if (value === false) return false;
    if (!isSchemaObject(value)) return {};
    return this.#body(value, depth);
  }

  /** `isOpen` is true if a schema around this one may add properties to the value. */
  #body(schema: SchemaObject, depth: number, isOpen = false): NormalSchema {
    this.#subschemas += 1;
    if (depth > DEEPEST) throw new UnusableSchema(`over ${DEEPEST} levels deep`);
    if (this.#subschemas > MOST_SUBSCHEMAS) throw new UnusableSchema(`over ${MOST_SUBSCHEMAS} parts`);
    if (acceptsAnything(keyword(schema, 'not'))) return false;
    const mayHaveMore = isOpen || this.#references.mayHaveMore(schema);
    const branches = (name: string) =>
      list(keyword(schema, name)).map((branch) =>
        isSchemaObject(branch) ? this.#body(branch, depth + 1, mayHaveMore) : branch !== false && {},
      );
    const alternatives = [branches('anyOf'), branches('oneOf')].filter((members) => members.length > 0);
    const own = this.#own(schema, depth, mayHaveMore);
    const normal = allOf([
      ...this.#reference(schema, depth, mayHaveMore),
      ...own,
      ...branches('allOf'),
      ...alternatives.map(anyOf),
    ]);
    const isNullable = keyword(schema, 'nullable') === true && normal !== own[0];
    return annotated(isNullable ? anyOf([normal, { type: 'null' }]) : normal, schema, this.#notes(schema));
  }

  /** Returns notes on parts that accept anything although the schema has a meaning. */
  #notes(schema: SchemaObject): readonly string[] {
    const ref = keyword(schema, '$ref');
    const type = keyword(schema, 'type');
    return [
      ...(typeof ref === 'string' && !this.#references.of(schema)
        ? [`as in ${ref.slice(0, LONGEST_NOTE)} (unresolved)`]
        : []),
      ...(typeof type === 'string' && typesOf(schema).length === 0
        ? [`of the unknown type ${JSON.stringify(type.slice(0, LONGEST_NOTE))}`]
        : []),
    ];
  }

  #reference(schema: SchemaObject, depth: number, isOpen: boolean): NormalSchema[] {
    const definition = this.#references.of(schema);
    if (!definition) return [];
    return [definition.named ? refTo(definition) : this.#body(definition.target, depth + 1, isOpen)];
  }

  /** Returns the schema's own constraints, without its combinators and reference. */
  #own(schema: SchemaObject, depth: number, isOpen: boolean): NormalSchema[] {
    const literals = literalSchemas(schema);
    if (literals) return [anyOf(literals)];
    const types = typesOf(schema);
    const implied = types.length > 0 ? types : impliedTypes(schema);
    // Other parts of the schema list the properties, so an object without properties of its own adds nothing.
    if (implied.join() === 'object' && onlyCloses(schema)) return [];
    const own = implied.map((type) => this.#typed(type, schema, depth, isOpen));
    if (keyword(schema, 'nullable') === true && own.length > 0) own.push({ type: 'null' });
    return own.length > 0 ? [anyOf(own)] : [];
  }

  #typed(type: string, schema: SchemaObject, depth: number, isOpen: boolean): NormalObject {
    if (type === 'object') return this.#object(schema, depth, isOpen);
    if (type === 'array') return { type, ...this.#items(schema, depth) };
    return { type: type === 'integer' ? 'number' : type };
  }

  #object(schema: SchemaObject, depth: number, isOpen: boolean): NormalObject {
    const others = this.#others(schema, depth);
    const required = requiredNames(schema);
    const listed = entries(keyword(schema, 'properties')).map(([name, value]) => {
      // TypeScript finds `toString` and similar members in every object and compares their types.
      const isInherited = name in Object.prototype && !required.includes(name);
      return [name, isInherited ? {} : this.#schema(value, depth + 1)] as const;
    });
    const unlisted = required
      .filter((name) => !has(propertiesOf(schema), name))
      .map((name) => [name, typeof others === 'object' ? others : {}] as const);
    // An alternative that only requires properties which the schema around it lists adds no types.
    const properties = listed.length > 0 || !isOpen ? [...listed, ...unlisted] : [];
    return {
      type: 'object',
      properties: Object.fromEntries(properties.map(([name, value]) => [propertyKey(name), value])),
      required: required.map(propertyKey),
      additionalProperties: others ?? (isOpen || listed.length === 0),
    };
  }

  /** Returns the type of unlisted properties; undefined if the schema says nothing about them, false if none exist. */
  #others(schema: SchemaObject, depth: number): NormalObject | boolean | undefined {
    const additional = keyword(schema, 'additionalProperties');
    const patterns = entries(keyword(schema, 'patternProperties')).map(([, value]) =>
      this.#schema(value, depth + 1),
    );
    const rest = isSchemaObject(additional) ? [this.#schema(additional, depth + 1)] : [];
    // A name that matches no pattern may have any value, unless the schema restricts the other names.
    if (patterns.length > 0)
      return rest.length > 0 || additional === false ? anyOf([...patterns, ...rest]) : {};
    return rest[0] ?? (additional === undefined ? undefined : additional !== false);
  }

  #items(schema: SchemaObject, depth: number): Partial<NormalObject> {
    const items = keyword(schema, 'items');
    const prefix = list(keyword(schema, 'prefixItems') ?? items).map((item) => this.#schema(item, depth + 1));
    const rest = Array.isArray(items) ? keyword(schema, 'additionalItems') : items;
    const others = this.#schema(rest ?? {}, depth + 1);
    return prefix.length > 0 ? tuple(prefix, others, schema) : { items: others };
  }
}

/** True for `additionalProperties: false` beside schemas that list the properties. */
function onlyCloses(schema: SchemaObject): boolean {
  const isClosed = keyword(schema, 'additionalProperties') === false && has(schema, ...COMBINATORS, '$ref');
  return isClosed && !has(schema, 'patternProperties') && entries(keyword(schema, 'properties')).length === 0;
}

/** Returns a tuple. Items may be omitted from the end, down to `minItems`, and others may follow. */
function tuple(items: NormalSchema[], others: NormalSchema, schema: SchemaObject): Partial<NormalObject> {
  const least = Math.min(count(keyword(schema, 'minItems')) ?? 0, items.length);
  if (items.length - least > MOST_TUPLE_LENGTHS) return { items: anyOf([...items, others]) };
  const ends =
    others === false || (count(keyword(schema, 'maxItems')) ?? Number.POSITIVE_INFINITY) <= items.length;
  return {
    items,
    minItems: least,
    ...(ends ? { maxItems: items.length, additionalItems: false } : { additionalItems: others }),
  };
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
}

/** Returns the required names of the schema itself, and those of its `allOf` that name a property listed here. */
function requiredNames(schema: SchemaObject): readonly string[] {
  const besides = list(keyword(schema, 'allOf')).filter(isSchemaObject).flatMap(requiredIn);
  const listed = propertiesOf(schema);
  return [...new Set([...requiredIn(schema), ...besides.filter((name) => has(listed, name))])];
}

function propertiesOf(schema: SchemaObject): SchemaObject {
  const value = keyword(schema, 'properties');
  return isSchemaObject(value) ? value : {};
}

function acceptsAnything(schema: unknown): boolean {
  return schema === true || (isSchemaObject(schema) && Object.keys(schema).length === 0);
}

function refTo({ name }: Definition): NormalObject {
  return { $ref: `#/$defs/${name}` };
}

/** Adds the description of the schema. A reference cannot carry a description itself. */
function annotated(normal: NormalSchema, schema: SchemaObject, notes: readonly string[]): NormalSchema {
  if (normal === false) return false;
  const text = schemaText(schema, notes);
  const deprecated = keyword(schema, 'deprecated') === true;
  if (text === '' && !deprecated) return normal;
  // The compiler knows `{}` and `any`, but treats a schema with only a description as an object.
  const carrier =
    normal.$ref !== undefined ? { allOf: [normal] } : isAnything(normal) ? { type: 'any' } : normal;
  return { ...carrier, ...(text !== '' && { description: text }), ...(deprecated && { deprecated }) };
}

function allOf(members: readonly NormalSchema[]): NormalSchema {
  const telling = members.filter((member) => !isAnything(member));
  return telling.includes(false) ? false : telling.length > 1 ? { allOf: telling } : (telling[0] ?? {});
}

function anyOf(members: readonly NormalSchema[]): NormalSchema {
  const possible = members.filter((member) => member !== false);
  if (possible.some(isAnything)) return {};
  return possible.length > 1 ? { anyOf: possible } : (possible[0] ?? false);
}

function isAnything(schema: NormalSchema): boolean {
  return schema !== false && (schema.type === 'any' || Object.keys(schema).length === 0);
}

/** Returns the type that the keywords of a schema without one are for, unless an alternative has another type. */
function impliedTypes(schema: SchemaObject): readonly string[] {
  const isObject =
    has(schema, 'properties', 'patternProperties') || isSchemaObject(keyword(schema, 'additionalProperties'));
  if (!isObject && !has(schema, 'items', 'prefixItems')) return [];
  const implied = isObject ? 'object' : 'array';
  const parts = COMBINATORS.flatMap((name) => list(keyword(schema, name))).filter(isSchemaObject);
  const isOther = (part: SchemaObject) =>
    has(part, 'const', 'enum') || !['', implied].includes(typesOf(part).join());
  return parts.some(isOther) ? [] : [implied];
}
