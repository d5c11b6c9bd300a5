// The work of every sandbox in the comparison, and its measurement: in the contender's own process, by the clock of the
// host, so that no sandbox's own clock counts.
import { setTimeout } from 'node:timers/promises';
import { runInThisContext } from 'node:vm';
import type { JsonValue } from '../../../src/base/json.ts';
import { median } from '../measure.ts';
import type { Contender } from './contender.ts';

export interface Work {
  readonly name: string;
  readonly unit: 'ms' | 'MB' | 'runs/s' | 'calls/s';
  /** Number of repetitions; the median counts. */
  readonly repetitions: number;
  readonly how: string;
  /** True if each repetition runs in a new process. */
  readonly fresh?: true;
  /** `madeMs` is the time that it took to make the contender, in milliseconds. */
  measure(contender: Contender, madeMs: number): Promise<number>;
}

const megabyte = 1_048_576;
const pauseMs = 100;
const echo = () => ({ ok: true });

/** Returns the milliseconds of one run. Checks the result, so that a failing sandbox does not count as fast. */
async function timedRun(
  contender: Contender,
  body: string,
  expected: unknown,
  answer: () => JsonValue = echo,
): Promise<number> {
  const startedAt = performance.now();
  const result = await contender.run(body, answer);
  const ms = performance.now() - startedAt;
  const seen = Array.isArray(result) ? result.length : result;
  if (seen !== expected)
    throw new Error(`The script gave ${JSON.stringify(seen)} instead of ${JSON.stringify(expected)}.`);
  return ms;
}

/** Returns the times at which the calls of one run reached the tool, in milliseconds. */
async function callTimes(contender: Contender, count: number, atOnce: number): Promise<Float64Array> {
  const times = new Float64Array(count);
  let calls = 0;
  const batch =
    atOnce === 1
      ? `await ${contender.tool}({})`
      : `await Promise.all(Array.from({ length: ${atOnce} }, () => ${contender.tool}({})))`;
  await contender.run(`for (let i = 0; i < ${count}; i += ${atOnce}) ${batch}; return 1`, () => {
    times[calls] = performance.now();
    calls += 1;
    return { ok: true };
  });
  if (calls !== count) throw new Error(`${calls} of ${count} calls came.`);
  return times;
}

/** Returns milliseconds for each call, from the first to the last that reaches the tool. */
async function msPerCall(contender: Contender, count: number, atOnce: number): Promise<number> {
  const times = await callTimes(contender, count, atOnce);
  return ((times.at(-1) ?? 0) - (times[0] ?? 0)) / (count - 1);
}

/** Returns the median time between two successive calls at the tool, with calls one after another. */
async function medianCallMs(contender: Contender, count: number): Promise<number> {
  const times = await callTimes(contender, count, 1);
  return median([...times.subarray(1)].map((time, index) => time - (times[index] ?? 0)));
}

/** Returns the number of records of about 100 bytes of JSON each. */
const recordsOf = (megabytes: number) => Math.round((megabytes * megabyte) / 100);
const makeRecord = `(i) => ({ id: i, name: 'record number ' + i, tags: ['alpha', 'beta'], score: i / 7, active: i % 2 === 0, note: 'x'.repeat(10) })`;
const makeRecords = runInThisContext(
  `(count) => Array.from({ length: count }, (_, i) => (${makeRecord})(i))`,
) as (count: number) => JsonValue;

function incoming(megabytes: number): Work {
  const count = recordsOf(megabytes);
  const records = makeRecords(count);
  return {
    name: `${megabytes} MB in from a tool`,
    unit: 'ms',
    repetitions: 5,
    how: 'a run whose one call is answered with so many records',
    measure: (contender) =>
      timedRun(contender, `return (await ${contender.tool}({})).length`, count, () => records),
  };
}

function outgoing(megabytes: number): Work {
  const count = recordsOf(megabytes);
  return {
    name: `${megabytes} MB out as the result`,
    unit: 'ms',
    repetitions: 3,
    how: 'a run that makes and returns so many records',
    measure: (contender) =>
      timedRun(
        contender,
        `const make = ${makeRecord}; return Array.from({ length: ${count} }, (_, i) => make(i))`,
        count,
      ),
  };
}

const sortAndGroup = `
  const records = Array.from({ length: 200000 }, (_, i) => ({ id: i, group: 'g' + ((i * 7919) % 1000), value: (i * 104729) % 1000003 }));
  records.sort((a, b) => a.value - b.value);
  const groups = {};
  for (const record of records) (groups[record.group] ??= []).push(record.value);
  return Object.keys(groups).length`;

