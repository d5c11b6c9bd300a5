// What the tripwire of `codeMode.dataFlow` adds to calls of real servers: pairs of a watched answer of about 500 characters and a call with a
// short text, in turns with the same pairs without rules.
import { EngineOverServers } from '../engine/engineOverServers.ts';
import { realServer } from '../mcp/realServer.ts';
import { atMost, costOf, median, type Cost, type Row } from './measure.ts';

const pairs = 400;
const turns = 15;
const words = 'order parcel street harbour invoice northern window ticket meadow signal copper gallery'.split(' ');
/** Another text for each number. */
const script = `
  const words = ${JSON.stringify(words)};
  const letter = (number) => Array.from({ length: 70 }, (_, at) => words[(number * 7 + at * (1 + (number % 11))) % words.length]).join(" ");
  const letters = Array.from({ length: ${pairs} }, (_, number) => letter(number));
  const started = performance.now();
  for (let i = 0; i < ${pairs}; i += 1) {
    await tools.mail.echo({ message: letters[i] });
    await tools.web.echo({ message: "Message number " + i + " of this morning has been read and filed" });
  }
  return performance.now() - started;`;

export async function dataFlowRows(): Promise<Row[]> {
  const servers = { mail: realServer('everything'), web: realServer('everything') };
  const limits = { calls: 100_000 };
  const flowRules = [{ pattern: 'mail.* -> web.*', action: 'deny', setting: 'codeMode.dataFlow' }] as const;
  await using off = await EngineOverServers.open(servers, { limits });
  await using on = await EngineOverServers.open(servers, { limits, flowRules });
  const costOfPairs = (test: EngineOverServers) =>
    costOf(async () => {
      const { ok, value, errors } = await test.run(script);
      if (!ok) throw new Error(errors.map(({ message }) => message).join(' '));
      return value as number;
    });
  const samples: { readonly off: Cost; readonly on: Cost }[] = [];
  for (let turn = -1; turn < turns; turn += 1) {
    // In turns first, since a machine can become slower or faster meanwhile.
    const first = turn % 2 === 0 ? await costOfPairs(off) : undefined;
    const watched = await costOfPairs(on);
    const sample = { off: first ?? (await costOfPairs(off)), on: watched };
    if (turn >= 0) samples.push(sample);
  }
  return (['waitedMs', 'cpuMs'] as const).map((kind) => {
    const without = (1_000 * median(samples.map((sample) => sample.off[kind]))) / pairs;
    const value = 100 * (median(samples.map((sample) => sample.on[kind] / sample.off[kind])) - 1);
    const [word, bar] = kind === 'cpuMs' ? ['processor', { bar: atMost(5) }] : ['waited', {}];
    const how = `${turns} turns of ${pairs} pairs over two real servers: ${without.toFixed(0)} µs a pair without rules`;
    return { name: `data flow: added to a pair of calls, ${word}`, value, unit: '%', ...bar, how };
  });
}
