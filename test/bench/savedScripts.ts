// Measures the cost of calling a saved script: each call is a run in a process of its own.
import { setTimeout } from 'node:timers/promises';
import { InMemorySource } from '../fakes/inMemorySource.ts';
import { SavedScriptsFolder } from '../fakes/savedScripts.ts';
import { TestEngine } from '../fakes/testEngine.ts';
import { atMost, median, type Row } from './measure.ts';

const loops = 7;
const callsPerLoop = 10;
/** Pause in milliseconds; a person or a model takes longer between two runs. */
const pauseMs = 500;

/** Returns milliseconds for one call. */
export async function savedScriptRows(): Promise<Row[]> {
  const answer = () => ({ content: [], structuredContent: { ok: true }, isError: false });
  await using scripts = new SavedScriptsFolder({
    echo: '/** @param {number} n */\nreturn await tools.s.echo({ n: codemode.args.n });',
  });
  await using test = new TestEngine([new InMemorySource({ s: [{ name: 'echo', answer }] }), scripts.source], {
    typeCheck: 'error',
    realSandbox: true,
  });
  const each = async (calls: number, body: string): Promise<number> => {
    const samples: number[] = [];
    for (let loop = -1; loop < loops; loop += 1) {
      await setTimeout(pauseMs);
      const { value, errors } = await test.run(
        `const started = performance.now(); ${body} return (performance.now() - started) / ${calls};`,
      );
      if (typeof value !== 'number') throw new Error(errors[0]?.message ?? 'no figure');
      if (loop >= 0) samples.push(value);
    }
    return median(samples);
  };
  const call = 'tools.scripts.echo({ n })';
  const single = await each(1, `const n = 1; await ${call};`);
  const inTurn = await each(callsPerLoop, `for (let n = 0; n < ${callsPerLoop}; n += 1) await ${call};`);
  const atOnce = await each(
    callsPerLoop,
    `await Promise.all(Array.from({ length: ${callsPerLoop} }, (_, n) => ${call}));`,
  );
  const how = `${callsPerLoop} calls of a script that makes one call`;
  return [
    {
      name: 'call of a saved script, the only one',
      value: single,
      unit: 'ms',
      bar: atMost(30),
      how: 'a script that calls one, which makes one call',
    },
    { name: 'call of a saved script, one after another', value: inTurn, unit: 'ms', how },
    { name: 'call of a saved script, all at once', value: atOnce, unit: 'ms', how: `${how}, by Promise.all` },
  ];
}
