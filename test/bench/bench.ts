// `npm run bench`: measures the figures of docs/benchmarks.md as medians; for a start, whole processes are measured.
// With names of parts as arguments (`node test/bench/bench.ts stages terminal`) it measures these alone.
// Each figure is printed when it is measured, and the tables at the end. A figure that cannot be measured is reported
// in its place and makes the exit code 1.
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { cpus } from 'node:os';
import type { SandboxEngine } from '../../src/sandbox/protocol/sandboxOptions.ts';
import { findOsConfinement } from '../../src/sandbox/supervisor/findOsConfinement.ts';
import { measureEditor } from '../editor/measureEditor.ts';
import { measureTables } from '../editor/measureTables.ts';
import { measureTraces } from '../editor/measureTraces.ts';
import { InMemorySource, type InMemoryTool } from '../fakes/inMemorySource.ts';
import { TestEngine } from '../fakes/testEngine.ts';
import { declarationBench } from './declarationBench.ts';
import { discoveryBench } from './discoveryBench.ts';
import {
  atLeast,
  atMost,
  measureParts,
  median,
  missed,
  table,
  timed,
  type Part,
  type Row,
} from './measure.ts';
import { comparePeers, type ComparedRow } from './peers/comparePeers.ts';
import { peerTable, peerText } from './peers/peerTable.ts';
import { recordRows } from './runRecords.ts';
import { comparedBars, faultCosts, idleSandbox } from './sandboxBars.ts';
import { savedScriptRows } from './savedScripts.ts';
import { searchRows } from './searchBench.ts';
import { stagedRows } from './stagedBench.ts';
import { stepRows } from './stepBench.ts';
import { terminalRows } from './terminal.ts';
import { typeCheck } from './typeCheck.ts';

function coldStarts(): Row[] {
  const file = new URL('coldStart.ts', import.meta.url).pathname;
  const samples = Array.from(
    { length: 7 },
    () => JSON.parse(execFileSync(process.execPath, [file], { encoding: 'utf8' })) as Record<string, number>,
  );
  const of = (key: string) => median(samples.map((sample) => sample[key] ?? Number.NaN));
  return [
    {
      name: 'engine ready from cold',
      value: of('ready'),
      unit: 'ms',
      how: 'fresh process: load, start thread and process, first `return 1`',
    },
    {
      name: 'first run, engine loaded',
      value: of('first'),
      unit: 'ms',
      bar: atMost(700),
      how: 'the same, without loading the code',
    },
  ];
}

/**
 * A person or a model takes longer than this between two runs, so the spare process is ready again, in milliseconds.
 */
const pauseMs = 150;

const echo: InMemoryTool = {
  name: 'echo',
  answer: () => ({ content: [], structuredContent: { ok: true }, isError: false }),
};

function echoing(sandboxEngine: SandboxEngine): TestEngine {
  return new TestEngine([new InMemorySource({ s: [echo] })], {
    limits: { calls: 100_000, callsAtOncePerServer: 100 },
    sandboxEngine,
  });
}

/** Returns milliseconds for each of `count` calls, `atOnce` at a time. */
async function callMs(test: TestEngine, count: number, atOnce: number): Promise<number> {
  const { value } = await test.run(`
    const started = performance.now();
    for (let i = 0; i < ${count}; i += ${atOnce}) await Promise.all(Array.from({ length: ${atOnce} }, () => tools.s.echo({})));
    return performance.now() - started;`);
  return (value as number) / count;
}

/**
 * Measures the same in the second engine. It has no limits, since the engine is for systems where the first one cannot
 * run.
 */
async function runsInWasm(): Promise<Row[]> {
  await using test = echoing('wasm');
  const warm = await timed(20, 3, () => test.run('return 1'), pauseMs);
  const one = median(await series(3, () => callMs(test, 1_000, 1)));
  const hundred = median(await series(3, () => callMs(test, 10_000, 100)));
  return [
    {
      name: 'wasm engine: warm run of `return 1`',
      value: median(warm),
      unit: 'ms',
      how: 'a spare machine is ready',
    },
    { name: 'wasm engine: one call there and back', value: one, unit: 'ms', how: '1,000 in a row' },
    {
      name: 'wasm engine: calls, 100 at a time',
      value: 1_000 / hundred,
      unit: 'calls/s',
      how: '10,000 calls by Promise.all of 100',
    },
  ];
}

