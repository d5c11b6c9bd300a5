// The few forms of schema that the compiler receives, whatever a server wrote.
import { entries, has, isSchemaObject, keyword, list, type SchemaObject } from './jsonSchema.ts';

/** `false` accepts nothing, `{}` anything. */
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
  /** A list is a tuple. The next three properties are for tuples only. */
  items?: NormalSchema | NormalSchema[];
  additionalItems?: NormalSchema;
  minItems?: number;
  maxItems?: number;
  allOf?: NormalSchema[];
  anyOf?: NormalSchema[];
}

/** A character that no server can write into a comment or a name that is shown. */
const MARK = '\u0001';

/**
 * Returns the name of a property during compilation. The compiler calls `properties.hasOwnProperty(...)`, so a property
 * called `hasOwnProperty` needs another name.
 */
export function propertyKey(name: string): string {
  return name === 'hasOwnProperty' ? `${MARK}${name}` : name;
}

/** Restores the names of properties in the text of a compiled type. */
export function withPropertyNames(source: string): string {
  return source.replaceAll(/"(?:\u0001|\\u0001)hasOwnProperty"/g, 'hasOwnProperty');
}

const MOST_VALUES = 1_000;
/** Maximum number of parts of all values together. More parts are a document and not a set of fixed values. */
const MOST_PARTS = 2_000;

/** Returns the types of the values of `const` or `enum`; undefined if the schema has neither, or too many values. */
export function literalSchemas(schema: SchemaObject): readonly NormalSchema[] | undefined {
  const said = has(schema, 'const') ? [keyword(schema, 'const')] : list(keyword(schema, 'enum'));
  if (said.length === 0 || said.length > MOST_VALUES) return undefined;
  const values = keyword(schema, 'nullable') === true && !said.includes(null) ? [...said, null] : said;
  const plain = values.filter(isPlain);
  const budget = { left: MOST_PARTS };
  const others = values.filter((value) => !isPlain(value)).map((value) => literal(value, budget));
  if (budget.left < 0) return undefined;
  return [...(plain.length > 0 ? [{ enum: plain }] : []), ...others];
}

function literal(value: unknown, budget: { left: number }): NormalSchema {
  budget.left -= 1;
  if (isPlain(value)) return { enum: [value] };
  if (budget.left < 0) return {};
  if (Array.isArray(value)) {
    const items = (value as readonly unknown[]).map((item) => literal(item, budget));
    return { type: 'array', items, minItems: items.length, maxItems: items.length };
  }
  if (!isSchemaObject(value)) return {};
  return {
    type: 'object',
    properties: Object.fromEntries(
      entries(value).map(([name, part]) => [propertyKey(name), literal(part, budget)]),
    ),
    required: Object.keys(value).map(propertyKey),
    additionalProperties: false,
  };
}

function isPlain(value: unknown): value is string | number | boolean | null {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
