// Describes in words the constraints of a schema that TypeScript types cannot express. The compiler drops all of them.
import { visibleText } from '../../base/text/visibleText.ts';
import {
  entries,
  has,
  isSchemaObject,
  keyword,
  list,
  typesOf,
  withNumericBounds,
  type SchemaObject,
} from './jsonSchema.ts';
import { requiredChoices } from './requiredChoice.ts';

const LONGEST_VALUE = 120;
const MOST_EXAMPLES = 3;

/** Keywords with one value, in the order of the text. */
const SIMPLE: readonly (readonly [keyword: string, words: string])[] = [
  ['format', 'format'],
  ['minimum', 'minimum'],
  ['exclusiveMinimum', 'more than'],
  ['maximum', 'maximum'],
  ['exclusiveMaximum', 'less than'],
  ['multipleOf', 'multiple of'],
  ['minLength', 'minimum length'],
  ['maxLength', 'maximum length'],
  ['pattern', 'pattern'],
  ['minItems', 'minimum items'],
  ['maxItems', 'maximum items'],
  ['minContains', 'minimum matching items'],
  ['maxContains', 'maximum matching items'],
  ['minProperties', 'minimum properties'],
  ['maxProperties', 'maximum properties'],
  ['contentEncoding', 'encoding'],
  ['contentMediaType', 'media type'],
  ['default', 'default'],
];

/** Returns one clause for each constraint: `integer`, `minimum 1`, `default 10`. */
export function constraintsOf(schema: SchemaObject): readonly string[] {
  const bounded = withNumericBounds(schema);
  const isInteger = typesOf(schema).includes('integer') && !has(schema, 'enum', 'const');
  const says = (name: string, words: string) => (keyword(schema, name) === true ? [words] : []);
  const examples = list(keyword(schema, 'examples')).slice(0, MOST_EXAMPLES).map(shown);
  return [
    ...requiredChoices(schema),
    ...(isInteger ? ['integer'] : []),
    ...SIMPLE.flatMap(([name, words]) => simple(bounded, name, words)),
    ...says('uniqueItems', 'unique items'),
    ...says('readOnly', 'read-only'),
    ...says('writeOnly', 'write-only'),
    ...nameConstraints(schema),
    ...dependencies(schema),
    ...exclusion(keyword(schema, 'not')),
    ...condition(schema),
    ...(examples.length > 0 ? [`for example ${examples.join(' or ')}`] : []),
  ];
}

function simple(schema: SchemaObject, name: string, words: string): readonly string[] {
  const value = keyword(schema, name);
  if (value === undefined || excludesNothing(name, value)) return [];
  return [`${words} ${typeof value === 'string' && name !== 'default' ? cutShort(value) : shown(value)}`];
}

/** Describes the names that the properties of an object may have. */
function nameConstraints(schema: SchemaObject): readonly string[] {
  const names = keyword(schema, 'propertyNames');
  const patterns = entries(keyword(schema, 'patternProperties')).map(([pattern]) => cutShort(pattern));
  const pattern = isSchemaObject(names) ? keyword(names, 'pattern') : undefined;
  const values = isSchemaObject(names) ? list(keyword(names, 'enum')) : [];
  return [
    ...(patterns.length > 0 ? [`names like ${patterns.join(' or ')}`] : []),
    ...(typeof pattern === 'string' ? [`names like ${cutShort(pattern)}`] : []),
    ...(values.length > 0 ? [`names ${cutShort(values.map(shown).join(' or '))}`] : []),
  ];
}

/** Describes `dependentRequired`, and the lists in `dependencies` of draft-07. */
function dependencies(schema: SchemaObject): readonly string[] {
  const all = ['dependentRequired', 'dependencies'].flatMap((name) => entries(keyword(schema, name)));
  return all.flatMap(([name, needed]) =>
    list(needed).length > 0 ? [`${name} needs ${cutShort(list(needed).map(String).join(', '))}`] : [],
  );
}

function exclusion(not: unknown): readonly string[] {
  if (!isSchemaObject(not)) return [];
  const values = has(not, 'const') ? [keyword(not, 'const')] : list(keyword(not, 'enum'));
  if (values.length > 0) return [`not ${cutShort(values.map(shown).join(' or '))}`];
  const together = list(keyword(not, 'required'));
  return together.length > 1 && !has(not, 'properties')
    ? [`not ${cutShort(together.map(String).join(' together with '))}`]
    : [];
}

/** Describes the common form of a condition: if a property has a value, others are required. */
function condition(schema: SchemaObject): readonly string[] {
  const when = keyword(schema, 'if');
  const tests = isSchemaObject(when) ? entries(keyword(when, 'properties')) : [];
  const words = tests.flatMap(([name, test]) =>
    isSchemaObject(test) && has(test, 'const') ? [`${name} is ${shown(keyword(test, 'const'))}`] : [],
  );
  if (words.length === 0 || words.length < tests.length) return [];
  const required = (branch: string) => {
    const then = keyword(schema, branch);
    return isSchemaObject(then) ? list(keyword(then, 'required')).map(String).join(', ') : '';
  };
  const [then, otherwise] = [required('then'), required('else')];
  if (then === '' && otherwise === '') return [];
  const needs = [then && `needs ${then}`, otherwise && `otherwise needs ${otherwise}`]
    .filter(Boolean)
    .join(', ');
  return [cutShort(`if ${words.join(' and ')}: ${needs}`)];
}

/** True for `default: null`, `minLength: 0`, and the range of all safe integers, which schema generators add. */
function excludesNothing(name: string, value: unknown): boolean {
  if (typeof value !== 'number') return value === null;
  return (
    (value === 0 && /^min[LIP]/.test(name)) ||
    (name !== 'default' && Math.abs(value) >= Number.MAX_SAFE_INTEGER)
  );
}

function shown(value: unknown): string {
  return cutShort(JSON.stringify(value));
}

function cutShort(text: string): string {
  // Invisible characters of a value are made visible.
  return visibleText(text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text);
}
