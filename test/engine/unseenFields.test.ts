// What answers so far say of a script: fields that were never seen are warned of, and named where the script fails over them.
import assert from 'node:assert/strict';
import type { JsonObject } from '../../src/catalog/json.ts';
import { InMemorySource, textResult } from '../fakes/inMemorySource.ts';
import { TestEngine } from '../fakes/testEngine.ts';
import { onlyError } from './cityTools.ts';

const order = { id: '#W1', items: [{ name: 'lamp', price: 3 }], customer: { name: 'Ann' } };
const described = 'Finds a user. Returns: { id: string, address: { city: string } }';

function shop(answer: JsonObject = order): InMemorySource {
  return new InMemorySource({
    shop: [
      { name: 'get_order', annotations: { readOnlyHint: true }, answer: () => textResult(JSON.stringify(answer)) },
      { name: 'delete', annotations: { readOnlyHint: true }, answer: () => textResult(JSON.stringify(answer)) },
      { name: 'get_user', annotations: { readOnlyHint: true }, description: described, answer: () => textResult('{"name":"Ann"}') },
    ],
  });
}

/** An engine whose tool has answered so often. */
async function after(calls: number): Promise<TestEngine> {
  const test = new TestEngine([shop()], { typeCheck: 'error' });
  await test.run(`for (let call = 0; call < ${calls}; call += 1) { await tools.shop.getOrder({}); await tools.shop.delete({}); }`);
  return test;
}

describe('a field that no answer had', () => {
  it('is warned of once the tool has answered often, and the script runs', async () => {
    await using test = await after(10);
    const { value, warnings } = await test.run('const order = await tools.shop.getOrder({});\nreturn { id: order.id, all: order.item }');
    assert.deepEqual(value, { id: '#W1' });
    assert.deepEqual(
      warnings.map(({ message, position }) => [message, position?.line]),
      [['`order` has no property `item` in the 10 answers of tools.shop.getOrder so far.', 2]],
    );
    assert.match(warnings[0]?.hint ?? '', /^Did you mean `items`\? It has `id: string`/);
  });

  for (const [what, code] of [
    ['among the items of an answer', 'const { items } = await tools.shop.getOrder({}); return items.map((item) => item.cost)'],
    ['within an object of an answer', 'return (await tools.shop.getOrder({})).customer.nmae'],
    ['for a tool with the name of a keyword', 'return (await tools.shop.delete({})).item'],
  ] as const) {
    it(`is warned of: ${what}`, async () => {
      await using test = await after(10);
      assert.equal((await test.run(code)).warnings.length, 1);
    });
  }

  it('is not warned of while the tool has answered seldom', async () => {
    await using test = await after(3);
    assert.deepEqual((await test.run('return (await tools.shop.getOrder({})).item')).warnings, []);
  });

  it('hides no error that the tools themselves tell of', async () => {
    await using test = await after(10);
    const { errors } = await test.run('const order = await tools.shop.getOrder({});\nreturn [order.item, tools.shop.delete({}).id]');
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
      await using test = new TestEngine([shop()], { typeCheck: 'error' });
      const error = onlyError(await test.run(code));
      assert.match(error.message, /^TypeError/);
      assert.equal(error.hint, `The answers of tools.shop.getOrder have \`items\`, not \`item\`${line} (observed, 1 call).`);
    });
  }

  it('is named with those that there are where none is like it', async () => {
    await using test = new TestEngine([shop()], { typeCheck: 'error' });
    const error = onlyError(await test.run('return (await tools.shop.getOrder({})).lines.length'));
    assert.match(
      error.hint ?? '',
      /^The answers of tools\.shop\.getOrder have no `lines` \(observed, 1 call\)\. It has `id: string`, `items: /,
    );
  });

  it('is named also where only the description says what there is', async () => {
    await using test = new TestEngine([shop()], { typeCheck: 'error', learn: false });
    const error = onlyError(await test.run('return (await tools.shop.getUser({})).adress.city'));
    assert.equal(error.hint, 'The answers of tools.shop.getUser have `address`, not `adress` (by its description).');
  });

  it('is no matter where a script fails over something else', async () => {
    await using test = new TestEngine([shop()], { typeCheck: 'error' });
    const error = onlyError(await test.run('await tools.shop.getOrder({}); let nothing: any; return nothing.length'));
    assert.match(error.hint ?? '', /return the whole answer first/);
  });
});
