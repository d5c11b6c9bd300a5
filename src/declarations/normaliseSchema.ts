// Brings a schema from outside into the few forms that the compiler turns into good types: closed objects, no
// reference but to named definitions, every constraint in words. Built anew, keyword by keyword, so that nothing the
// compiler would take from a server unasked (`tsType`, remote references, names) can come through.
import { References, type Definition } from './references.ts';
import { schemaText } from './docText.ts';
import { entries, has, isObject, keyword, list, typesOf, UnusableSchema, type SchemaObject } from './jsonSchema.ts';

/** A schema in normal form; `false` accepts nothing, `{}` anything. */
export type NormalSchema = false | NormalObject;

export interface NormalObject {
  $ref?: string;
  type?: string;
  description?: string;
  deprecated?: boolean;
  enum?: readonly (string | number | boolean | null)[];
  properties?: Record<string, NormalSchema>;
  required?: readonly string[];
  additionalProperties?: NormalObject | boolean;
  items?: NormalSchema | NormalSchema[];
  allOf?: NormalSchema[];
  anyOf?: NormalSchema[];
}

export interface NormalisedSchema {
  readonly schema: NormalSchema;
  /** The schemas that are referred to by name, `$ref: '#/$defs/<name>'`. */
  readonly definitions: Readonly<Record<string, NormalSchema>>;
}

const DEEPEST = 60;
const MOST_SUBSCHEMAS = 4_000;
const MOST_ENUM_VALUES = 1_000;

/** `rootName` names the whole where it refers to itself; no definition is named as in `taken`. Throws `UnusableSchema`. */
export function normaliseSchema(root: SchemaObject, rootName: string, taken: ReadonlySet<string>): NormalisedSchema {
  return new Normaliser(new References(root, rootName, taken)).normalise(root);
}

class Normaliser {
  readonly #references: References;
  #subschemas = 0;

  constructor(references: References) {
    this.#references = references;
  }

  normalise(root: SchemaObject): NormalisedSchema {
    const named = [...this.#references.definitions].filter(([, definition]) => definition.named);
    const definitions = Object.fromEntries(named.map(([target, { name }]) => [name, this.#body(target, 0)]));
    const self = this.#references.definitions.get(root);
    return { schema: self?.named ? refTo(self) : this.#body(root, 0), definitions };
  }

  #schema(value: unknown, depth: number): NormalSchema {
    if (value === false) return false;
    if (!isObject(value)) return {};
    return this.#body(value, depth);
  }

  /** `isOpen`: something around the schema may add properties to its value. */
  #body(schema: SchemaObject, depth: number, isOpen = false): NormalSchema {
    this.#subschemas += 1;
    if (depth > DEEPEST) throw new UnusableSchema(`it is nested more than ${DEEPEST} levels deep`);
    if (this.#subschemas > MOST_SUBSCHEMAS) throw new UnusableSchema(`it has more than ${MOST_SUBSCHEMAS} parts`);
    const mayHaveMore = isOpen || this.#references.mayHaveMore(schema);
    const branches = (name: string) =>
      list(keyword(schema, name)).map((branch) => (isObject(branch) ? this.#body(branch, depth + 1, mayHaveMore) : branch !== false && {}));
    const alternatives = [branches('anyOf'), branches('oneOf')].filter((members) => members.length > 0);
    return annotated(
      allOf([
        ...this.#reference(schema, depth, mayHaveMore),
        ...this.#own(schema, depth, mayHaveMore),
        ...branches('allOf'),
        ...alternatives.map(anyOf),
      ]),
      schema,
    );
  }

  #reference(schema: SchemaObject, depth: number, isOpen: boolean): NormalSchema[] {
    const definition = this.#references.of(schema);
    if (!definition) return [];
    return [definition.named ? refTo(definition) : this.#body(definition.target, depth + 1, isOpen)];
  }

  /** What the schema itself says, its combinators and reference aside. */
  #own(schema: SchemaObject, depth: number, isOpen: boolean): NormalSchema[] {
    const literals = literalsOf(schema);
    if (literals) return [{ enum: literals }];
    const types = typesOf(schema);
    const implied = types.length > 0 ? types : impliedTypes(schema);
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
    const properties = entries(keyword(schema, 'properties')).map(([name, value]) => [name, this.#schema(value, depth + 1)] as const);
    return {
      type: 'object',
      properties: Object.fromEntries(properties),
      required: list(keyword(schema, 'required')).filter((name) => typeof name === 'string'),
      additionalProperties: this.#others(schema, depth) ?? (isOpen || properties.length === 0),
    };
  }

  /** The type of the properties that are not listed, where the schema tells; false when there are none. */
  #others(schema: SchemaObject, depth: number): NormalObject | boolean | undefined {
    const additional = keyword(schema, 'additionalProperties');
    const patterns = entries(keyword(schema, 'patternProperties')).map(([, value]) => this.#schema(value, depth + 1));
    const rest = isObject(additional) ? [this.#schema(additional, depth + 1)] : [];
    if (patterns.length > 0) return anyOf([...patterns, ...rest]);
    return rest[0] ?? (additional === undefined ? undefined : additional !== false);
  }

  #items(schema: SchemaObject, depth: number): Pick<NormalObject, 'items'> {
    const items = keyword(schema, 'items');
    const tuple = keyword(schema, 'prefixItems') ?? items;
    if (Array.isArray(tuple) && tuple.length > 0) return { items: tuple.map((item) => this.#schema(item, depth + 1)) };
    return { items: this.#schema(Array.isArray(items) ? {} : items, depth + 1) };
  }
}

function refTo({ name }: Definition): NormalObject {
  return { $ref: `#/$defs/${name}` };
}

/** With the schema's description; a reference cannot carry one itself. */
function annotated(normal: NormalSchema, schema: SchemaObject): NormalSchema {
  if (normal === false) return false;
  const text = schemaText(schema);
  const deprecated = keyword(schema, 'deprecated') === true;
  if (text === '' && !deprecated) return normal;
  // The compiler knows `{}` and `any`, but takes a description alone for an object.
  const carrier = normal.$ref !== undefined ? { allOf: [normal] } : isAnything(normal) ? { type: 'any' } : normal;
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

/** The values of `const` or `enum`, where all are plain. */
function literalsOf(schema: SchemaObject): NormalObject['enum'] | undefined {
  const values = has(schema, 'const') ? [keyword(schema, 'const')] : list(keyword(schema, 'enum'));
  if (values.length === 0 || values.length > MOST_ENUM_VALUES || !values.every(isPlain)) return undefined;
  return keyword(schema, 'nullable') === true && !values.includes(null) ? [...values, null] : values;
}

function isPlain(value: unknown): value is string | number | boolean | null {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function impliedTypes(schema: SchemaObject): readonly string[] {
  if (has(schema, 'properties', 'patternProperties') || isObject(keyword(schema, 'additionalProperties'))) return ['object'];
  return has(schema, 'items', 'prefixItems') ? ['array'] : [];
}
