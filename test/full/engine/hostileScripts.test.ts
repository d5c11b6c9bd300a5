// Tests that the data of a script, and the searches that it requests, block the host only for short times.
import { InMemorySource } from '../../fakes/inMemorySource.ts';
import { TestEngine } from '../../fakes/testEngine.ts';
import { assertHardlyStill, EventLoopWatch } from '../../sandbox/eventLoopWatch.ts';

const many = Array.from({ length: 1_000 }, (_, n) => ({ name: `get_thing_number_${n}_of_many_words` }));

describe('a script', () => {
  let test: TestEngine;
  before(async () => {
    test = new TestEngine([new InMemorySource({ s: many, t: [{ name: 'a' }] })], { realSandbox: true });
    await test.run('return tools.s.getThingNumber1OfManyWords({})');
  });
  after(() => test[Symbol.asyncDispose]());

  const scripts: Readonly<Record<string, string>> = {
    'calls a thousand tools that are not there':
      'await Promise.all(Array.from({ length: 900 }, (_, n) => tools.s["get_ting_" + n]({}).catch(() => 0)))',
    'calls tools of a thousand servers that are not there':
      'await Promise.all(Array.from({ length: 900 }, (_, n) => (tools as any)["t" + n].get({}).catch(() => 0)))',
    'has many paths described':
      'await codemode.describe(Array.from({ length: 100_000 }, (_, n) => "tools.s.nothing" + n)).catch(() => 0)',
    'has a long path described': 'await codemode.describe("tools." + "[".repeat(500_000)).catch(() => 0)',
    'passes much text that is nearly JSON':
      'await Promise.all(Array.from({ length: 100 }, () => (tools.s as any).getThingNumber1OfManyWords("{" + "\\"".repeat(1_000)).catch(() => 0)))',
  };
  for (const [what, code] of Object.entries(scripts)) {
    it(`that ${what} does not hold the host`, async () => {
      await assertHardlyStill(async (tried) => {
        const watch = new EventLoopWatch();
        await test.run(`${code}\n// ${tried}`, { timeoutMs: 2_000 });
        return watch.stop();
      });
    });
  }

  describe('that names tools tens of thousands of times', () => {
    const scripts: Readonly<Record<string, string>> = {
      'one tool': 'tools.s.getThingNumber1OfManyWords;'.repeat(20_000),
      'one server': 'tools.s.$prompts;'.repeat(20_000),
      'a short name': 'tools.t.a;'.repeat(40_000),
      'tools that are not there': Array.from({ length: 40_000 }, (_, n) => `tools.t.a${n};`).join(''),
    };
    for (const [what, code] of Object.entries(scripts)) {
      it(`does not hold the host: ${what}`, async () => {
        await assertHardlyStill(async (tried) => {
          const watch = new EventLoopWatch();
          await test.engine.preview(`${code}\n// ${tried}`, new AbortController().signal, 5_000);
          await test.run(`${code}\n// ${tried}`, { timeoutMs: 5_000 });
          return watch.stop();
        });
      });
    }
  });
});
