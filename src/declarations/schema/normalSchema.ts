// The few forms of schema that the compiler is given, whatever a server wrote.

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
  /** A list is a tuple, and the next three are for tuples only. */
  items?: NormalSchema | NormalSchema[];
  additionalItems?: NormalSchema;
  minItems?: number;
  maxItems?: number;
  allOf?: NormalSchema[];
  anyOf?: NormalSchema[];
}

/** No server can write it into a comment or a name that is shown. */
const MARK = '\u0001';

/** The compiler asks `properties.hasOwnProperty(...)`, so that a property of this name goes by another meanwhile. */
export function propertyKey(name: string): string {
  return name === 'hasOwnProperty' ? `${MARK}${name}` : name;
}

/** The text of a compiled type with the names that its properties have. */
export function withPropertyNames(source: string): string {
  return source.replaceAll(/"(?:\u0001|\\u0001)hasOwnProperty"/g, 'hasOwnProperty');
}
