// Schemas and arguments for which the check of an argument takes very long or is repeated very often. Each has a script
// that calls `tools.s.t` with the argument.
import type { JsonObject, JsonValue } from '../../src/base/json.ts';

export interface HostileSchema {
  readonly inputSchema: JsonObject;
  /** TypeScript that makes the argument. */
  readonly input: string;
}

const names = (count: number) => Array.from({ length: count }, (_, index) => `name${index}`);
const record = (count: number, value: JsonValue): JsonObject =>
  Object.fromEntries(names(count).map((name) => [name, value]));

/** Each level refers to the next level twice. */
export function fanOut(levels: number, combinator = 'anyOf'): JsonObject {
  const level = (index: number): JsonObject =>
    index === levels - 1
      ? { type: 'string' }
      : { [combinator]: [{ $ref: `#/$defs/L${index + 1}` }, { $ref: `#/$defs/L${index + 1}` }] };
  const $defs = Object.fromEntries(Array.from({ length: levels }, (_, index) => [`L${index}`, level(index)]));
  return { type: 'object', properties: { a: { $ref: '#/$defs/L0' } }, $defs };
}

function nested(levels: number, wrap: (inner: JsonObject) => JsonObject): JsonObject {
  let schema: JsonObject = { type: 'string' };
  for (let level = 0; level < levels; level += 1) schema = wrap(schema);
  return { type: 'object', properties: { a: schema } };
}

const property = (a: JsonObject): JsonObject => ({ type: 'object', properties: { a } });
const objects = (count: number) => `{ a: Array.from({ length: ${count} }, (_, id) => ({ id, of: { id } })) }`;

export const hostileSchemas: Readonly<Record<string, HostileSchema>> = {
  'references that fan out, 10 deep': { inputSchema: fanOut(10), input: '{ a: 1 }' },
  'references that fan out, 20 deep': { inputSchema: fanOut(20), input: '{ a: 1 }' },
  'references that fan out, 30 deep': { inputSchema: fanOut(30), input: '{ a: 1 }' },
  'references that fan out in oneOf': { inputSchema: fanOut(30, 'oneOf'), input: '{ a: "x" }' },
  'references that fan out in allOf': { inputSchema: fanOut(30, 'allOf'), input: '{ a: "x" }' },
  'unique items, 12,000 objects': {
    inputSchema: property({ type: 'array', uniqueItems: true }),
    input: objects(12_000),
  },
  'a reference to itself': {
    inputSchema: { type: 'object', properties: { a: { $ref: '#/properties/a' } } },
    input: '{ a: 1 }',
  },
  'references in a circle': {
    inputSchema: {
      ...property({ $ref: '#/$defs/x' }),
      $defs: { x: { $ref: '#/$defs/y' }, y: { $ref: '#/$defs/x' } },
    },
    input: '{ a: 1 }',
  },
  'references in a circle that fan out': {
    inputSchema: {
      ...property({ $ref: '#/$defs/x' }),
      $defs: { x: { anyOf: [{ $ref: '#/$defs/x' }, { $ref: '#/$defs/x' }] } },
    },
    input: '{ a: 1 }',
  },
  'a tree that alternatives read twice at each level': {
    inputSchema: {
      ...property({ $ref: '#/$defs/x' }),
      $defs: {
        x: {
          anyOf: [0, 1].map((n) => ({
            properties: { next: { $ref: '#/$defs/x' }, kind: { const: n } },
            required: ['kind'],
          })),
        },
      },
    },
    input: '{ a: Array.from({ length: 40 }).reduce((next) => ({ next }), { kind: 2 }) }',
  },
  'a pattern that takes for ever': {
    inputSchema: property({ type: 'string', pattern: '^(a+)+$' }),
    input: '{ a: "a".repeat(60) + "b" }',
  },
  'a pattern of three repeats': {
    inputSchema: property({ type: 'string', pattern: 'a*a*a*b' }),
    input: '{ a: "a".repeat(100_000) }',
  },
  'a pattern of names': {
    inputSchema: { type: 'object', patternProperties: { '^(a+)+$': { type: 'string' } } },
    input: '{ ["a".repeat(60) + "b"]: "x" }',
  },
  'a pattern in propertyNames': {
    inputSchema: { type: 'object', propertyNames: { pattern: '^(a|a)*$' } },
    input: '{ ["a".repeat(60) + "b"]: "x" }',
  },
  'an enum of 100,000 values': { inputSchema: property({ enum: names(100_000) }), input: '{ a: "name" }' },
  'an enum of objects': {
    inputSchema: property({
      type: 'array',
      items: { enum: names(2_000).map((name) => ({ name, of: { name } })) },
    }),
    input: objects(5_000),
  },
  // The maximum number that the bound of a list lets through (`listLimits`).
  '60,000 properties': {
    inputSchema: { type: 'object', properties: record(60_000, { type: 'string' }) },
    input: '{ name: 1 }',
  },
  'a required property named 100,000 times, with a default': {
    inputSchema: {
      type: 'object',
      properties: { a: { default: 'x', enum: [...names(20_000), 'x'] } },
      required: Array.from({ length: 100_000 }, () => 'a'),
    },
    input: '{}',
  },
  '30,000 additional properties': {
    inputSchema: { type: 'object', additionalProperties: { anyOf: [{ type: 'number' }, { type: 'null' }] } },
    input: 'Object.fromEntries(Array.from({ length: 30_000 }, (_, n) => ["k" + n, "x"]))',
  },
  'allOf, 60 deep': {
    inputSchema: nested(60, (inner) => ({ allOf: [inner, { minLength: 1 }] })),
    input: '{ a: 1 }',
  },
  'allOf, 5,000 deep': { inputSchema: nested(5_000, (inner) => ({ allOf: [inner] })), input: '{ a: 1 }' },
  'anyOf, 60 deep': {
    inputSchema: nested(60, (inner) => ({ anyOf: [inner, { not: {} }] })),
    input: '{ a: 1 }',
  },
  '20,000 alternatives': {
    inputSchema: property({ anyOf: names(20_000).map((name) => ({ type: 'object', required: [name] })) }),
    input: '{ a: {} }',
  },
  'a long text with bounds': {
    inputSchema: property({
      allOf: Array.from({ length: 2_000 }, (_, n) => ({ minLength: n, maxLength: 1e9 })),
    }),
    input: '{ a: "x".repeat(500_000) }',
  },
  'unevaluated properties over alternatives': {
    inputSchema: { ...fanOut(16), unevaluatedProperties: false },
    input: '{ a: 1, b: 2 }',
  },
  'dependencies of all on all': {
    inputSchema: {
      type: 'object',
      dependentRequired: Object.fromEntries(names(300).map((name) => [name, names(300)])),
    },
    input: 'Object.fromEntries(Array.from({ length: 299 }, (_, n) => ["name" + n, n]))',
  },
  'items that are looked for': {
    inputSchema: property({ type: 'array', contains: { enum: names(5_000).map((name) => ({ name })) } }),
    input: objects(5_000),
  },
};
