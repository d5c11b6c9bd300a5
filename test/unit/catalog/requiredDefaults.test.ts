import assert from 'node:assert/strict';
import { requiredDefaults } from '../../../src/catalog/requiredDefaults.ts';
import type { JsonObject } from '../../../src/base/json.ts';

const schemaOf = (properties: JsonObject, required: readonly string[]): JsonObject => ({
  type: 'object',
  properties,
  required,
});

describe('an argument that is required and has a default', () => {
  it('may be left out, and its default is what is sent', () => {
    const properties = {
      path: { type: 'string' },
      scale: { type: 'string', enum: ['css', 'device'], default: 'css' },
    };
    assert.deepEqual(requiredDefaults(schemaOf(properties, ['path', 'scale'])), {
      inputSchema: schemaOf(properties, ['path']),
      defaults: { scale: 'css' },
    });
  });

  it('may have any name', () => {
    const properties = JSON.parse(
      '{ "__proto__": { "default": 1 }, "toString": { "default": 2 } }',
    ) as JsonObject;
    const { defaults = {} } = requiredDefaults(schemaOf(properties, ['__proto__', 'toString']));
    assert.deepEqual(Object.entries(defaults), [
      ['__proto__', 1],
      ['toString', 2],
    ]);
  });

  for (const [why, property] of [
    ['is of another type', { type: 'string', default: null }],
    ['is of none of its types', { type: ['integer', 'null'], default: 1.5 }],
    ['is none of its values', { enum: ['a', 'b'], default: 'c' }],
    [
      'lacks what it requires',
      { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], default: {} },
    ],
    ['has an item of another type', { type: 'array', items: { type: 'string' }, default: [1] }],
    ['has too few items', { type: 'array', minItems: 1, default: [] }],
    ['is below its minimum', { type: 'integer', minimum: 1, default: 0 }],
    ['is too long', { type: 'string', maxLength: 2, default: 'abc' }],
    ['fits no alternative', { anyOf: [{ type: 'string' }, { type: 'number' }], default: null }],
    ['is not the only value', { const: 'a', default: 'b' }],
  ] as const) {
    it(`stays required when the default ${why}`, () => {
      const schema = schemaOf({ x: property }, ['x']);
      assert.deepEqual(requiredDefaults(schema), { inputSchema: schema });
    });
  }

  it('stays required when what the default refers to refuses it', () => {
    const schema = {
      ...schemaOf({ x: { $ref: '#/$defs/a', default: 1 } }, ['x']),
      $defs: { a: { type: 'string' } },
    };
    assert.deepEqual(requiredDefaults(schema), { inputSchema: schema });
  });

  it('may be left out where only a server can tell whether the default fits', () => {
    const properties = {
      x: { type: 'string', pattern: '^(a+)+$', default: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab' },
      p: { multipleOf: 0.01, default: 1.11 },
    };
    assert.deepEqual(requiredDefaults(schemaOf(properties, ['x', 'p'])).inputSchema['required'], []);
  });

  it('is looked for in schemas of any shape', () => {
    for (const schema of [
      {},
      { required: ['x'] },
      { required: 'x', properties: {} },
      { required: [1, 'toString'], properties: { x: true } },
    ]) {
      assert.deepEqual(requiredDefaults(schema), { inputSchema: schema });
    }
  });
});
