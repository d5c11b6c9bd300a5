// Tests inputs that their server refuses: the model reads the rules of the schema beside the server's own message, and
// never before.
import assert from 'node:assert/strict';
import { InMemorySource } from '../fakes/inMemorySource.ts';
import { sharedEngine } from '../fakes/testEngine.ts';

describe('an input that only its server can judge', () => {
  const properties = {
    at: { type: 'string', format: 'date-time' },
    price: { type: 'number', multipleOf: 0.01 },
  };
  const answer = ({ at }: { readonly at?: unknown }) => ({
    content: [{ type: 'text' as const, text: 'Bad request.' }],
    isError: at !== undefined,
  });
  const source = new InMemorySource({
    shop: [{ name: 'order', inputSchema: { type: 'object', properties }, answer }],
  });
  const test = sharedEngine([source], { typeCheck: 'error' });

  it('is sent', async () => {
    source.calls.splice(0);
    assert.deepEqual((await test.run('await tools.shop.order({ price: 143.48 })')).errors, []);
    assert.deepEqual(
      source.calls.map(({ input }) => input),
      [{ price: 143.48 }],
    );
  });

  it('comes back with what its schema says beside what the server says', async () => {
    const [error] = (await test.run('await tools.shop.order({ at: "2026-01-31" })')).errors;
    assert.equal(error?.code, 'tool_failed');
    assert.match(error.message, /tools\.shop\.order failed: Bad request\./);
    assert.match(
      error.hint ?? '',
      /^By its schema, `at` should be a date-time, not "2026-01-31"\. If that is about the input, correct the call/,
    );
  });

  it('comes back with the words of the server alone where the schema is content', async () => {
    const [error] = (await test.run('await tools.shop.order({ at: "2026-01-31T09:00:00Z" })')).errors;
    assert.doesNotMatch(error?.hint ?? '', /schema/);
  });
});
