import assert from 'node:assert/strict';
import type { CatalogTool } from '../../../../src/catalog/catalogSnapshot.ts';
import type { InputValidator } from '../../../../src/engine/input/inputValidator.ts';
import type { JsonObject } from '../../../../src/base/json.ts';
import { catalogTool } from '../../../fakes/catalogTool.ts';
import { sourceValidator } from '../../../fakes/sourceValidator.ts';

function toolWith(inputSchema: JsonObject): CatalogTool {
  return catalogTool({ namespace: 's', method: 't', inputSchema, readOnly: true });
}

const weather = toolWith({
  type: 'object',
  properties: {
    city: { type: 'string' },
    unit: { enum: ['celsius', 'fahrenheit'] },
    days: { type: 'array', items: { type: 'integer' } },
  },
  required: ['city'],
});

describe('InputValidator', () => {
  const logged: string[] = [];
  const validator = sourceValidator({ log: (line) => logged.push(line) });

  after(() => validator.dispose());

  it('leaves an argument named __proto__ to the server', async () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"}},"required":["__proto__"]}',
    ) as JsonObject;
    assert.equal(
      await validator.problem(toolWith(schema), JSON.parse('{"__proto__":"a"}') as JsonObject),
      undefined,
    );
  });

  const cases: readonly (readonly [name: string, input: JsonObject, problem: string | undefined])[] = [
    ['accepts what fits', { city: 'Oslo', unit: 'celsius', days: [1] }, undefined],
    ['names a missing argument', {}, '`city` is missing'],
    ['names a wrong type and the type that was given', { city: 3 }, '`city` must be string, not number'],
    [
      'lists the allowed values',
      { city: 'Oslo', unit: 'kelvin' },
      '`unit` must be one of "celsius", "fahrenheit", not "kelvin"',
    ],
    [
      'names the place inside a value',
      { city: 'Oslo', days: [1, 'x'] },
      '`days[1]` must be integer, not string',
    ],
    [
      'offers the nearest name for an argument that does not exist',
      { city: 'Oslo', units: 'celsius' },
      '`units` is not an argument (did you mean `unit`? It takes city, unit, days)',
    ],
    [
      'lists the arguments when none is near',
      { city: 'Oslo', verbose: true },
      '`verbose` is not an argument (it takes city, unit, days)',
    ],
  ];
  for (const [name, input, problem] of cases) {
    it(name, async () => {
      assert.equal(await validator.problem(weather, input), problem);
    });
  }

  it('leaves arguments to the server when the schema cannot be compiled', async () => {
    assert.equal(
      await validator.problem(toolWith({ type: 'object', properties: { a: { $ref: '#/nowhere' } } }), {
        a: 1,
      }),
      undefined,
    );
  });

  it('checks at once what calls itself asynchronous', async () => {
    const schema = toolWith({ $async: true, type: 'object', properties: { a: { type: 'string' } } });
    assert.equal(await validator.problem(schema, { a: 1 }), '`a` must be string, not number');
  });

  describe('with a schema that takes longer than anybody waits', () => {
    const endless = { text: `${'a'.repeat(60)}b`, count: 'two' };
    const slow = (server = 's') => ({ ...toolWith(slowSchema()), server, path: `tools.${server}.t` });
    const slowSchema = () => ({
      type: 'object',
      properties: { text: { type: 'string', pattern: '^(a+)+$' }, count: { type: 'integer' } },
    });
    let own: InputValidator;
    beforeEach(() => (own = sourceValidator({ timeoutMs: 100, log: (line) => logged.push(line) })));
    afterEach(() => own.dispose());

    it('leaves arguments to the server, and says so in the log', async () => {
      const tool = slow('hostile');
      assert.deepEqual(
        [own.givenUp(tool), await own.problem(tool, endless), own.givenUp(tool)],
        [false, undefined, true],
      );
      assert.match(logged.at(-1) ?? '', /tools\.hostile\.t .*longer than 100 ms/);
    });

    it('does not begin with such a schema again', async () => {
      const tool = slow();
      await own.problem(tool, endless);
      const lines = logged.length;
      assert.equal(await own.problem(tool, { text: 'b' }), undefined);
      assert.equal(logged.length, lines);
    });

    it('checks arguments for which it is done in time', async () => {
      const tool = slow();
      own = sourceValidator({ timeoutMs: 20_000 });
      assert.match((await own.problem(tool, { text: 'b' })) ?? '', /^`text` must match pattern/);
      assert.equal(await own.problem(tool, { text: 'aaa' }), undefined);
    });

    it('begins with three schemas of one server, and leaves its others to it', async () => {
      const tools = Array.from({ length: 10 }, () => slow());
      const lines = logged.length;
      await Promise.all(tools.map((tool) => own.problem(tool, endless)));
      assert.equal(logged.slice(lines).filter((line) => line.startsWith('Arguments of')).length, 3);
    });

    it('lets calls of another server pass', async () => {
      const order: string[] = [];
      own = sourceValidator({ timeoutMs: 500 });
      const hostile = Array.from({ length: 2 }, () =>
        own.problem(slow(), endless).then(() => order.push('hostile')),
      );
      const other = own
        .problem({ ...weather, server: 'other' }, { city: 3 })
        .then((problem) => order.push(String(problem)));
      await Promise.all([...hostile, other]);
      assert.equal(order.indexOf('`city` must be string, not number'), 1);
    });

    it('ends with its run', async () => {
      const run = new AbortController();
      const check = own.problem(slow(), endless, run.signal);
      const waiting = own.problem(slow(), endless, run.signal);
      run.abort(new Error('the run is over'));
      await assert.rejects(check, /the run is over/);
      await assert.rejects(waiting, /the run is over/);
    });

    it('shows no example whose check takes too long', async () => {
      const tool = slow();
      const example = { ...tool, inputSchema: { ...tool.inputSchema, examples: [endless] } };
      assert.equal(await own.example(example), undefined);
    });

    for (const pattern of [
      '^(a+)+$',
      '^(a|a)*$',
      '^a*a*a*a*a*a*b$',
      `^${'a?'.repeat(60)}${'a'.repeat(60)}$`,
    ]) {
      it(`shows no example of ${pattern.slice(0, 20)} that it does not match, however long it takes to see that`, async () => {
        const tool = toolWith({
          type: 'object',
          properties: { text: { const: `${'a'.repeat(50)}!`, pattern } },
          required: ['text'],
        });
        assert.equal(await own.example(tool), undefined);
      });
    }
  });

  it('gives up where its thread cannot start, and calls go on', async () => {
    const broken = sourceValidator({ threadFile: '/nowhere/thread.js' });
    assert.equal(await broken.problem(weather, { city: 3 }), undefined);
    await broken.dispose();
  });

  it('words its mistakes shortly, whatever the schema holds', async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 50 }, (_, n) => [`${'long'.repeat(1_000)}${n}`, { enum: ['x'.repeat(9_000)] }]),
    );
    const tool = toolWith({ type: 'object', properties, required: Object.keys(properties) });
    const problem = await validator.problem(tool, { ['y'.repeat(50_000)]: 'z'.repeat(50_000) });
    assert.ok(problem !== undefined && problem.length <= 2_001, String(problem?.length));
  });

  it('lets extra arguments through where the schema says that they are welcome', async () => {
    assert.equal(
      await validator.problem(toolWith({ type: 'object', properties: {}, additionalProperties: true }), {
        any: 1,
      }),
      undefined,
    );
  });

  it('checks a schema that refers to its own whole', async () => {
    const tree = toolWith({ type: 'object', properties: { n: { type: 'number' }, next: { $ref: '#' } } });
    assert.equal(await validator.problem(tree, { next: { n: 'x' } }), '`next.n` must be number, not string');
  });

  it('does not take what every object inherits for an argument', async () => {
    const named = toolWith({
      type: 'object',
      properties: { constructor: { type: 'string' }, toString: { type: 'number' } },
    });
    assert.equal(await validator.problem(named, {}), undefined);
  });

  it('accepts an argument that is required and not described', async () => {
    const silent = toolWith({ type: 'object', properties: { a: { type: 'string' } }, required: ['a', 'b'] });
    assert.equal(await validator.problem(silent, { a: 'x', b: 1 }), undefined);
    assert.equal(await validator.problem(silent, { a: 'x' }), '`b` is missing');
  });
});
