import assert from 'node:assert/strict';
import type { CatalogTool } from '../../../../src/catalog/catalogSnapshot.ts';
import type { JsonObject } from '../../../../src/catalog/json.ts';
import { InputValidator } from '../../../../src/engine/input/inputValidator.ts';

function toolWith(inputSchema: JsonObject): CatalogTool {
  return {
    server: 's',
    namespace: 's',
    name: 't',
    method: 't',
    path: 'tools.s.t',
    description: '',
    inputSchema,
    annotations: {},
    readOnly: true,
    call: () => assert.fail('validation calls nothing'),
  };
}

const weather = toolWith({
  type: 'object',
  properties: { city: { type: 'string' }, unit: { enum: ['celsius', 'fahrenheit'] }, days: { type: 'array', items: { type: 'integer' } } },
  required: ['city'],
});

describe('InputValidator', () => {
  const validator = new InputValidator();

  it('leaves an argument named __proto__ to the server', async () => {
    const schema = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}},"required":["__proto__"]}') as JsonObject;
    assert.equal(await validator.problem(toolWith(schema), JSON.parse('{"__proto__":"a"}') as JsonObject), undefined);
  });

  const cases: readonly (readonly [name: string, input: JsonObject, problem: string | undefined])[] = [
    ['accepts what fits', { city: 'Oslo', unit: 'celsius', days: [1] }, undefined],
    ['names a missing argument', {}, '`city` is missing'],
    ['names a wrong type and the type that was given', { city: 3 }, '`city` must be string, not number'],
    ['lists the allowed values', { city: 'Oslo', unit: 'kelvin' }, '`unit` must be one of "celsius", "fahrenheit", not "kelvin"'],
    ['names the place inside a value', { city: 'Oslo', days: [1, 'x'] }, '`days[1]` must be integer, not string'],
    [
      'offers the nearest name for an argument that does not exist',
      { city: 'Oslo', units: 'celsius' },
      '`units` is not an argument (did you mean `unit`? It takes city, unit, days)',
    ],
    ['lists the arguments when none is near', { city: 'Oslo', verbose: true }, '`verbose` is not an argument (it takes city, unit, days)'],
  ];
  for (const [name, input, problem] of cases) {
    it(name, async () => {
      assert.equal(await validator.problem(weather, input), problem);
    });
  }

  it('leaves arguments to the server when the schema cannot be compiled', async () => {
    assert.equal(await validator.problem(toolWith({ type: 'object', properties: { a: { $ref: '#/nowhere' } } }), { a: 1 }), undefined);
  });

  it('checks at once what calls itself asynchronous', async () => {
    const schema = toolWith({ $async: true, type: 'object', properties: { a: { type: 'string' } } });
    assert.equal(await validator.problem(schema, { a: 1 }), '`a` must be string, not number');
  });

  describe('with a pattern that can take longer than anybody waits', () => {
    const slow = toolWith({ type: 'object', properties: { text: { type: 'string', pattern: '^(a+)+$' }, count: { type: 'integer' } } });
    const endless = `${'a'.repeat(60)}b`;

    it('leaves arguments to the server for which it does', async () => {
      assert.equal(await validator.problem(slow, { text: endless, count: 'two' }), undefined);
    });

    it('does not know that they fit', async () => {
      assert.equal(await validator.accepts(slow, { text: endless }), false);
    });

    it('checks the others all the same', async () => {
      const own = new InputValidator();
      assert.match((await own.problem(slow, { text: 'b' })) ?? '', /^`text` must match pattern/);
      assert.equal(await own.problem(slow, { text: 'aaa' }), undefined);
    });
  });

  it('lets extra arguments through where the schema says that they are welcome', async () => {
    assert.equal(await validator.problem(toolWith({ type: 'object', properties: {}, additionalProperties: true }), { any: 1 }), undefined);
  });

  it('checks a schema that refers to its own whole', async () => {
    const tree = toolWith({ type: 'object', properties: { n: { type: 'number' }, next: { $ref: '#' } } });
    assert.equal(await validator.problem(tree, { next: { n: 'x' } }), '`next.n` must be number, not string');
  });

  it('does not take what every object inherits for an argument', async () => {
    const named = toolWith({ type: 'object', properties: { constructor: { type: 'string' }, toString: { type: 'number' } } });
    assert.equal(await validator.problem(named, {}), undefined);
  });

  it('accepts an argument that is required and not described', async () => {
    const silent = toolWith({ type: 'object', properties: { a: { type: 'string' } }, required: ['a', 'b'] });
    assert.equal(await validator.problem(silent, { a: 'x', b: 1 }), undefined);
    assert.equal(await validator.problem(silent, { a: 'x' }), '`b` is missing');
  });
});
