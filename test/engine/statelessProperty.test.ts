// Tests that random scripts come to the same end in steps as in one run, even if the answers of a trip arrive in
// another order.
import assert from 'node:assert/strict';
import type { CallOptions } from '../../src/catalog/toolSource.ts';
import type { JsonObject } from '../../src/base/json.ts';
import type { AnsweredCall, RequestTools, StepCall } from '../../src/models/stateless/requestTools.ts';
import { step, type StepOutcome } from '../../src/models/stateless/step.ts';
import { everyTest } from '../fakes/everyTest.ts';
import { randomScript } from '../fakes/randomScripts.ts';
import { TestEngine } from '../fakes/testEngine.ts';
import { answered, stepTools } from '../fakes/stepTools.ts';
import { textResult } from '../fakes/inMemorySource.ts';
import { Random } from '../sandbox/random.ts';

const scripts = everyTest ? 300 : 20;
/** Number of scripts that run in processes; each takes about four processes. */
const scriptsInProcesses = 30;
const atOnce = 4;

/** Answers every call at once, so that the script ends in one step. */
const liveTools =
  (answer: (call: StepCall) => AnsweredCall): RequestTools =>
  (answers) => {
    const source = stepTools(answers);
    source.callTool = (_server: string, tool: string, input: JsonObject, { sequence = 0 }: CallOptions) => {
      const { text, isError } = answer({ call: sequence, tool, input });
      return Promise.resolve({ ok: true, result: { ...textResult(text), isError } });
    };
    source.unused.clear();
    return source;
  };

/** Returns all visible parts of the outcome. */
function endOf(outcome: StepOutcome) {
  if (outcome.kind === 'calls') return outcome;
  const { value, errors, logs } = outcome.run;
  return { kind: outcome.kind, value, errors: errors.map(({ code, message }) => [code, message]), logs };
}

describe('a random script in steps', function () {
  this.timeout(600_000);
  const test = new TestEngine([], { realSandbox: false });
  const inProcesses = new TestEngine([], { realSandbox: true });
  let engine = test.engine;
  beforeEach(() => {
    engine = test.engine;
  });
  after(async () => {
    await test[Symbol.asyncDispose]();
    await inProcesses[Symbol.asyncDispose]();
  });

  const run = (
    code: string,
    seed: number,
    answers: readonly AnsweredCall[],
    tools: RequestTools = stepTools,
  ) =>
    step(engine, {
      code,
      tools,
      answers,
      seed: String(seed),
      start: 1_000 * seed,
      signal: AbortSignal.timeout(120_000),
    });

  /**
   * Runs the script in one step with only the order of the answers. In a step, the script gets no failures from
   * `answers`; it asks its tools for each of them.
   */
  const runLive = (code: string, seed: number, answers: readonly AnsweredCall[], answer = answered) =>
    run(
      code,
      seed,
      answers.map((call) => ({ ...call, text: '', isError: true })),
      liveTools(answer),
    );

  async function compare(seed: number): Promise<number> {
    const code = randomScript(seed, 2);
    const order = new Random(seed);
    const answers: AnsweredCall[] = [];
    let steps = 1;
    for (;;) {
      const outcome = await run(code, seed, answers);
      if (outcome.kind === 'calls') {
        assert.ok(outcome.calls.length > 0);
        answers.push(...shuffled(outcome.calls, order).map(answered));
        steps += 1;
      } else {
        assert.deepEqual(
          endOf(outcome),
          endOf(await runLive(code, seed, answers)),
          `script ${seed}:\n${code}`,
        );
        return steps;
      }
    }
  }

  it('is compared with what the tools of the live run answer it', async () => {
    const call = answered({ call: 1, tool: 'add', input: { a: 1, b: 2 } });
    const code = 'return (await tools.functions.add({ a: 1, b: 2 })).sum;';
    const outcome = await runLive(code, 1, [call], () => ({ ...call, text: '{"sum":4}' }));
    assert.equal(outcome.kind === 'done' && outcome.run.value, 4);
  });

  async function compareUpTo(last: number): Promise<void> {
    let [next, steps] = [1, 0];
    const work = async () => {
      while (next <= last) {
        const made = await compare(next++);
        steps += made;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    assert.ok(steps > 2 * last, `${steps} steps are too few to show anything`);
  }

  it('comes to the end of one live run, in whatever order the answers of a trip come', () =>
    compareUpTo(scripts));

  if (everyTest) {
    it('comes to the same end where each step is a process', async () => {
      engine = inProcesses.engine;
      await compareUpTo(scriptsInProcesses);
    });
  }
});

function shuffled(calls: readonly StepCall[], random: Random): StepCall[] {
  return calls
    .map((call) => ({ call, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ call }) => call);
}
