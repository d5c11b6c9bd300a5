// Tests that the fast check agrees with the validator, over the tools of the recorded servers.
import assert from 'node:assert/strict';
import { isJsonObject, type JsonObject } from '../../../src/base/json.ts';
import { CompiledSchemas } from '../../../src/engine/input/compiledSchemas.ts';
import { passesFastCheck } from '../../../src/catalog/fastCheck.ts';
import { hostileSchemas } from '../../fakes/hostileSchemas.ts';
import { candidates } from '../../fakes/schemaInstances.ts';
import { recorded, recordedServers } from '../../fakes/recordedTools.ts';
import { growth, proportionalTenfold } from '../../fakes/growth.ts';

describe('passesFastCheck', () => {
  const schemas = new CompiledSchemas();
  const fitsFor = (schema: JsonObject, input: JsonObject) =>
    schemas.mistakes(JSON.stringify(schema), input)?.length === 0;

  it('is true of nothing that the validator refuses, and of most that it accepts', () => {
    const wrong: string[] = [];
    let [fitting, plain] = [0, 0];
    for (const { name, inputSchema } of recordedServers.flatMap((server) => recorded(server).tools)) {
      for (const input of candidates(inputSchema).filter(isJsonObject)) {
        const fits = fitsFor(inputSchema, input);
        if (fits) fitting += 1;
        if (!passesFastCheck(inputSchema, input)) continue;
        plain += 1;
        if (!fits) wrong.push(`${name} ${JSON.stringify(input)}`);
      }
    }
    assert.deepEqual(wrong, []);
    assert.ok(plain > fitting * 0.8, `${plain} of ${fitting}`);
  });

  const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
    type: 'object',
    properties,
    ...more,
  });
  const ref = { $ref: '#/$defs/node' };
  const node = {
    type: 'object',
    properties: { n: { type: 'integer' }, next: ref },
    required: ['n'],
    additionalProperties: false,
  };
  const cases: readonly (readonly [
    what: string,
    schema: JsonObject,
    fitting: JsonObject,
    wrong: JsonObject,
  ])[] = [
    ['types', object({ a: { type: ['string', 'null'] } }), { a: null }, { a: 1 }],
    ['whole numbers', object({ a: { type: 'integer', minimum: 1, multipleOf: 2 } }), { a: 4 }, { a: 4.5 }],
    ['allowed values', object({ a: { enum: ['x', 1] }, b: { const: 'y' } }), { a: 1, b: 'y' }, { a: 'z' }],
    ['required properties', object({ a: {} }, { required: ['a'] }), { a: 1 }, {}],
    [
      'lists',
      object({ a: { type: 'array', items: { type: 'string' }, maxItems: 2, uniqueItems: true } }),
      { a: ['x'] },
      { a: ['x', 'x'] },
    ],
    ['lengths in characters', object({ a: { minLength: 2, maxLength: 3 } }), { a: '😀😀' }, { a: '😀' }],
    ['alternatives', object({ a: { anyOf: [{ type: 'string' }, { type: 'null' }] } }), { a: null }, { a: 1 }],
    ['exactly one', object({ a: { oneOf: [{ minimum: 1 }, { minimum: 5 }] } }), { a: 2 }, { a: 6 }],
    ['other properties', { type: 'object', additionalProperties: { type: 'number' } }, { x: 1 }, { x: 'y' }],
    [
      'trees',
      object({ a: ref }, { $defs: { node } }),
      { a: { n: 1, next: { n: 2 } } },
      { a: { n: 1, next: { n: 'x' } } },
    ],
  ];
  for (const [what, schema, fitting, wrong] of cases) {
    it(`tells ${what} apart as the validator does`, () => {
      assert.deepEqual([passesFastCheck(schema, fitting), fitsFor(schema, fitting)], [true, true]);
      assert.deepEqual([passesFastCheck(schema, wrong), fitsFor(schema, wrong)], [false, false]);
    });
  }

  const left: readonly (readonly [what: string, schema: JsonObject, input: JsonObject])[] = [
    ['expressions', object({ a: { pattern: '^a$' } }), { a: 'a' }],
    ['formats', object({ a: { format: 'email' } }), { a: 'a@example.com' }],
    ['properties that the schema does not name', object({ a: {} }), { b: 1 }],
    ['keywords that it does not know', object({ a: { not: {} } }), { a: 1 }],
    ['references to elsewhere', object({ a: { $ref: 'https://example.com/schema' } }), { a: 1 }],
  ];
  for (const [what, schema, input] of left)
    it(`leaves ${what} to the validator`, () => assert.equal(passesFastCheck(schema, input), false));

  it('takes few steps, whatever the schema', async () => {
    const all = Object.values(hostileSchemas);
    const checking = (size: number) => {
      const wide = Object.fromEntries(Array.from({ length: size }, (_, n) => [`k${n}`, [n, { n }]]));
      return () => all.map(({ inputSchema }) => passesFastCheck(inputSchema, { a: wide, name: 1 }));
    };
    assert.ok((await growth(checking, 100, 10)) < proportionalTenfold);
  });
});
