// Arguments are checked against schemas that servers wrote: whatever these are, the host does not stand still, and the run ends.
import assert from 'node:assert/strict';
import { hostileSchemas } from '../fakes/hostileSchemas.ts';
import { InMemorySource } from '../fakes/inMemorySource.ts';
import { TestEngine } from '../fakes/testEngine.ts';
import { assertHardlyStill, EventLoopWatch } from '../sandbox/eventLoopWatch.ts';

/** Of a run that does nothing but one call. */
const timeoutMs = 10_000;

describe('an argument for a hostile schema', () => {
  for (const [what, { inputSchema, input }] of Object.entries(hostileSchemas)) {
    it(`does not hold the host: ${what}`, async () => {
      await assertHardlyStill(async () => {
        await using test = new TestEngine([new InMemorySource({ s: [{ name: 't', inputSchema }] })]);
        await test.run('return 1');
        const watch = new EventLoopWatch();
        const outcome = await test.run(`return tools.s.t(${input})`, { timeoutMs });
        const stillMs = watch.stop();
        const [error] = outcome.errors;
        assert.ok(outcome.ok || error?.toolError?.code === 'invalid_input', JSON.stringify(outcome.errors).slice(0, 500));
        assert.ok(outcome.durationMs < timeoutMs, `${outcome.durationMs} ms`);
        assert.ok((error?.message.length ?? 0) < 5_000, 'the error is short');
        return stillMs;
      });
    });
  }
});
