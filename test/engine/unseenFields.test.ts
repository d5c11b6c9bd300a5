// Tests the use of earlier answers: fields that no answer had cause a warning, and are named if the script fails on
// them.
import assert from 'node:assert/strict';
import type { JsonObject } from '../../src/base/json.ts';
import { InMemorySource, textResult, type InMemoryTool } from '../fakes/inMemorySource.ts';
import { sharedEngine, TestEngine } from '../fakes/testEngine.ts';
import { onlyError } from './cityTools.ts';

const order = { id: '#W1', items: [{ name: 'lamp', price: 3 }], customer: { name: 'Ann' } };

/** Each test has a shop of its own in the shared engine, since the engine remembers the answers of a tool. */
const shops = Array.from({ length: 20 }, (_, index) => `shop${index}`);

function shop(answer: JsonObject = order): readonly InMemoryTool[] {
  return [
    { name: 'get_order', answer: () => textResult(JSON.stringify(answer)) },
    { name: 'delete', answer: () => textResult(JSON.stringify(answer)) },
  ];
}

describe('a field that no answer had', () => {
  let name = '';
  const test = sharedEngine(
    [new InMemorySource(Object.fromEntries(shops.map((server) => [server, shop()])))],
    {
      typeCheck: 'error',
    },
  );
  beforeEach(() => {
    name = shops.pop() ?? assert.fail('There are too few shops.');
  });

  const run = (code: string) => test.run(code.replaceAll('tools.shop.', `tools.${name}.`));

  /** Makes the tools of the shop answer `calls` times. */
  const answered = (calls: number) =>
    run(
      `for (let call = 0; call < ${calls}; call += 1) { await tools.shop.getOrder({}); await tools.shop.delete({}); }`,
    );

  it('is warned of once the tool has answered often, and the script runs', async () => {
    await answered(10);
    const { value, warnings } = await run(
      'const order = await tools.shop.getOrder({});\nreturn { id: order.id, all: order.item }',
    );
    assert.deepEqual(value, { id: '#W1' });
    assert.deepEqual(
      warnings.map(({ message, position }) => [message, position?.line]),
      [[`\`order\` has no property \`item\` in the 10 answers of tools.${name}.getOrder so far.`, 2]],
    );
    assert.match(warnings[0]?.hint ?? '', /^Did you mean `items`\? It has `id: string`/);
  });

  for (const [what, code] of [
    [
      'among the items of an answer',
      'const { items } = await tools.shop.getOrder({}); return items.map((item) => item.cost)',
    ],
    ['within an object of an answer', 'return (await tools.shop.getOrder({})).customer.nmae'],
    ['for a tool with the name of a keyword', 'return (await tools.shop.delete({})).item'],
  ] as const) {
    it(`is warned of: ${what}`, async () => {
      await answered(10);
      assert.equal((await run(code)).warnings.length, 1);
    });
  }

  it('is not warned of while the tool has answered seldom, unless the answer has one of a like name', async () => {
    assert.deepEqual((await run('return (await tools.shop.getOrder({})).discount')).warnings, []);
    const { value, warnings } = await run(
      'const order = await tools.shop.getOrder({}); return { n: order.item }',
    );
    assert.deepEqual(value, {});
    assert.match(
      warnings.map(({ message, hint }) => `${message} ${hint}`).join(),
      /no property `item` in the 2 answers of .*Did you mean `items`/,
    );
  });

  it('is not needed: the result says once what a tool answers that does not declare it', async () => {
    const first = await run('await tools.shop.getOrder({}); return 1');
    assert.deepEqual(first.notes, [
      `tools.${name}.getOrder answers { id: string; items: { name: string; price: number }[]; customer: { name: string } }.`,
    ]);
    assert.deepEqual((await run('await tools.shop.getOrder({}); return 1')).notes, []);
  });

  it('is not needed in content blocks: the result says how they are read', async () => {
    const blocks = ['{"id":1}', 'a lamp'].map((text) => ({ type: 'text' as const, text }));
    const tool: InMemoryTool = { name: 'get_parts', answer: () => ({ content: blocks, isError: false }) };
    await using own = new TestEngine([new InMemorySource({ shop: [tool] })]);
    assert.deepEqual((await own.run('return JSON.parse((await tools.shop.getParts({}))[0].text)')).notes, [
      'tools.shop.getParts answers { type: string; text: string }[] (content blocks: read `text` of each, with JSON.parse where it is JSON).',
    ]);
  });

  it('hides no error that the tools themselves tell of', async () => {
    await answered(10);
    const { errors } = await run(
      'const order = await tools.shop.getOrder({});\nreturn [order.item, tools.shop.delete({}).id]',
    );
    assert.deepEqual(
      errors.map(({ code }) => code),
      ['missing_await'],
    );
  });

  for (const [what, code, line] of [
    ['on its line', 'const order = await tools.shop.getOrder({});\nreturn order.item.length', ''],
    [
      'lines before',
      'const { item } = await tools.shop.getOrder({});\nconst all = [];\nfor (const one of item) all.push(one);\nreturn all',
      ' (line 1)',
    ],
  ] as const) {
    it(`is named where a script fails over it ${what}, after one answer`, async () => {
      const error = onlyError(await run(code));
      assert.match(error.message, /^TypeError/);
      assert.equal(
        error.hint,
        `The answers of tools.${name}.getOrder have \`items\`, not \`item\`${line} (observed, 1 call).`,
      );
    });
  }

  it('is named with those that there are where none is like it', async () => {
    const error = onlyError(await run('return (await tools.shop.getOrder({})).lines.length'));
    assert.match(
      error.hint ?? '',
      /^The answers of tools\.shop\d+\.getOrder have no `lines` \(observed, 1 call\)\. It has `id: string`, `items: /,
    );
  });

  it('is no matter where a script fails over something else', async () => {
    const error = onlyError(
      await run('await tools.shop.getOrder({}); let nothing: any; return nothing.length'),
    );
    assert.match(error.hint ?? '', /first return the whole answer/);
  });
});
