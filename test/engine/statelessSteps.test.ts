// Tests a script in steps: each step begins at the start of the script and has the answers known so far.
import assert from 'node:assert/strict';
import type { JsonValue } from '../../src/base/json.ts';
import type { AnsweredCall, StepCall } from '../../src/models/stateless/requestTools.ts';
import { step, type StepOutcome } from '../../src/models/stateless/step.ts';
import { answered, stepTools } from '../fakes/stepTools.ts';
import { sharedEngine, TestEngine } from '../fakes/testEngine.ts';

describe('a script in steps', () => {
  const test = sharedEngine([]);

  const run = (code: string, answers: readonly AnsweredCall[] = [], seed = 'block 1', engine = test.engine) =>
    step(engine, {
      code,
      tools: stepTools,
      answers,
      seed,
      start: Date.UTC(2026, 0, 2),
      signal: AbortSignal.timeout(60_000),
    });

  /** Returns the trips, by their calls, and the end. */
  async function runToEnd(code: string, order = (calls: readonly StepCall[]) => calls) {
    const trips: string[][] = [];
    const answers: AnsweredCall[] = [];
    for (;;) {
      const outcome = await run(code, answers);
      if (outcome.kind !== 'calls') return { trips, outcome };
      trips.push(outcome.calls.map(({ call, tool, input }) => `${call} ${tool} ${JSON.stringify(input)}`));
      answers.push(...order(outcome.calls).map(answered));
    }
  }

  function valueOf(outcome: StepOutcome): JsonValue | undefined {
    assert.ok(outcome.kind === 'done', JSON.stringify(outcome));
    return outcome.run.value;
  }

  function failureOf(outcome: StepOutcome) {
    assert.ok(outcome.kind === 'failed', JSON.stringify(outcome));
    return outcome.run.errors[0];
  }

  it('is done in one step where it calls nothing', async () => {
    assert.equal(valueOf(await run('return 6 * 7;')), 42);
  });

  it('sends parallel calls in one trip', async () => {
    const { trips, outcome } = await runToEnd(
      'const all = await Promise.all([1, 2, 3].map((a) => tools.functions.add({ a, b: 1 }))); return all.map(({ sum }) => sum);',
    );
    assert.deepEqual(trips, [['1 add {"a":1,"b":1}', '2 add {"a":2,"b":1}', '3 add {"a":3,"b":1}']]);
    assert.deepEqual(valueOf(outcome), [2, 3, 4]);
  });

  it('sends a call that needs an answer in a trip of its own', async () => {
    const { trips, outcome } = await runToEnd(
      'const { sum } = await tools.functions.add({ a: 1, b: 2 }); return (await tools.functions.add({ a: sum, b: sum })).sum;',
    );
    assert.deepEqual(trips, [['1 add {"a":1,"b":2}'], ['2 add {"a":3,"b":3}']]);
    assert.equal(valueOf(outcome), 6);
  });

  it('asks again for the calls of a trip that were not answered', async () => {
    const code =
      'const [a, b] = await Promise.all([tools.functions.add({ a: 1, b: 1 }), tools.functions.getText({})]); return [a.sum, b];';
    const second = answered({ call: 2, tool: 'get_text', input: {} });
    assert.deepEqual(await run(code, [second]), {
      kind: 'calls',
      calls: [{ call: 1, tool: 'add', input: { a: 1, b: 1 } }],
    });
  });

  it('gets the error of a tool as a ToolError', async () => {
    const { outcome } = await runToEnd(
      'try { await tools.functions.refuse({ why: "closed" }); } catch (error) { return [error instanceof ToolError, error.code, error.message]; }',
    );
    const told =
      'tools.functions.refuse failed: Refused: closed It may have taken effect: look before you repeat it.';
    assert.deepEqual(valueOf(outcome), [true, 'tool_failed', told]);
  });

  it('fails with the tool error that it does not catch', async () => {
    const { outcome } = await runToEnd('await tools.functions.refuse({ why: "closed" });');
    assert.equal(failureOf(outcome)?.code, 'tool_failed');
  });

  it('does not send a call whose input is wrong: the script gets the error', async () => {
    const { trips, outcome } = await runToEnd(
      'const calls = [tools.functions.add({ a: "one", b: 1 } as never), tools.functions.add({ a: 1, b: 1 })]; const [wrong, right] = await Promise.allSettled(calls); return [wrong.status, right.value.sum];',
    );
    assert.deepEqual(trips, [['2 add {"a":1,"b":1}']]);
    assert.deepEqual(valueOf(outcome), ['rejected', 2]);
  });

  it('answers a race with what came first', async () => {
    const code =
      'return await Promise.race([1, 2].map(async (a) => { await tools.functions.add({ a, b: 0 }); return a; }));';
    assert.equal(valueOf((await runToEnd(code)).outcome), 1);
    assert.equal(valueOf((await runToEnd(code, (calls) => calls.toReversed())).outcome), 2);
  });

  it('has the same time and the same random numbers at each step', async () => {
    const { outcome } = await runToEnd(
      'const first = [Date.now(), Math.random(), crypto.randomUUID()]; await tools.functions.getText({}); await tools.functions.getText({}); return first;',
    );
    const value = valueOf(outcome) as JsonValue[];
    assert.equal(value[0], Date.UTC(2026, 0, 2));
    assert.deepEqual(
      valueOf((await runToEnd('return [Date.now(), Math.random(), crypto.randomUUID()];')).outcome),
      value,
    );
  });

  it('has other random numbers with another seed', async () => {
    const value = async (seed: string) => valueOf(await run('return Math.random();', [], seed));
    assert.notEqual(await value('block 1'), await value('block 2'));
  });

  it('does not wait for its timers, which stand still while a call is open', async () => {
    const { outcome } = await runToEnd(`
      const log = [];
      const late = new Promise((resolve) => setTimeout(() => resolve(log.push('timer')), 10));
      await tools.functions.getText({});
      log.push('answer');
      await late;
      await new Promise((resolve) => setTimeout(resolve, 3_600_000));
      return [...log, performance.now() >= 3_600_010];`);
    assert.deepEqual(valueOf(outcome), ['answer', 'timer', true]);
  });

  it('finds the tools of the request, without a trip', async () => {
    const { trips, outcome } = await runToEnd('return JSON.stringify(await codemode.search("add"));');
    assert.deepEqual(trips, []);
    assert.match(JSON.stringify(valueOf(outcome)), /tools\.functions\.add/);
  });

  it('starts with an empty store at each step', async () => {
    const { outcome } = await runToEnd(
      'const before = await codemode.store.get("n"); await codemode.store.set("n", 1); await tools.functions.getText({}); return [before ?? null, await codemode.store.get("n")];',
    );
    assert.deepEqual(valueOf(outcome), [null, 1]);
  });

  it('is refused with the line where it makes another call than the answered one', async () => {
    const other = answered({ call: 1, tool: 'add', input: { a: 1, b: 2 } });
    const error = failureOf(await run('\nawait tools.functions.add({ a: 5, b: 2 });', [other]));
    assert.deepEqual(
      [error?.code, error?.message],
      ['diverged', 'Call 1 (line 2) is add({"a":5,"b":2}); answered was add({"a":1,"b":2}).'],
    );
  });

  it('is refused where it makes another call first', async () => {
    const answers = [1, 2].map((call) => answered({ call, tool: 'add', input: { a: call, b: 0 } }));
    const error = failureOf(
      await run('for (const a of [9, 2]) await tools.functions.add({ a, b: 0 });', answers),
    );
    assert.match(error?.message ?? '', /^Call 1 /);
  });

  it('is refused where an answer is to a call that its tool does not take', async () => {
    const wrong = answered({ call: 1, tool: 'add', input: { a: 'one', b: 1 } });
    const error = failureOf(await run('return tools.functions.add({ a: "one" as never, b: 1 });', [wrong]));
    assert.match(error?.message ?? '', /did not make call 1, /);
  });

  it('knows the calls that were answered where a limit ends it before it makes them again', async () => {
    await using impatient = new TestEngine([], { limits: { cpuMs: 300 } });
    const answers = [1, 2].map((call) => answered({ call, tool: 'add', input: { a: 1, b: 2 } }));
    const code = 'await tools.functions.add({ a: 1, b: 2 }); for (;;) {}';
    const outcome = await run(code, answers, '', impatient.engine);
    assert.equal(failureOf(outcome)?.code, 'cpu_limit');
    assert.deepEqual(
      outcome.kind === 'failed' &&
        outcome.run.calls.map(({ sequence, path, state }) => [sequence, path, state]),
      [
        [1, 'tools.functions.add', 'finished'],
        [2, 'tools.functions.add', 'finished'],
      ],
    );
  });

  it('is refused where it does not make a call that was answered', async () => {
    const text = answered({ call: 1, tool: 'get_text', input: {} });
    const error = failureOf(await run('return 1;', [text]));
    assert.match(error?.message ?? '', /did not make call 1, /);
  });

  it('tells where code is wrong before anything is sent', async () => {
    const error = failureOf(await run('await tools.functions.add({ a: 1, b: 1 });\nreturn (;'));
    assert.deepEqual([error?.code, error?.position?.line], ['syntax_error', 2]);
  });

  it('ends a script that waits for nothing', async () => {
    assert.equal(failureOf(await run('await new Promise(() => {});'))?.code, 'pending_forever');
  });

  it('ends a script whose timers never end', async () => {
    await using impatient = new TestEngine([], { limits: { cpuMs: 300 } });
    const code = 'await new Promise(() => setInterval(() => {}, 1000));';
    assert.equal(failureOf(await run(code, [], '', impatient.engine))?.code, 'cpu_limit');
  });
});
