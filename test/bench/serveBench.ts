// Measures the times of a client of MCP 2026-07-28 with `code-mode serve --http`, beside a client of 2025-11-25 with
// the same process: `node test/bench/serveBench.ts`.
import {
  Client,
  StreamableHTTPClientTransport,
  type VersionNegotiationOptions,
} from '@modelcontextprotocol/client';
import { serveHttp } from '../cli/servedHttp.ts';
import { TestFolder } from '../cli/testFolder.ts';
import { countingServer } from '../fakes/countedRuns.ts';
import { TemporaryFolder } from '../fakes/temporaryFolder.ts';
import { median } from './measure.ts';

const repeats = 41;
const versions: Readonly<Record<string, VersionNegotiationOptions>> = {
  '2025-11-25': { mode: 'legacy' },
  '2026-07-28': { mode: { pin: '2026-07-28' } },
};

const [folder, counted] = [new TestFolder(), new TemporaryFolder('code-mode-counted-')];
await folder.write('mcp.json', { servers: { counting: countingServer(counted.path) } });
const door = await serveHttp(folder);
const headers = { authorization: `Bearer ${door.token}` };
const connect = async (versionNegotiation: VersionNegotiationOptions): Promise<Client> => {
  const client = new Client(
    { name: 'bench', version: '1' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation },
  );
  client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { answer: 'Run it' } }));
  await client.connect(new StreamableHTTPClientTransport(new URL(door.url), { requestInit: { headers } }));
  return client;
};
const run = (client: Client, code: string) => client.callTool({ name: 'executeCode', arguments: { code } });
const write = 'return (await tools.counting.add({ n: 1 })).total';

const steps: Readonly<
  Record<string, (client: Client, version: VersionNegotiationOptions) => Promise<unknown>>
> = {
  'connect and list the tools': async (_client, version) => {
    const client = await connect(version);
    await client.listTools();
    await client.close();
  },
  'a script that returns 1': (client) => run(client, 'return 1'),
  'a script whose write is asked about': (client) => run(client, write),
};

const clients = new Map<string, Client>();
for (const [name, version] of Object.entries(versions)) clients.set(name, await connect(version));
console.log(`| step | ${Object.keys(versions).join(' | ')} | ratio |`);
for (const [name, step] of Object.entries(steps)) {
  const times: Record<string, number[]> = {};
  // The clients take turns, so that both have the same conditions.
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const [version, client] of clients) {
      const begun = performance.now();
      await step(client, versions[version] ?? {});
      (times[version] ??= []).push(performance.now() - begun);
    }
  }
  const [older = NaN, newer = NaN] = Object.keys(versions).map((version) => median(times[version] ?? []));
  console.log(
    `| ${name} | ${older.toFixed(1)} ms | ${newer.toFixed(1)} ms | ${(newer / older).toFixed(2)} |`,
  );
}
for (const client of clients.values()) await client.close();
await door.end();
folder[Symbol.dispose]();
counted[Symbol.dispose]();
