// Tests imprecise scripts: a script with only one possible meaning runs with a note, and an ambiguous script is
// refused.
import assert from 'node:assert/strict';
import type { JsonObject } from '../../src/base/json.ts';
import { FakeToolSource, toolDefinition } from '../fakes/fakeToolSource.ts';
import { InMemorySource } from '../fakes/inMemorySource.ts';
import { TestEngine } from '../fakes/testEngine.ts';
import { EventLoopWatch } from '../sandbox/eventLoopWatch.ts';
import { city, onlyError } from './cityTools.ts';

describe('what a script leaves open', () => {
  const servers = () =>
    new InMemorySource({
      'my-geo': [
        { name: 'get_city', inputSchema: city },
        {
          name: 'write_json',
          inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
        },
        {
          name: 'move',
          inputSchema: { type: 'object', properties: { from: {}, to: {} }, required: ['from', 'to'] },
        },
        { name: 'a_b' },
        { name: 'aB' },
      ],
    });
  const readings: readonly (readonly [
    what: string,
    code: string,
    tool: string,
    input: JsonObject,
    note: RegExp,
  ])[] = [
    [
      'a name in snake_case',
      'await tools.my_geo.get_city({ name: "Oslo" })',
      'get_city',
      { name: 'Oslo' },
      /^tools\.my_geo\.get_city was read as tools\.myGeo\.getCity\.$/,
    ],
    [
      'a computed name in another case',
      'await tools["My-Geo"]["Get_City"]({ name: "Oslo" })',
      'get_city',
      { name: 'Oslo' },
      /^tools\.My-Geo\.Get_City was read as/,
    ],
    [
      'the one required argument by itself',
      'await tools.myGeo.getCity("Oslo")',
      'get_city',
      { name: 'Oslo' },
      /getCity got a value.*read as \{ "name": … \}/,
    ],
    [
      'an object as JSON',
      'await tools.myGeo.getCity(JSON.stringify({ name: "Oslo", limit: 2 }))',
      'get_city',
      { name: 'Oslo', limit: 2 },
      /was parsed as JSON/,
    ],
    [
      'an object as something like JSON',
      'await tools.myGeo.getCity("{name: \'Oslo\',}")',
      'get_city',
      { name: 'Oslo' },
      /was parsed as JSON/,
    ],
    [
      'text that only looks like an object',
      'await tools.myGeo.writeJson(\'{"a":1}\')',
      'write_json',
      { text: '{"a":1}' },
      /got a value/,
    ],
  ];
  for (const [what, code, tool, input, note] of readings) {
    it(`is read, and noted: ${what}`, async () => {
      const source = servers();
      await using test = new TestEngine([source]);
      const outcome = await test.run(code);
      assert.deepEqual(outcome.errors, []);
      assert.deepEqual(source.calls, [{ server: 'my-geo', tool, input }]);
      assert.match(outcome.notes.join('\n'), note);
    });
  }

  it('is told in few words, however often it was so', async () => {
    await using test = new TestEngine([servers()]);
    const { notes } = await test.run(
      'for (let i = 2; i < 60; i += 1) await tools.myGeo["get" + "_".repeat(i) + "city"]({ name: "a" })',
    );
    assert.equal(notes.length, 1);
  });

  it('does not hold up the host with text that is nearly JSON', async () => {
    await using test = new TestEngine([servers()], { realSandbox: true });
    const watch = new EventLoopWatch();
    await test.run('await tools.myGeo.move("{" + \'"a\'.repeat(100000)).catch(() => 0)');
    assert.ok(watch.stop() < 1_000);
  });

  const refusals: readonly (readonly [what: string, code: string, error: RegExp])[] = [
    ['a value where several arguments are required', 'await tools.myGeo.move("a")', /takes one object/],
    ['a value that the one argument cannot be', 'await tools.myGeo.getCity(7)', /takes one object/],
    ['a name that two tools could have', 'await tools.myGeo.A_b({})', /has no tool "A_b"/],
  ];
  for (const [what, code, error] of refusals) {
    it(`is not guessed: ${what}`, async () => {
      await using test = new TestEngine([servers()]);
      assert.match(onlyError(await test.run(code)).message, error);
    });
  }

  it('is not noted where a tool is called by one of its own names', async () => {
    await using test = new TestEngine([servers()]);
    const outcome = await test.run(
      'await tools.myGeo.getCity({ name: "a" }); await tools["my-geo"].get_city({ name: "a" })',
    );
    assert.deepEqual([outcome.errors, outcome.notes], [[], []]);
  });

  for (const [what, code] of [
    ['its name', 'await tools.pdf.pollPage({})'],
    ['its raw name', 'await tools.pdf["poll_page"]({})'],
    ['a computed name', 'const name = ["poll", "page"].join("_"); await tools.pdf[name]({})'],
  ] as const) {
    it(`does not reach a tool that is for its server's app alone by ${what}`, async () => {
      const source = new FakeToolSource({
        name: 'pdf',
        tools: [toolDefinition('poll_page', { appOnly: true }), toolDefinition('read_page')],
      });
      await using test = new TestEngine([source]);
      const error = onlyError(await test.run(code));
      assert.match(error.message, /tools\.pdf\.pollPage is only for the app/);
      assert.match(`${error.message} ${error.hint}`, /readPage/);
      assert.deepEqual(source.calls, []);
    });
  }

  it('does not reach a tool that is excluded', async () => {
    await using test = new TestEngine([servers()], { exclusions: ['my-geo.get_city'] });
    assert.equal(
      onlyError(await test.run('await tools.my_geo.Get_City({ name: "a" })')).code,
      'excluded_tool',
    );
  });
});
