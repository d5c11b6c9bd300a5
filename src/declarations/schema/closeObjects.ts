// Closes objects in schemas. Most servers list an object's properties without forbidding others, so JSON Schema allows
// any other property: a misspelt argument would be valid and silently ignored.
import {
  COMBINATORS,
  entries,
  has,
  hasConditions,
  isSchemaObject,
  isSilentObject,
  keyword,
  list,
  requiredIn,
  type SchemaObject,
} from './jsonSchema.ts';
import { SchemaResources } from './schemaResources.ts';

/** Maximum depth. No honest schema is deeper; deeper parts stay as they are. */
const DEEPEST = 100;

/** Keywords whose value is a schema, a list or a record of schemas for parts of a value. */
const PARTS = 'additionalProperties items additionalItems prefixItems properties patternProperties'.split(
  ' ',
);
/** Keywords whose schemas describe the same value again, or, for `contains`, an item that `items` describes, too. */
const SAME_VALUE = 'allOf anyOf oneOf not if then else dependentSchemas dependencies contains'.split(' ');
const DEFINITIONS = ['$defs', 'definitions'];
const RECORDS = ['properties', 'patternProperties', 'dependentSchemas', 'dependencies', ...DEFINITIONS];

/**
 * Returns a copy with `additionalProperties: false` for every object that lists properties without mentioning others.
 * Objects inside or beside `allOf`, `anyOf`, `oneOf` or a condition stay open, also through references, because several
 * schemas list their properties together. `anyOf: [object, null]` is no such case. Has no side effects and never
 * throws.
 */
export function closeObjects(schema: SchemaObject): SchemaObject {
  const open = findOpen(schema);
  const close = (value: unknown, depth: number): unknown => {
    if (!isSchemaObject(value) || depth > DEEPEST) return value;
    const copy: Record<string, unknown> = { ...value };
    for (const name of [...PARTS, ...SAME_VALUE, ...DEFINITIONS]) {
      const inside = copy[name];
      if (Array.isArray(inside)) copy[name] = inside.map((item) => close(item, depth + 1));
      else if (isSchemaObject(inside) && RECORDS.includes(name))
        copy[name] = Object.fromEntries(entries(inside).map(([key, item]) => [key, close(item, depth + 1)]));
      else if (isSchemaObject(inside)) copy[name] = close(inside, depth + 1);
    }
    // Some servers write "any object" as an object without properties. As the whole input, such an object means "no
    // arguments".
    const listsNone = depth > 0 && entries(keyword(value, 'properties')).length === 0;
    if (isSilentObject(value) && !open.has(value) && !listsNone) {
      // Required properties that are not listed may have any value and must stay allowed.
      const required = Object.fromEntries(requiredIn(copy).map((name) => [name, true]));
      copy['properties'] = { ...required, ...(copy['properties'] as SchemaObject) }; // a silent object lists properties
      copy['additionalProperties'] = false;
    }
    return copy;
  };
  return close(schema, 0) as SchemaObject; // an object stays an object
}

/** Returns the subschemas that must stay open. */
function findOpen(root: SchemaObject): ReadonlySet<unknown> {
  const open = new Set<unknown>();
  const seen = new Set<unknown>();
  const resources = new SchemaResources(root);
  const visit = (value: unknown, isOpen: boolean, depth: number): void => {
    if (!isSchemaObject(value) || depth > DEEPEST || (isOpen ? open : seen).has(value)) return;
    (isOpen ? open : seen).add(value);
    const optional = isOptional(value);
    const shared =
      isOpen ||
      (!optional && has(value, ...COMBINATORS)) ||
      hasConditions(value) ||
      (has(value, '$ref') && has(value, 'properties'));
    if (shared && !isOpen) open.add(value);
    for (const part of childrenOf(value, PARTS)) visit(part, shared, depth + 1);
    for (const same of childrenOf(value, SAME_VALUE)) visit(same, shared || !optional, depth + 1);
    visit(resources.target(value), shared, depth + 1);
  };
  visit(root, false, 0);
  return open;
}

/** True for `anyOf: [schema, { type: 'null' }]` without other keywords that describe the value. */
function isOptional(schema: SchemaObject): boolean {
  const [name, ...others] = COMBINATORS.filter((combinator) => has(schema, combinator));
  if (name === undefined || name === 'allOf' || others.length > 0 || has(schema, 'properties', '$ref'))
    return false;
  const branches = list(keyword(schema, name));
  return (
    branches.filter((branch) => !(isSchemaObject(branch) && keyword(branch, 'type') === 'null')).length === 1
  );
}

function childrenOf(schema: SchemaObject, names: readonly string[]): readonly unknown[] {
  return names.flatMap((name) => {
    const value = keyword(schema, name);
    return RECORDS.includes(name) ? entries(value).map(([, item]) => item) : [value].flat();
  });
}
