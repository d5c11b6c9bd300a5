// Random scripts come to the same end in steps as in one run, also where the answers of a trip come in another order.
import assert from 'node:assert/strict';
import type { CallOptions } from '../../src/catalog/toolSource.ts';
import type { JsonObject } from '../../src/catalog/json.ts';
import { RequestTools, StepSource, type AnsweredCall, type StepCall } from '../../src/stateless/requestTools.ts';
import { step, type StepOutcome } from '../../src/stateless/step.ts';
import { everyTest } from '../fakes/everyTest.ts';
import { randomScript } from '../fakes/randomScripts.ts';
import { TestEngine } from '../fakes/testEngine.ts';
import { answerOf, requestTools } from '../fakes/stepTools.ts';
import { Random } from '../sandbox/random.ts';

/** Each takes about four processes. */
const scripts = everyTest ? 300 : 50;
const atOnce = 4;

/** Answers every call at once, so that the script ends in one step. */
class LiveTools extends RequestTools {
  override source(answers: readonly AnsweredCall[]): StepSource {
    const source = new StepSource(this.listing, answers);
    source.callTool = (_server: string, tool: string, input: JsonObject, { sequence = 0 }: CallOptions) =>
      Promise.resolve({ ok: true, result: answerOf({ call: sequence, tool, input }) });
    source.unused.clear();
    return source;
  }
}

const live = new LiveTools(requestTools.listing.ok ? requestTools.listing.tools : []);

/** All that can be seen of it. */
function endOf(outcome: StepOutcome) {
  if (outcome.kind === 'calls') return outcome;
  const { value, errors, logs } = outcome.run;
  return { kind: outcome.kind, value, errors: errors.map(({ code, message }) => [code, message]), logs };
}

describe('a random script in steps', function () {
  // Each step is a process.
  this.timeout(600_000);
  let test: TestEngine;
  before(() => {
    test = new TestEngine([]);
  });
  after(() => test[Symbol.asyncDispose]());

  async function compare(seed: number): Promise<number> {
    const code = randomScript(seed, 2);
    const run = (tools: RequestTools, answers: readonly AnsweredCall[]) =>
      step(test.engine, { code, tools, answers, seed: String(seed), start: 1_000 * seed, signal: AbortSignal.timeout(120_000) });
    const order = new Random(seed);
    const answers: AnsweredCall[] = [];
    let steps = 1;
    for (;;) {
      const outcome = await run(requestTools, answers);
      if (outcome.kind === 'calls') {
        assert.ok(outcome.calls.length > 0);
        answers.push(...shuffled(outcome.calls, order).map((call) => ({ ...call, result: answerOf(call) })));
        steps += 1;
      } else {
        assert.deepEqual(endOf(outcome), endOf(await run(live, answers)), `script ${seed}:\n${code}`);
        return steps;
      }
    }
  }

  it('comes to the end of one live run, in whatever order the answers of a trip come', async () => {
    let [next, steps] = [1, 0];
    const work = async () => {
      while (next <= scripts) {
        const made = await compare(next++);
        steps += made;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    assert.ok(steps > 2 * scripts, `${steps} steps are too few to show anything`);
  });
});

function shuffled(calls: readonly StepCall[], random: Random): StepCall[] {
  return calls
    .map((call) => ({ call, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ call }) => call);
}
