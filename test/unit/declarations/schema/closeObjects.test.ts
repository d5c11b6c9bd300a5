import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { closeObjects } from '../../../../src/declarations/schema/closeObjects.ts';
import type { SchemaObject } from '../../../../src/declarations/schema/jsonSchema.ts';

const text = { type: 'string' };
const city = { type: 'object', properties: { name: text }, required: ['name'] };

function accepts(schema: SchemaObject, value: unknown): boolean {
  return new Ajv2020({ strict: false }).compile(closeObjects(schema))(value);
}

describe('closeObjects', () => {
  const refused: readonly (readonly [what: string, schema: SchemaObject, value: unknown])[] = [
    ['a misspelt property', city, { name: 'Graz', nmae: 'x' }],
    ['one in a nested object', { type: 'object', properties: { city } }, { city: { name: 'Graz', x: 1 } }],
    [
      'one in a list',
      { type: 'object', properties: { cities: { type: 'array', items: city } } },
      { cities: [{ name: 'Graz', x: 1 }] },
    ],
    [
      'one behind a reference',
      { type: 'object', properties: { c: { $ref: '#/$defs/City' } }, $defs: { City: city } },
      { c: { name: 'Graz', x: 1 } },
    ],
    [
      'one in an optional object',
      { type: 'object', properties: { c: { anyOf: [city, { type: 'null' }] } } },
      { c: { name: 'Graz', x: 1 } },
    ],
    [
      'one in an optional reference',
      {
        type: 'object',
        properties: { c: { anyOf: [{ $ref: '#/$defs/City' }, { type: 'null' }] } },
        $defs: { City: city },
      },
      { c: { name: 'Graz', x: 1 } },
    ],
    ['any property where the input lists none', { type: 'object', properties: {} }, { x: 1 }],
  ];
  for (const [what, schema, value] of refused) {
    it(`refuses ${what}`, () => assert.equal(accepts(schema, value), false));
  }

  const allowed: readonly (readonly [what: string, schema: SchemaObject, value: unknown])[] = [
    ['what is listed', city, { name: 'Graz' }],
    [
      'an absent optional object',
      { type: 'object', properties: { c: { anyOf: [city, { type: 'null' }] } } },
      { c: null },
    ],
    ['more where the schema says so', { ...city, additionalProperties: true }, { name: 'Graz', x: 1 }],
    ['what a pattern names', { ...city, patternProperties: { '^x': {} } }, { name: 'Graz', x: 1 }],
    [
      'anything in an object that lists nothing',
      { type: 'object', properties: { free: { type: 'object', properties: {} } } },
      { free: { x: 1 } },
    ],
    [
      'the parts of allOf',
      { allOf: [city, { type: 'object', properties: { x: { type: 'number' } } }] },
      { name: 'Graz', x: 1 },
    ],
    ['properties beside anyOf', { ...city, anyOf: [{ properties: { x: {} } }] }, { name: 'Graz', x: 1 }],
    [
      'parts by reference',
      { allOf: [{ $ref: '#/$defs/City' }, { properties: { x: {} } }], $defs: { City: city } },
      { name: 'Graz', x: 1 },
    ],
    [
      'properties of a condition',
      { ...city, if: { required: ['x'] }, then: { properties: { x: {} } } },
      { name: 'Graz', x: 1 },
    ],
    [
      'properties beside a reference',
      { $ref: '#/$defs/City', properties: { x: {} }, $defs: { City: city } },
      { name: 'Graz', x: 1 },
    ],
    [
      'properties that another property demands',
      {
        ...city,
        dependencies: { name: { $ref: '#/$defs/more' } },
        $defs: { more: { properties: { x: {} } } },
      },
      { name: 'Graz', x: 1 },
    ],
    [
      'more of an item than the list must contain',
      { properties: { cities: { items: { ...city, properties: { name: text, x: {} } }, contains: city } } },
      { cities: [{ name: 'Graz', x: 1 }] },
    ],
    [
      'the same object described twice',
      { properties: { c: city }, allOf: [{ properties: { c: { properties: { x: {} } } } }] },
      { c: { name: 'Graz', x: 1 } },
    ],
  ];
  for (const [what, schema, value] of allowed) {
    it(`allows ${what}`, () => assert.equal(accepts(schema, value), true));
  }

  it('leaves its input as it was', () => {
    const schema = { type: 'object', properties: { city } };
    const before = JSON.stringify(schema);
    closeObjects(schema);
    assert.equal(JSON.stringify(schema), before);
  });

  it('keeps properties of any name', () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"}}}',
    ) as SchemaObject; // written here
    assert.equal(
      JSON.stringify(closeObjects(schema)),
      '{"type":"object","properties":{"__proto__":{"type":"string"}},"additionalProperties":false}',
    );
  });

  it('ends on schemas that refer to themselves and on schemas without end', () => {
    closeObjects({ type: 'object', properties: { self: { $ref: '#' } }, anyOf: [{ $ref: '#' }] });
    closeObjects(JSON.parse('{"items":'.repeat(100_000) + '{}' + '}'.repeat(100_000)) as SchemaObject); // written here
  });
});
