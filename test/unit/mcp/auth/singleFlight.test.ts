import assert from 'node:assert/strict';
import { SingleFlight } from '../../../../src/mcp/auth/singleFlight.ts';

describe('shared work', () => {
  const signal = new AbortController().signal;

  it('is done once for all who join while it is under way', async () => {
    const work = new SingleFlight<{ n: number }>();
    let starts = 0;
    const start = () => Promise.resolve({ n: (starts += 1) });
    assert.deepEqual(await Promise.all([work.join(signal, start), work.join(signal, start)]), [
      { n: 1 },
      { n: 1 },
    ]);
    assert.deepEqual(await work.join(signal, start), { n: 2 });
  });

  it('goes on when one leaves, and is cancelled when all have left', async () => {
    const work = new SingleFlight<object>();
    const given = Promise.withResolvers<AbortSignal>();
    const start = (shared: AbortSignal) => {
      given.resolve(shared);
      return new Promise<object>(() => undefined);
    };
    const [one, two] = [new AbortController(), new AbortController()];
    const joined = [one, two].map((controller) => work.join(controller.signal, start));
    const shared = await given.promise;
    one.abort();
    assert.equal(await joined[0], undefined);
    assert.equal(shared.aborted, false);
    two.abort();
    assert.equal(await joined[1], undefined);
    assert.equal(shared.aborted, true);
  });

  it('does not begin for somebody who has left before', async () => {
    const never = () => assert.fail('It began.');
    assert.equal(await new SingleFlight<object>().join(AbortSignal.abort(), never), undefined);
  });
});
