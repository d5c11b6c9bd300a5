// Tests the check of arguments against hostile schemas: the host stays responsive, and the run ends.
import assert from 'node:assert/strict';
import { everyTest } from '../fakes/everyTest.ts';
import { hostileSchemas } from '../fakes/hostileSchemas.ts';
import { InMemorySource } from '../fakes/inMemorySource.ts';
import { TestEngine } from '../fakes/testEngine.ts';
import { assertHardlyStill, EventLoopWatch, mostTries } from '../sandbox/eventLoopWatch.ts';
import { openedForAll } from '../fakes/opened.ts';

/** Time limit of a run that only makes one call, in milliseconds. */
const timeoutMs = 30_000;
/**
 * Time limit of the check, in milliseconds. An argument that is not checked in this time is left to the server; the
 * host is not blocked meanwhile.
 */
const validatorMs = 300;

/** The cases that `npm test` tries; `npm run test:full` tries all. */
const always = [
  'references that fan out, 30 deep',
  'unique items, 12,000 objects',
  'a tree that alternatives read twice at each level',
  'a pattern that takes for ever',
  '60,000 properties',
];

describe('an argument for a hostile schema', () => {
  const chosen = Object.entries(hostileSchemas).filter(([what]) => everyTest || always.includes(what));
  const cases = chosen.map(([what, schema], index) => ({
    what,
    schema,
    server: (tried: number) => `s${index}t${tried}`,
  }));
  // Each case has a server of its own, since the engine remembers how slow a server's schemas were.
  const test = openedForAll(() => {
    const servers = cases.flatMap(({ schema: { inputSchema }, server }) =>
      Array.from({ length: mostTries }, (_, tried) => [server(tried), [{ name: 't', inputSchema }]] as const),
    );
    return new TestEngine([new InMemorySource(Object.fromEntries(servers))], {
      validatorMs,
      // The schemas would hold up the compiler that the tests share.
      compilerMs: 1_000,
      realSandbox: true,
    });
  });

  it('has a schema for each name above', () => {
    assert.deepEqual(
      always.filter((name) => !Object.hasOwn(hostileSchemas, name)),
      [],
    );
  });

  for (const { what, schema, server } of cases) {
    it(`does not hold the host: ${what}`, async () => {
      await assertHardlyStill(async (tried) => {
        await test.run('return 1');
        const watch = new EventLoopWatch();
        const outcome = await test.run(`return tools.${server(tried)}.t(${schema.input})`, { timeoutMs });
        const stillMs = watch.stop();
        const [error] = outcome.errors;
        assert.ok(
          outcome.ok || error?.toolError?.code === 'invalid_input',
          JSON.stringify(outcome.errors).slice(0, 500),
        );
        assert.ok(outcome.durationMs < timeoutMs, `${outcome.durationMs} ms`);
        assert.ok((error?.message.length ?? 0) < 5_000, 'the error is short');
        return stillMs;
      });
    });
  }
});
