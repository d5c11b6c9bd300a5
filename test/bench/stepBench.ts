// Measures the cost of a script in steps: a script without calls, and the additional cost of 100 answered calls.
import { step } from '../../src/models/stateless/step.ts';
import { answered, stepTools } from '../fakes/stepTools.ts';
import { TestEngine } from '../fakes/testEngine.ts';
import { atMost, median, timed, type Row } from './measure.ts';

const calls = 100;
/** Pause in milliseconds after which the next process is ready. */
const pauseMs = 150;

export async function stepRows(): Promise<Row[]> {
  await using test = new TestEngine([], { realSandbox: true });
  const answers = Array.from({ length: calls }, (_, at) =>
    answered({ call: at + 1, tool: 'add', input: { a: at, b: 1 } }),
  );
  const run = (count: number) =>
    step(test.engine, {
      code: `for (let a = 0; a < ${count}; a += 1) await tools.functions.add({ a, b: 1 });`,
      tools: stepTools,
      answers: answers.slice(0, count),
      seed: 'bench',
      start: 0,
      signal: AbortSignal.timeout(60_000),
    });
  const none = median(await timed(20, 3, () => run(0), pauseMs));
  const all = median(await timed(20, 3, () => run(calls), pauseMs));
  return [
    { name: 'step of a script, no calls', value: none, unit: 'ms', how: 'a spare process is ready' },
    {
      name: `replay of ${calls} answered calls`,
      value: all - none,
      unit: 'ms',
      bar: atMost(20),
      how: 'one after another, the difference to the step above',
    },
  ];
}
