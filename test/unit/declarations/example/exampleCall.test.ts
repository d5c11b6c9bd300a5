import assert from 'node:assert/strict';
import { exampleCall } from '../../../../src/declarations/example/exampleCall.ts';
import type { SchemaObject } from '../../../../src/declarations/schema/jsonSchema.ts';

function callOf(inputSchema: SchemaObject): string | undefined {
  return exampleCall({ path: 'tools.geo.find', inputSchema })?.text;
}

function valueOf(schema: unknown): unknown {
  return exampleCall({
    path: 'tools.geo.find',
    inputSchema: { type: 'object', properties: { value: schema }, required: ['value'] },
  })?.input['value'];
}

describe('an example call', () => {
  it('gives the required arguments and leaves out the others', () => {
    const properties = { city: { type: 'string' }, limit: { type: 'integer' } };
    assert.equal(
      callOf({ type: 'object', properties, required: ['city'] }),
      'await tools.geo.find({ city: "city" });',
    );
  });

  it('shows the first argument where none is required', () => {
    assert.equal(
      callOf({ type: 'object', properties: { all: { type: 'boolean' } } }),
      'await tools.geo.find({ all: true });',
    );
  });

  it('passes nothing to a tool that takes nothing', () =>
    assert.equal(callOf({ type: 'object' }), 'await tools.geo.find();'));

  it('writes names that are no identifiers in quotes, and __proto__ as a property', () => {
    const properties = JSON.parse('{ "a-b": { "const": 1 }, "__proto__": { "const": 2 } }') as SchemaObject;
    assert.equal(
      callOf({ type: 'object', properties, required: ['a-b', '__proto__'] }),
      'await tools.geo.find({ "a-b": 1, ["__proto__"]: 2 });',
    );
  });

  it('goes over several lines when it is long', () => {
    const names = ['first', 'second', 'third'].map((name) => `${name}OfTheVeryLongNamesOfArguments`);
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
    assert.equal(callOf({ type: 'object', properties, required: names })?.split('\n').length, 5);
  });

  it('is left out when it would be longer than it is helpful', () => {
    assert.equal(
      callOf({ type: 'object', properties: { text: { const: 'x'.repeat(5_000) } }, required: ['text'] }),
      undefined,
    );
  });

  it('is left out for an argument that cannot be', () => {
    assert.equal(callOf({ type: 'object', properties: { never: false }, required: ['never'] }), undefined);
  });

  for (const [names, name] of [
    ['cities', 'city'],
    ['registries', 'registry'],
    ['branches', 'branch'],
    ['addresses', 'address'],
    ['address', 'address'],
  ] as const) {
    it(`shows one ${name} of ${names}`, () => {
      const properties = { [names]: { type: 'array', items: { type: 'string' } } };
      assert.equal(
        callOf({ type: 'object', properties, required: [names] }),
        `await tools.geo.find({ ${names}: ["${name}"] });`,
      );
    });
  }

  const offered: readonly (readonly [what: string, schema: unknown, value: unknown])[] = [
    ['a const', { const: 'x', default: 'y' }, 'x'],
    ['an example rather than a default', { type: 'string', examples: ['Oslo'], default: 'Rome' }, 'Oslo'],
    [
      "the description's value",
      { type: 'string', description: "The order id, such as '#W0000000'. Mind the '#'." },
      '#W0000000',
    ],
    [
      "the description's value (e.g.)",
      { type: 'string', description: 'The user, e.g. `sara_doe_496`' },
      'sara_doe_496',
    ],
    ["the description's number", { type: 'integer', description: 'How many, for example 25.' }, 25],
    [
      "the description's value as one of a list",
      { type: 'array', items: { type: 'string' }, description: "Each such as '1008'" },
      ['1008'],
    ],
    [
      "an enum rather than the description's value",
      { enum: ['a'], type: 'string', description: "such as 'b'" },
      'a',
    ],
    ['no number of a date', { type: 'integer', description: 'for example 2026-01-31' }, 1],
    [
      'nothing of the description that is not of the pattern',
      { type: 'string', pattern: '^\\d$', description: "such as 'x'" },
      '1',
    ],
    ['a default', { type: 'integer', default: 20 }, 20],
    ['the first value of an enum', { enum: ['metric', 'imperial'] }, 'metric'],
    ['null where nothing else is allowed', { enum: [null] }, null],
    ['a date by its format', { type: 'string', format: 'date' }, '2026-01-31'],
    [
      'a URL by its name',
      { type: 'object', properties: { url: { type: 'string' } }, required: ['url'] },
      { url: 'https://example.com' },
    ],
    ['a text of the least length', { type: 'string', minLength: 8 }, 'valueaaa'],
    ['a text of the most length', { type: 'string', maxLength: 2 }, 'va'],
    ['a text of the pattern', { type: 'string', pattern: '^[A-Z]{3}-\\d{2}$' }, 'AAA-11'],
    ['a text of a pattern with a group', { type: 'string', pattern: '^v(\\d+)\\.(\\d+)$' }, 'v1.1'],
    ['a number in its range', { type: 'integer', minimum: 5, maximum: 9 }, 5],
    ['a number below 1', { type: 'number', maximum: 0.5 }, 0.5],
    ['a number above an excluded one', { type: 'integer', exclusiveMinimum: 1 }, 2],
    ['a multiple', { type: 'integer', multipleOf: 25 }, 25],
    ['as many items as are needed', { type: 'array', items: { type: 'integer' }, minItems: 2 }, [1, 1]],
    ['a tuple', { type: 'array', prefixItems: [{ type: 'integer' }, { type: 'boolean' }] }, [1, true]],
    ['the branch that is not null', { anyOf: [{ type: 'null' }, { type: 'boolean' }] }, true],
    ['a type that may be null', { type: ['null', 'boolean'] }, true],
  ];
  for (const [what, schema, value] of offered) {
    it(`takes ${what}`, () => assert.deepEqual(valueOf(schema), value));
  }

  it('puts the parts of allOf together', () => {
    const part = (name: string) => ({
      type: 'object',
      properties: { [name]: { type: 'boolean' } },
      required: [name],
    });
    assert.deepEqual(valueOf({ allOf: [part('a'), part('b')] }), { a: true, b: true });
  });

  it('follows references', () => {
    const inputSchema = {
      properties: { unit: { $ref: '#/$defs/Unit' } },
      required: ['unit'],
      $defs: { Unit: { enum: ['km'] } },
    };
    assert.equal(callOf({ type: 'object', ...inputSchema }), 'await tools.geo.find({ unit: "km" });');
  });

  it('comes to an end where a schema holds itself', () => {
    const node = { type: 'object', properties: { next: { $ref: '#/$defs/Node' } }, required: ['next'] };
    assert.equal(callOf({ ...node, $defs: { Node: node } }), undefined);
  });

  it('comes to an end soon where a schema holds itself often', () => {
    const names = Array.from({ length: 50 }, (_, index) => `n${index}`);
    const node = {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, { $ref: '#' }])),
      required: names,
    };
    assert.equal(callOf(node), undefined);
  });

  it('is shown where a part of the pattern may be left out', () => {
    const time = {
      type: 'string',
      format: 'date-time',
      pattern: '^[0-9]{4,}-[0-9T:-]+([.][0-9]{1,12})?(Z|UTC)$',
    };
    assert.equal(valueOf(time), '2026-01-31T09:00:00Z');
  });

  it('gives up on a pattern with alternatives or a broken one', () => {
    assert.deepEqual(
      ['^(a|bc)\\d$', '^[', '(?<!x)y+'].map((pattern) => valueOf({ type: 'string', pattern })),
      [undefined, undefined, undefined],
    );
  });
});
