// Two engines over one shared state, as in two replicas of `code-mode serve --http --state`.
import assert from 'node:assert/strict';
import type { JsonValue } from '../../../src/base/json.ts';
import { formatResult } from '../../../src/engine/formatting/formatResult.ts';
import { defaultBudget } from '../../../src/engine/textBudget.ts';
import { SharedRuns } from '../../../src/journal/record/sharedRuns.ts';
import { RedisState } from '../../../src/engine/stores/redisState.ts';
import { SharedResultStore } from '../../../src/engine/stores/sharedResultStore.ts';
import { CountedRuns, writesIn } from '../../fakes/countedRuns.ts';
import { InMemorySource, textResult } from '../../fakes/inMemorySource.ts';
import { RedisServer } from '../../fakes/redisServer.ts';
import { TemporaryFolder } from '../../fakes/temporaryFolder.ts';
import { TestEngine } from '../../fakes/testEngine.ts';

describe('scripts over shared state', () => {
  let server: RedisServer;
  let states: readonly [RedisState, RedisState];
  let engines: readonly [TestEngine, TestEngine];
  const log = () => undefined;

  beforeEach(async () => {
    server = await RedisServer.start();
    states = await Promise.all([
      RedisState.connect(server.url(), log),
      RedisState.connect(server.url(), log),
    ]);
    engines = [new TestEngine([], { shared: states[0] }), new TestEngine([], { shared: states[1] })];
  });
  afterEach(async () => {
    await Promise.all(engines.map((engine) => engine[Symbol.asyncDispose]()));
    await Promise.all(states.map((state) => state.close()));
    await server[Symbol.asyncDispose]();
  });

  it('have stored what they did not wait for when their answer is there', async () => {
    const [a, b] = engines;
    await a.run('for (let n = 0; n < 20; n++) void codemode.store.set("k", n); return 1;');
    assert.equal((await b.run('return await codemode.store.get("k");')).value, 19);
  });

  it('leave nothing behind in a dry run', async () => {
    const [a, b] = engines;
    await a.run('await codemode.store.set("k", 1);');
    const dry = await a.run('await codemode.store.set("k", 2); return await codemode.store.get("k");', {
      dryRun: true,
    });
    assert.deepEqual([dry.value, (await b.run('return await codemode.store.get("k");')).value], [2, 1]);
  });

  it('hear that a value was not stored, and say so where they do not listen', async () => {
    const stop = async () => {
      await server[Symbol.asyncDispose]();
      return textResult('stopped');
    };
    await using engine = new TestEngine([new InMemorySource({ state: [{ name: 'stop', answer: stop }] })], {
      shared: states[0],
    });
    const { value, notes } = await engine.run(`await tools.state.stop({});
      void codemode.store.set("unheard", 1).catch(() => undefined);
      return await codemode.store.set("k", 1).catch((error) => error.code);`);
    assert.equal(value, 'server_unavailable');
    const note = (key: string) =>
      new RegExp(
        `codemode\\.store may not have what the script wrote under "${key}"\\. The shared state at .* cannot be reached`,
      );
    const said = notes.join('\n');
    assert.match(said, note('unheard'));
    assert.match(said, note('k'));
  });

  it('do not begin while the state is away, nor lose a large result without a word', async () => {
    const [a] = engines;
    const outcome = await a.run('return Array.from({ length: 20_000 }, (_, n) => n);');
    await server[Symbol.asyncDispose]();
    const results = new SharedResultStore(states[0], log);
    const keep = (value: JsonValue, size: number) => results.keep('test', value, size);
    const [{ ok, errors }, { text }] = await Promise.all([
      a.run('return 1;'),
      formatResult(outcome, defaultBudget, keep),
    ]);
    assert.deepEqual([ok, errors[0]?.code], [false, 'denied']);
    assert.match(
      errors[0]?.message ?? '',
      /^The script was not run\. The shared state at redis:\/\/127.* cannot be reached/,
    );
    assert.match(
      text,
      /Not whole: the result has 108891 characters and was not kept\. The shared state at .* cannot be reached/,
    );
  });

  it('are resumed in another replica, without a write that was done', async () => {
    using written = new TemporaryFolder('code-mode-written-');
    using one = new TemporaryFolder('code-mode-replica-');
    using other = new TemporaryFolder('code-mode-replica-');
    const [mine, theirs] = states.map((state) => new SharedRuns(state));
    assert.ok(mine && theirs);
    await using a = await CountedRuns.open(one.path, {
      written: written.path,
      sharedRuns: mine,
      shared: states[0],
    });
    await using b = await CountedRuns.open(other.path, {
      written: written.path,
      sharedRuns: theirs,
      shared: states[1],
    });
    const code =
      'for (let n = 1; n <= 3; n++) await tools.counting.add({ n }); return (await tools.counting.flaky({ n: 4 })).total;';
    const failed = await a.engine.run(code);
    assert.equal(failed.ok, false);
    const resumed = await b.resume(failed.runId, { session: 'test' });
    assert.deepEqual([resumed.errors, writesIn(written.path)], [[], [1, 2, 3, 4]]);
    const again = await a.resume(failed.runId, { session: 'test' });
    assert.match(
      again.errors[0]?.message ?? '',
      new RegExp(`Run ${failed.runId} went on as run ${resumed.runId}`),
    );
    await Promise.all([mine.dispose(), theirs.dispose()]);
  });
});
