// Takes one sample of a first script over many servers in a process of its own. Prints the milliseconds from the
// request to the answer of a script that searches all servers, with the tools of an earlier session (a folder that was
// used before) or without.
import { noUser } from '../fakes/noUser.ts';
import { setTimeout } from 'node:timers/promises';
import { defaultDiscovery } from '../../src/mcp/connection/discoveryRules.ts';
import { McpToolSource } from '../../src/mcp/source/mcpToolSource.ts';
import { CacheFolder } from '../../src/base/files/cacheFolder.ts';
import { faultServer } from '../fakes/faultServer.ts';
import { TestEngine } from '../fakes/testEngine.ts';

const [, , folder, servers = '20'] = process.argv;
const kept = new CacheFolder({ folder, what: 'The tools', log: console.error });
const definitions = Array.from({ length: Number(servers) }, (_, index) => ({
  name: `server${index}`,
  origin: 'the benchmark',
  launch: { type: 'stdio', ...faultServer(), cwd: process.cwd(), env: {} } as const,
}));
const source = new McpToolSource({
  readDefinitions: () => Promise.resolve({ definitions, problems: [] }),
  clientInfo: { name: 'code-mode-bench', version: '1.0.0' },
  log: () => undefined,
  discovery: () => defaultDiscovery,
  listings: kept,
  ...noUser(),
});
await using test = new TestEngine([source], { realSandbox: true });
await test.run('return 1');
// A person or a model takes longer than this, so the spare process is ready again.
await setTimeout(1_000);
const startedAt = performance.now();
const { value } = await test.run(
  'return Object.keys(tools).filter((server) => "echo" in tools[server]).length',
);
const ms = performance.now() - startedAt;
if (value !== Number(servers)) throw new Error(`The script saw ${JSON.stringify(value)} servers.`);
await source.dispose();
await kept.dispose();
console.log(JSON.stringify({ ms }));
