// Makes many calls to real servers in one host, ten at a time, some of them cancelled and some refused: memory, handles
// and processes must not grow. `node --expose-gc test/mcp/soak.ts --calls 2000` prints a line for each tenth of the
// calls and a verdict, and exits with 1 if something grew.
import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { JsonObject } from '../../src/base/json.ts';
import { EverythingHttpServer } from './everythingHttpServer.ts';
import { McpWorkspace } from './mcpWorkspace.ts';
import { realServer } from './realServer.ts';

export interface SoakSample {
  readonly calls: number;
  /** Heap after a garbage collection, in MB. */
  readonly heapMb: number;
  /** Resident memory of the host, in MB. */
  readonly residentMb: number;
  /** Number of open files, pipes and sockets of the host. */
  readonly descriptors: number;
  /** Number of resources that keep the host's event loop alive. */
  readonly resources: number;
  /** Number of processes of the host: servers and guard. */
  readonly processes: number;
  /** Number of calls that ended in an unexpected way. */
  readonly wrong: number;
}

interface Step {
  readonly server: string;
  readonly tool: string;
  readonly input: JsonObject;
  readonly expected: 'answer' | 'isError' | 'cancelled';
}

const thought = { thought: 'flat', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 };
const steps: readonly Step[] = [
  { server: 'everything', tool: 'echo', input: { message: 'hello' }, expected: 'answer' },
  { server: 'web', tool: 'get-sum', input: { a: 2, b: 3 }, expected: 'answer' },
  { server: 'files', tool: 'read_text_file', input: { path: 'note.txt' }, expected: 'answer' },
  { server: 'memory', tool: 'read_graph', input: {}, expected: 'answer' },
  { server: 'thinking', tool: 'sequentialthinking', input: thought, expected: 'answer' },
  {
    server: 'everything',
    tool: 'trigger-long-running-operation',
    input: { duration: 60, steps: 2 },
    expected: 'cancelled',
  },
  {
    server: 'web',
    tool: 'trigger-long-running-operation',
    input: { duration: 60, steps: 2 },
    expected: 'cancelled',
  },
  { server: 'files', tool: 'read_text_file', input: { path: '/etc/hostname' }, expected: 'isError' },
  { server: 'web', tool: 'get-tiny-image', input: {}, expected: 'answer' },
];
const samplesInAll = 10;
const cancelAfterMs = 20;

/** Makes `calls` calls, `atOnce` at a time; takes a sample at each tenth of the way. */
export async function soak(
  calls: number,
  atOnce: number,
  onSample: (sample: SoakSample) => void,
): Promise<readonly SoakSample[]> {
  const web = await EverythingHttpServer.start();
  const workspace = await McpWorkspace.create({
    everything: realServer('everything'),
    files: { ...realServer('filesystem', '${workspaceFolder}'), cwd: '${workspaceFolder}' },
    memory: { ...realServer('memory'), env: { MEMORY_FILE_PATH: '${workspaceFolder}/memory.jsonl' } },
    thinking: { ...realServer('sequential-thinking'), env: { DISABLE_THOUGHT_LOGGING: 'true' } },
    web: { url: web.url },
  });
  await workspace.write('note.txt', 'remember the milk '.repeat(500));
  const samples: SoakSample[] = [];
  let next = 0;
  let wrong = 0;
  const worker = async (end: number) => {
    while (next < end) if (!(await isRight(workspace, steps[next++ % steps.length]))) wrong += 1;
  };
  try {
    for (let done = 0; done < calls;) {
      done = Math.min(calls, done + Math.ceil(calls / samplesInAll));
      await Promise.all(Array.from({ length: atOnce }, () => worker(done)));
      workspace.log.length = 0;
      const sample = measure(done, wrong);
      samples.push(sample);
      onSample(sample);
    }
  } finally {
    await workspace.dispose();
    await web.kill();
  }
  return samples;
}

async function isRight(workspace: McpWorkspace, step: Step | undefined): Promise<boolean> {
  if (!step) return false;
  const { server, tool, input, expected } = step;
  const controller = new AbortController();
  const cancel = expected === 'cancelled' ? setTimeout(() => controller.abort(), cancelAfterMs) : undefined;
  const outcome = await workspace.call(server, tool, input, controller.signal);
  clearTimeout(cancel);
  if (expected === 'cancelled') return !outcome.ok && outcome.error.code === 'cancelled';
  return outcome.ok && outcome.result.isError === (expected === 'isError');
}

function measure(calls: number, wrong: number): SoakSample {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(/\s+/);
  return {
    calls,
    heapMb: Math.round(heapUsed / 104_857.6) / 10,
    residentMb: Math.round(rss / 1_048_576),
    descriptors: readdirSync('/proc/self/fd').length,
    resources: process.getActiveResourcesInfo().length,
    processes: children.length,
    wrong,
  };
}

/**
 * Returns the measure that grew in the second half, when every kind of call has occurred many times; undefined if none
 * grew.
 */
export function growth(samples: readonly SoakSample[]): string | undefined {
  const first = samples[Math.floor(samples.length / 2)];
  const last = samples.at(-1);
  if (!first || !last) return 'there are no samples';
  if (last.wrong > 0) return `${last.wrong} calls did not end as they must`;
  if (last.heapMb - first.heapMb > 3) return `the heap grew from ${first.heapMb} to ${last.heapMb} MB`;
  // Memory that the collector keeps after a peak of the heap is not growth.
  if (last.residentMb - first.residentMb > 50)
    return `the host grew from ${first.residentMb} to ${last.residentMb} MB`;
  if (last.processes !== first.processes)
    return `processes went from ${first.processes} to ${last.processes}`;
  for (const what of ['descriptors', 'resources'] as const) {
    // Connections to the HTTP server may wait to be reused or may just be closing.
    if (last[what] - first[what] > 20) return `${what} grew from ${first[what]} to ${last[what]}`;
  }
  return undefined;
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({
    options: { calls: { type: 'string', default: '2000' }, 'at-once': { type: 'string', default: '10' } },
  });
  const samples = await soak(Number(values.calls), Number(values['at-once']), (sample) =>
    console.log(JSON.stringify(sample)),
  );
  const grown = growth(samples);
  console.log(grown ?? 'flat');
  process.exitCode = grown === undefined ? 0 : 1;
}
