// Makes many calls to real servers in one host, ten at a time, some of them cancelled and some refused: memory, handles
// and processes must not grow. `node --expose-gc test/mcp/soak.ts --calls 2000` prints a line for each tenth of the
// calls and a verdict, and exits with 1 if something grew.
import { readFileSync } from 'node:fs';
import type { JsonObject } from '../../src/base/json.ts';
import { conclude, growth, soak, soakSize } from '../fakes/soak.ts';
import { EverythingHttpServer } from './everythingHttpServer.ts';
import { McpWorkspace } from './mcpWorkspace.ts';
import { realServer } from './realServer.ts';

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
const cancelAfterMs = 20;

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

const web = await EverythingHttpServer.start();
const workspace = await McpWorkspace.create({
  everything: realServer('everything'),
  files: { ...realServer('filesystem', '${workspaceFolder}'), cwd: '${workspaceFolder}' },
  memory: { ...realServer('memory'), env: { MEMORY_FILE_PATH: '${workspaceFolder}/memory.jsonl' } },
  thinking: { ...realServer('sequential-thinking'), env: { DISABLE_THOUGHT_LOGGING: 'true' } },
  web: { url: web.url },
});
try {
  await workspace.write('note.txt', 'remember the milk '.repeat(500));
  const samples = await soak({
    ...soakSize('calls', 2_000, 10),
    parts: 10,
    one: (index) => isRight(workspace, steps[index % steps.length]),
    processes: () =>
      readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(/\s+/).length,
    measure: () => {
      workspace.log.length = 0;
      return {};
    },
  });
  // Memory that the collector keeps after a peak of the heap is not growth. Connections to the HTTP server may wait to
  // be reused or may just be closing.
  const most = { heapMb: 3, residentMb: 50, descriptors: 20, resources: 20, processes: 0 };
  const counts = new Set(samples.slice(samples.length / 2).map(({ processes }) => processes));
  conclude(growth(samples, most) ?? (counts.size > 1 ? `processes: ${[...counts].join()}` : undefined));
} finally {
  await workspace.dispose();
  await web.kill();
}
