// Measures the type check with and without a warm cache, and the memory of its thread, over a catalog of a usual size.
import { Worker } from 'node:worker_threads';
import type { CatalogSnapshot } from '../../src/catalog/snapshot.ts';
import type { ThreadedChecker } from '../../src/checker/threadedChecker.ts';
import { Declarations } from '../../src/declarations/declarations.ts';
import { recordedSnapshot } from '../fakes/findingRequests.ts';
import { hostCompiler } from '../fakes/hostCompiler.ts';
import { checkReferences } from '../../src/engine/preflight/checkReferences.ts';
import { findTypeErrors } from '../../src/engine/preflight/typeErrors.ts';
import { realChecker } from '../fakes/realChecker.ts';
import { built } from '../fakes/testEngine.ts';
import { atMost, median, type Row } from './measure.ts';

const TOOLS = 335;
const OTHER_TOOLS = [45, 10_000];
const { signal } = new AbortController();

/** Returns a script like those of models, with four tools of three servers; the text differs in each round. */
const scriptOf = (round: number) => `
  const { entities } = await tools.memory.searchNodes({ query: "release ${round}" });
  const names: string[] = entities.filter((entity) => entity.entityType === "issue").map(({ name }) => name);
  const files = await Promise.all(names.map((name) => tools.filesystem.readTextFile({ path: \`notes/\${name}.md\`, head: 10 })));
  for (const [index, { content }] of files.entries()) {
    if (!content.includes("done")) continue;
    await tools.memory.addObservations({ observations: [{ entityName: names[index], contents: ["done"] }] });
  }
  return { sum: await tools.everything.getSum({ a: ${round}, b: 2 }), open: names.length };`;

export async function typeCheck(): Promise<Row[]> {
  const snapshot = await recordedSnapshot(TOOLS);
  const checker = realChecker({ log: console.error });
  const declarations = new Declarations({ compiler: hostCompiler });
  const open = () => realChecker({ log: console.error });
  const check = async (typeChecker: ThreadedChecker, round: number, snapshot: CatalogSnapshot) => {
    const preparation = await checker.prepare(scriptOf(round), signal);
    if (!preparation.ok) throw new Error('the script of the benchmark is wrong');
    const { tools } = await checkReferences(preparation.script, snapshot, declarations);
    const start = performance.now();
    const found = await findTypeErrors(
      { declarations, typeChecker },
      { script: preparation.script, tools, snapshot },
      signal,
    );
    if (found.length > 0) throw new Error(found.map(({ message }) => message).join('\n'));
    return performance.now() - start;
  };

  const cold: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const typeChecker = open();
    cold.push(await check(typeChecker, round, snapshot));
    await typeChecker.dispose();
  }
  const typeChecker = open();
  for (let round = 0; round < 30; round += 1) await check(typeChecker, round, snapshot);
  let round = 30;
  const warmIn = async (catalog: CatalogSnapshot) => {
    const warm: number[] = [];
    for (let count = 0; count < 40; count += 1) warm.push(await check(typeChecker, (round += 1), catalog));
    return median(warm);
  };
  const warm = await warmIn(snapshot);
  const growth: Row[] = [];
  for (const tools of OTHER_TOOLS) {
    growth.push({
      name: `type check, warm, ${tools.toLocaleString('en')} tools`,
      value: await warmIn(await recordedSnapshot(tools)),
      unit: 'ms',
      how: 'the same script, in a catalog of so many',
    });
  }
  await typeChecker.dispose();
  await checker.dispose();
  const size = snapshot.servers.reduce((sum, server) => sum + server.tools.length, 0);
  const how = `a script of four tools, in a catalog of ${size} tools of ${snapshot.servers.length} servers`;
  return [
    {
      name: 'type check, cold',
      value: median(cold),
      unit: 'ms',
      how: 'thread started, TypeScript and its library loaded, the same script',
    },
    { name: 'type check, warm', value: warm, unit: 'ms', bar: atMost(30), how },
    ...growth,
    {
      name: "heap of the type check's thread",
      value: await heapMb(),
      unit: 'MB',
      how: 'used, after its first check',
    },
  ];
}

async function heapMb(): Promise<number> {
  const worker = new Worker(built('checker/thread.js'), { workerData: { libFolder: built('checker/lib') } });
  const answered = new Promise((resolve) => worker.once('message', resolve));
  worker.postMessage({ id: 1, source: scriptOf(0), declarations: 'declare const tools: any;' });
  await answered;
  const { used_heap_size: used } = await worker.getHeapStatistics();
  await worker.terminate();
  return used / 1_048_576;
}
