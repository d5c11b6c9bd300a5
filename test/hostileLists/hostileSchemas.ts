// Input schemas that are made to cost their reader time, by the kind of attack. Each is the schema of one read-only
// tool.
import { fanOut } from '../fakes/hostileSchemas.ts';

type Schema = Readonly<Record<string, unknown>>;

const text = { type: 'string' };
const object = (properties: Schema, rest: Schema = {}): Schema => ({ type: 'object', properties, ...rest });
const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const named = <T>(count: number, make: (index: number) => T): Readonly<Record<string, T>> =>
  Object.fromEntries(many(count, (index) => [`p${index}`, make(index)]));

/** Applies `wrap` to its own result `depth` times. */
function nested(depth: number, wrap: (inner: Schema) => Schema): Schema {
  return many(depth, (index) => index).reduce<Schema>((inner) => wrap(inner), text);
}

const withPattern = (pattern: string): Schema =>
  object({ a: { type: 'string', pattern } }, { required: ['a'] });

const references: Record<string, Schema> = {
  'exponential anyOf by reference': fanOut(31, 'anyOf'),
  'exponential oneOf by reference': fanOut(31, 'oneOf'),
  'exponential allOf by reference': fanOut(31, 'allOf'),
  'a reference to itself': object({ a: { $ref: '#/properties/a' } }),
  'two references in a circle': object(
    { a: { $ref: '#/$defs/x' } },
    { $defs: { x: { $ref: '#/$defs/y' }, y: { $ref: '#/$defs/x' } } },
  ),
  'a circle of 200 through allOf': object(
    { a: { $ref: '#/$defs/p0' } },
    { $defs: named(200, (index) => ({ allOf: [{ $ref: `#/$defs/p${(index + 1) % 200}` }] })) },
  ),
  'a whole that holds itself 500 times': object(named(500, () => ({ $ref: '#' }))),
  '250 definitions that all hold each other': object(
    { a: { $ref: '#/$defs/p0' } },
    { $defs: named(40, () => object(named(40, (index) => ({ $ref: `#/$defs/p${index}` })))) },
  ),
  'a chain of 2,000 references': object(
    { a: { $ref: '#/$defs/p0' } },
    { $defs: { ...named(2_000, (index) => ({ $ref: `#/$defs/p${index + 1}` })), p2000: text } },
  ),
  'recursive $dynamicRef': { ...object({ a: { $dynamicRef: '#node' } }), $dynamicAnchor: 'node' },
  'recursive $recursiveRef': { ...object({ a: { $recursiveRef: '#' } }), $recursiveAnchor: true },
  'one $id for 500 parts': object(named(500, () => ({ $id: 'https://example.com/same', type: 'string' }))),
  'the $id of the meta schema': {
    ...object({ a: text }),
    $id: 'https://json-schema.org/draft/2020-12/schema',
  },
  'remote references': object(named(50, (index) => ({ $ref: `http://127.0.0.1:9/${index}.json` }))),
  'references to files': object({
    a: { $ref: 'file:///etc/passwd' },
    b: { $ref: '/etc/passwd' },
    c: { $ref: '../../x.json' },
  }),
  'a reference of 90,000 characters': object({ a: { $ref: `#/${'a/'.repeat(45_000)}` } }),
  'a long reference that is met 1,000 times': object(
    named(1_000, () => ({ $ref: '#/$defs/x' })),
    { required: Object.keys(named(1_000, () => 1)), $defs: { x: { $ref: `#/${'b/'.repeat(15_000)}` } } },
  ),
};