const tightLoop = 'let x = 1; for (let i = 0; i < 20000000; i++) x = (x * 31 + i) | 0; return x';

const tightLoopResult = runInThisContext(`(() => { ${tightLoop} })()`) as number;

/** Number of sandboxes that wait at the same time while the memory of one is measured. */
const waitingAtOnce = 3;

/**
 * Returns the memory of the host's process and of the sandboxes while `count` scripts wait for an answer, less the
 * memory before.
 */
async function heldWhileWaiting(
  contender: Contender,
  count: number,
  before: string,
): Promise<{ host: number; outside: number }> {
  const hostBefore = process.memoryUsage.rss();
  const release = Promise.withResolvers<JsonValue>();
  const all = Promise.withResolvers<undefined>();
  let waiting = 0;
  const body = `${before}; await ${contender.tool}({}); return 1`;
  const runs = Array.from({ length: count }, () =>
    contender.run(body, () => {
      waiting += 1;
      if (waiting === count) all.resolve(undefined);
      return release.promise;
    }),
  );
  await Promise.race([all.promise, Promise.all(runs)]);
  const host = process.memoryUsage.rss() - hostBefore;
  const outside = (await contender.outsideBytes()) ?? Number.NaN;
  release.resolve(null);
  await Promise.all(runs);
  return { host, outside };
}

async function timedSeries(contender: Contender, runs: number): Promise<number> {
  const startedAt = performance.now();
  for (let run = 0; run < runs; run += 1) await contender.run('return 1', echo);
  return performance.now() - startedAt;
}

export const works: readonly Work[] = [
  {
    name: 'warm run of `return 1`',
    unit: 'ms',
    repetitions: 15,
    how: `a run, ${pauseMs} ms after the last one`,
    measure: async (contender) => {
      await setTimeout(pauseMs);
      return timedRun(contender, 'return 1', 1);
    },
  },
  {
    name: 'first run',
    unit: 'ms',
    repetitions: 5,
    fresh: true,
    how: 'a process that has loaded the code makes a client and runs `return 1`',
    measure: async (contender, madeMs) => madeMs + (await timedRun(contender, 'return 1', 1)),
  },
  {
    name: 'runs one after another',
    unit: 'runs/s',
    repetitions: 3,
    how: '20 runs of `return 1` with no pause between them',
    measure: async (contender) => 20_000 / (await timedSeries(contender, 20)),
  },
  {
    name: 'one call there and back',
    unit: 'ms',
    repetitions: 7,
    how: 'the median of 2,000 calls in a row in one run',
    measure: (contender) => medianCallMs(contender, 2_000),
  },
  {
    name: 'calls, one at a time',
    unit: 'calls/s',
    repetitions: 3,
    how: '10,000 calls in a row in one run',
    measure: async (contender) => 1_000 / (await msPerCall(contender, 10_000, 1)),
  },
  {
    name: 'calls, 100 at a time',
    unit: 'calls/s',
    repetitions: 5,
    how: '20,000 calls by `Promise.all` of 100 in one run',
    measure: async (contender) => 1_000 / (await msPerCall(contender, 20_000, 100)),
  },
  incoming(1),
  incoming(10),
  outgoing(1),
  outgoing(10),
  {
    name: 'sort and group 200,000 records',
    unit: 'ms',
    repetitions: 5,
    how: 'one run, without a call',
    measure: (contender) => timedRun(contender, sortAndGroup, 1000),
  },
  {
    name: 'tight loop, 20 million rounds',
    unit: 'ms',
    repetitions: 3,
    how: 'one run, integer arithmetic',
    measure: (contender) => timedRun(contender, tightLoop, tightLoopResult),
  },
  {
    name: 'memory of a sandbox',
    unit: 'MB',
    repetitions: 3,
    fresh: true,
    how: `resident, of each of ${waitingAtOnce} that wait for a call's answer`,
    measure: async (contender) => {
      await contender.run('return 1', echo);
      const { host, outside } = await heldWhileWaiting(contender, waitingAtOnce, '');
      return (host + outside) / waitingAtOnce / megabyte;
    },
  },
  {
    name: 'growth of the host by a run',
    unit: 'MB',
    repetitions: 3,
    fresh: true,
    how: "the host's own process, while a script holds 48 MB",
    measure: async (contender) => {
      await contender.run('return 1', echo);
      const { host } = await heldWhileWaiting(contender, 1, 'const held = new Uint8Array(50331648).fill(1)');
      return Math.max(0, host) / megabyte;
    },
  },
];
