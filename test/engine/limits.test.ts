// Tests the limit of calls to a server at the same time. errors/ has the texts of the limits that end a script or fail
// a call; test/security/limits.test.ts has those that both sandboxes' engines measure.
import assert from 'node:assert/strict';
import { InMemorySource, textResult } from '../fakes/inMemorySource.ts';
import { TestEngine } from '../fakes/testEngine.ts';

describe('the limit callsAtOncePerServer', () => {
  it('makes the calls that are over it wait', async () => {
    let open = 0;
    let most = 0;
    const answer = async () => {
      open += 1;
      most = Math.max(most, open);
      await new Promise((next) => setImmediate(next));
      open -= 1;
      return textResult('');
    };
    await using test = new TestEngine([new InMemorySource({ s: [{ name: 'echo', answer }] })], {
      limits: { callsAtOncePerServer: 3 },
    });
    const { value } = await test.run(
      'return (await Promise.all(Array.from({ length: 20 }, () => tools.s.echo({})))).length',
    );
    assert.deepEqual([value, most], [20, 3]);
  });
});