const sizes: Record<string, Schema> = {
  '50,000 properties': object(named(50_000, () => true)),
  '9,000 properties': object(named(2_200, () => text)),
  'a property of 5 MB': object({ ['k'.repeat(5_000_000)]: text }),
  'an enum value of 5 MB': object({ a: { enum: ['x'.repeat(5_000_000)] } }),
  'an enum of digits': object({ a: { enum: ['1'.repeat(90_000)] } }),
  '9,000 enum values': object({ a: { enum: many(9_000, (index) => `v${index}`) } }),
  '100,000 enum values': object({ a: { enum: many(100_000, (index) => index) } }),
  'enum values that are documents': object({
    a: { enum: many(900, (index) => ({ a: [index, { b: [index] }] })) },
  }),
  'a description of 5 MB inside': object({ a: { type: 'string', description: 'A'.repeat(5_000_000) } }),
  'a description of spaces inside': object({ a: { type: 'string', description: `${' '.repeat(90_000)}x` } }),
  'a default of 90,000 characters that is met 500 times': object(
    named(500, () => ({ $ref: '#/$defs/x' })),
    {
      required: Object.keys(named(500, () => 1)),
      $defs: { x: { type: 'string', default: 'd'.repeat(80_000) } },
    },
  ),
  'a deep allOf': nested(45, (inner) => ({ allOf: [inner, { title: 'x' }] })),
  'a deep anyOf': object({ a: nested(45, (inner) => ({ anyOf: [inner, { type: 'null' }] })) }),
  'a deep not': object({ a: nested(90, (inner) => ({ not: inner })) }),
  'deep arrays': object({ a: nested(95, (inner) => ({ items: inner })) }),
  '3,000 alternatives': object({ a: { anyOf: many(3_000, (index) => ({ const: index })) } }),
  '500 alternatives that are objects': object({
    a: { oneOf: many(500, (index) => object({ [`k${index}`]: text, kind: { const: index } })) },
  }),
  'allOf of alternatives': object({
    a: { allOf: many(12, () => ({ anyOf: [{ minLength: 1 }, { maxLength: 2 }, object({ x: text })] })) },
  }),
  'a tuple of 3,000 items': object({
    a: { type: 'array', prefixItems: many(3_000, () => text), minItems: 2_998 },
  }),
  'tuples in tuples': object({
    a: nested(8, (inner) => ({ type: 'array', prefixItems: [inner, inner, inner], minItems: 0 })),
  }),
  'uniqueItems of anything': object({ a: { type: 'array', uniqueItems: true } }),
  'a minimum of 2,147,483,647 items': object(
    { a: { type: 'array', items: text, minItems: 2_147_483_647 } },
    { required: ['a'] },
  ),
  'conditions in conditions': nested(6, (inner) => ({ if: inner, then: inner, else: { not: inner } })),
  '1,000 dependencies': object(
    {},
    { dependentSchemas: named(1_000, (index) => object({ [`q${index}`]: text })) },
  ),
  'required names without end': object({}, { required: many(9_000, (index) => `r${index}`) }),
};

const expressions: Record<string, Schema> = {
  'an exponential pattern': withPattern('^(a+)+$'),
  'a quadratic pattern': withPattern('a*a*b'),
  'a pattern to the fourth power': withPattern('^a*a*a*a*b$'),
  'a pattern that looks back': withPattern('(x)\\1(?<=y*)$'),
  'a pattern of 90,000 characters': withPattern('a?'.repeat(45_000)),
  'a broken pattern': withPattern('('.repeat(1_000)),
  'an exponential pattern of names': { type: 'object', patternProperties: { '^(a|a)*$': text } },
  '2,000 patterns of names': {
    type: 'object',
    patternProperties: Object.fromEntries(many(2_000, (index) => [`^(p${index}+)+$`, text])),
  },
  'exponential propertyNames': { type: 'object', propertyNames: { pattern: '^(a+)+$' } },
  'an expression as format': object({ a: { type: 'string', format: '^(a+)+$' } }, { required: ['a'] }),
  'the format regex': object({ a: { type: 'string', format: 'regex', default: '(a+)+$' } }),
};

const oddities: Record<string, Schema> = {
  'names of every object': JSON.parse(
    '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"},"toString":{"type":"number"},"hasOwnProperty":{}},"required":["__proto__","toString"]}',
  ) as Schema,
  'keywords of the wrong kind': object({
    a: { type: 7, enum: 'x', required: 1, properties: [], items: 0, anyOf: {}, $ref: [] },
  }),
  'null everywhere': object(
    { a: null, b: { type: null, enum: null, anyOf: null, items: null } },
    { required: null, $defs: null },
  ),
  'empty schemas everywhere': object(named(100, () => ({}))),
  'words of TypeScript and comments': object({
    '*/ export const x = 1; /*': { description: '*/ }; import "fs"; /* @ts-ignore' },
    'a\nb': text,
  }),
  'tsType and its like': object({ a: { tsType: 'import("fs")', tsEnumNames: ['x'], existingJavaType: 'x' } }),
  'asynchronous, and of an unknown dialect': {
    ...object({ a: text }),
    $async: true,
    $schema: 'http://example.com/none',
  },
};

export const hostileSchemas: Readonly<Record<string, Schema>> = {
  ...references,
  ...sizes,
  ...expressions,
  ...oddities,
};