async function runs(): Promise<Row[]> {
  await using test = echoing('process');
  const warm = await timed(40, 5, () => test.run('return 1'), pauseMs);
  const sustained = await timed(3, 1, async () => {
    for (let run = 0; run < 20; run += 1) await test.run('return 1');
  });
  const one = median(await series(5, () => callMs(test, 2_000, 1)));
  const hundred = median(await series(5, () => callMs(test, 20_000, 100)));
  return [
    {
      name: 'warm run of `return 1`',
      value: median(warm),
      unit: 'ms',
      bar: atMost(10),
      how: 'checked, run, answered; a spare process is ready',
    },
    {
      name: 'runs one after another',
      value: 20_000 / median(sustained),
      unit: 'runs/s',
      bar: atLeast(15),
      how: '20 runs with no pause between them',
    },
    {
      name: 'one call there and back',
      value: one,
      unit: 'ms',
      how: 'script to an in-process source and back, 2,000 in a row',
    },
    { name: 'calls, one at a time', value: 1_000 / one, unit: 'calls/s', how: 'the same' },
    {
      name: 'calls, 100 at a time',
      value: 1_000 / hundred,
      unit: 'calls/s',
      how: '20,000 calls by Promise.all of 100',
    },
  ];
}

/** Returns no rows if the operating system offers no confinement. */
async function runsBehindTheWall(): Promise<Row[]> {
  const { platform, execPath, env } = process;
  if (!(await findOsConfinement({ platform, path: env['PATH'] ?? '', execPath })).ok) return [];
  await using test = new TestEngine([], { osConfinement: 'required' });
  const warm = await timed(40, 5, () => test.run('return 1'), pauseMs);
  return [
    {
      name: 'warm run behind the OS wall',
      value: median(warm),
      unit: 'ms',
      how: 'the same, with `codeMode.sandbox.os`: `required`',
    },
  ];
}

async function series(count: number, work: () => Promise<number>): Promise<number[]> {
  const values: number[] = [];
  for (let index = 0; index < count; index += 1) values.push(await work());
  return values;
}

async function editor(): Promise<Row[]> {
  const { activationMs, firstRunMs, firstRunCpuMs, warmRunMs } = await measureEditor();
  return [
    {
      name: 'activation in the editor',
      value: median(activationMs),
      unit: 'ms',
      bar: atMost(50),
      how: '`activate()` in the extension host of a real VS Code',
    },
    {
      name: 'first executeCode after activation',
      value: median(firstRunMs),
      unit: 'ms',
      bar: atMost(400),
      how: '`lm.invokeTool`, `return 1`, engine not loaded yet',
    },
    {
      name: 'processor time of the same',
      value: median(firstRunCpuMs),
      unit: 'ms',
      how: 'of the extension host with all its threads; the sandbox process is not counted',
    },
    {
      name: 'warm executeCode in the editor',
      value: median(warmRunMs),
      unit: 'ms',
      how: '`lm.invokeTool`, `return 1`',
    },
    {
      name: 'VSIX',
      value: statSync('code-mode.vsix').size / 1_048_576,
      unit: 'MB',
      bar: atMost(5),
      how: '`npm run package`',
    },
  ];
}

async function traces(): Promise<Row[]> {
  return (await measureTraces()).flatMap(({ name, pictureMs, stallMs }): Row[] => [
    {
      name: `trace until drawn: ${name}`,
      value: pictureMs,
      unit: 'ms',
      how: 'from the command to its first call in a real window',
    },
    { name: `extension host still: ${name}`, value: stallMs, unit: 'ms', how: 'the longest of the same' },
  ]);
}

async function tables(): Promise<Row[]> {
  const how = 'in the result panel of a real window, until the rows are drawn';
  return (await measureTables()).map(({ what, ms }) => ({
    name: `table of 100,000 rows: ${what}`,
    value: median(ms),
    unit: 'ms',
    how,
  }));
}

const compared: ComparedRow[] = [];

async function besideOthers(): Promise<Row[]> {
  await comparePeers((row) => {
    compared.push(row);
    console.log(peerText(row));
  });
  return comparedBars(compared);
}

const parts: readonly Part[] = [
  ['beside other sandboxes', besideOthers],
  ['an idle sandbox', async () => [await idleSandbox()]],
  ['faults', faultCosts],
  ['cold starts', coldStarts],
  ['runs', runs],
  ['runs in wasm', runsInWasm],
  ['runs behind the wall', runsBehindTheWall],
  ['saved scripts', savedScriptRows],
  ['records of runs', recordRows],
  ['discovery', discoveryBench],
  ['declarations', declarationBench],
  ['search', searchRows],
  ['steps', stepRows],
  ['stages', stagedRows],
  ['type check', typeCheck],
  ['terminal', terminalRows],
  ['editor', editor],
  ['traces', traces],
  ['tables', tables],
];

console.log(
  `Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${process.platform}\n`,
);
const wanted = process.argv.slice(2);
const chosen = parts.filter(([name]) => wanted.length === 0 || wanted.includes(name));
const { rows, failed } = await measureParts(chosen, (line) => console.log(line));
console.log(`\n${peerTable(compared)}`);
console.log(`\n${table(rows)}`);
const late = missed(rows);
console.log(late.length === 0 ? '\nAll bars are met.' : `\nMissed: ${late.join(', ')}`);
if (failed.length > 0) {
  console.log(`Not measured: ${failed.join(', ')}`);
  process.exitCode = 1;
}
