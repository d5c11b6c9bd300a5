// Measures the terminal's commands with cached tools of many servers, as ratios to `node -e 0` in the same run: the
// time that a user waits, and the processor time of the command with all its processes, as far as the system tells it.
import { spawnSync } from 'node:child_process';
import { config, TestFolder } from '../cli/testFolder.ts';
import { recordedCatalogs, repeated } from '../fakes/recordedTools.ts';
import { scriptedServer } from '../fakes/scriptedServer.ts';
import { built } from '../fakes/testEngine.ts';
import { atMost, childrenCpuMs, median, type Bar, type Row } from './measure.ts';

const tools = 335;
const rounds = 9;

/** Makes one call of one tool. */
const script =
  'const found = await tools.github.searchRepositories({ query: "code mode" });\nreturn typeof found;\n';

interface Command {
  readonly name: string;
  readonly args: readonly string[];
  readonly bar?: Bar;
  /** True if the script is different each time. */
  readonly isNew?: boolean;
}

const commands: readonly Command[] = [
  { name: '--help', args: ['--help'], bar: atMost(3) },
  { name: 'search', args: ['search', 'create an issue', ...config], bar: atMost(12) },
  { name: 'describe', args: ['describe', 'tools.github.createIssue', ...config], bar: atMost(12) },
  { name: 'tools', args: ['tools', ...config], bar: atMost(12) },
  { name: 'types', args: ['types', ...config] },
  { name: 'run, one call', args: ['run', 'script.ts', '--allow-writes', ...config], bar: atMost(25) },
  {
    name: 'run, one call, a new script',
    args: ['run', 'new.ts', '--allow-writes', ...config],
    isNew: true,
    bar: atMost(25),
  },
];

interface Cost {
  readonly wallMs: number;
  /** NaN if the system does not tell. */
  readonly cpuMs: number;
}

export async function terminalRows(): Promise<Row[]> {
  using folder = await catalogFolder();
  const run = (args: readonly string[]) => costOf(folder, [built('cli/main.js'), ...args]);
  // The first command caches the lists, the next commands the declarations and other data.
  for (const { args } of [{ args: ['tools', '--wait', '60', ...config] }, ...commands, ...commands])
    run(args);
  const nodes: Cost[] = [];
  const costs = commands.map((): Cost[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { args, isNew = false }] of commands.entries()) {
      if (isNew) await folder.write('new.ts', `// ${round}\n${script}`);
      nodes.push(costOf(folder, ['-e', '0']));
      costs[index]?.push(run(args));
    }
  }
  const of = (all: readonly Cost[], kind: keyof Cost) => median(all.map((cost) => cost[kind]));
  const how = `the median of ${rounds}, ${tools} cached tools, as a ratio to`;
  return commands.flatMap(({ name, bar }, index) =>
    (['wallMs', 'cpuMs'] as const).flatMap((kind) => {
      const [ms, nodeMs] = [of(costs[index] ?? [], kind), of(nodes, kind)];
      if (Number.isNaN(ms)) return [];
      const time = kind === 'wallMs' ? 'waited' : 'processor';
      const told = `${how} ${nodeMs.toFixed(0)} ms of \`node -e 0\`: ${ms.toFixed(0)} ms`;
      return [
        { name: `terminal: ${name}, ${time}`, value: ms / nodeMs, unit: '×', ...(bar && { bar }), how: told },
      ];
    }),
  );
}

/**
 * Returns a folder with servers that list the recorded tools of real servers, some again under other names, until there
 * are enough tools.
 */
async function catalogFolder(): Promise<TestFolder> {
  const largestFirst = recordedCatalogs().toSorted((a, b) => b.tools.length - a.tools.length);
  const folder = await TestFolder.with({ 'script.ts': script, 'new.ts': script });
  const servers: Record<string, object> = {};
  for (const { name, tools: listed } of repeated(largestFirst, tools)) {
    await folder.write(`${name}.json`, { tools: listed });
    servers[name] = scriptedServer('list', `${name}.json`);
  }
  await folder.write('mcp.json', { servers });
  return folder;
}

function costOf(folder: TestFolder, args: readonly string[]): Cost {
  const cpuBefore = childrenCpuMs();
  const startedAt = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd: folder.path,
    env: folder.environment(),
    encoding: 'utf8',
  });
  const wallMs = performance.now() - startedAt;
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}: ${stderr}`);
  return { wallMs, cpuMs: childrenCpuMs() - cpuBefore };
}
