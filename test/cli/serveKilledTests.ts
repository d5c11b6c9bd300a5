// Tests a `code-mode serve` that is ended in the middle of a script: no server and no sandbox is left. `npm test` ends
// the command in one way, `npm run test:full` in the others.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema, type CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import assert from 'node:assert/strict';
import { faultServer } from '../fakes/faultServer.ts';
import { built } from '../fakes/testEngine.ts';
import { isAlive } from '../mcp/isAlive.ts';
import { eventually, sandboxProcesses } from '../sandbox/sandboxProcesses.ts';
import { spawnServeHttp } from './servedHttp.ts';
import { TestFolder } from './testFolder.ts';

/** A client, and the process that serves it. */
interface Served {
  readonly client: Client;
  readonly pid: number;
}

type Door = 'over stdio' | 'over HTTP';
type Ending = readonly [door: Door, signal: 'SIGTERM' | 'SIGKILL'];

/** Defines a test for each way in which the command is ended. */
export function testServeKilled(endings: readonly Ending[]): void {
  // Sandboxes are counted in /proc.
  if (process.platform !== 'linux') return;
  describe('code-mode serve that is ended while a script runs', function () {
    this.timeout(30_000);
    const folder = TestFolder.forAllTests({ 'mcp.json': { servers: { faults: faultServer('stubborn') } } });
    let client: Client | undefined;
    afterEach(() => client?.close());

    const doors: Readonly<Record<Door, () => Promise<Served>>> = {
      'over stdio': async () => {
        client = new Client({ name: 'test', version: '1' });
        const env = Object.fromEntries(
          Object.entries(folder.environment()).filter(
            (entry): entry is [string, string] => entry[1] !== undefined,
          ),
        );
        const args = [built('cli/main.js'), 'serve', '--config', 'mcp.json'];
        const transport = new StdioClientTransport({
          command: process.execPath,
          args,
          cwd: folder.path,
          env,
          stderr: 'ignore',
        });
        await client.connect(transport);
        return { client, pid: transport.pid ?? 0 };
      },
      'over HTTP': async () => {
        const { url, token, pid } = await spawnServeHttp(folder);
        client = new Client({ name: 'test', version: '1' });
        const headers = { authorization: `Bearer ${token}` };
        await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
        return { client, pid };
      },
    };

    for (const [door, signal] of endings) {
      it(`${door} by ${signal} leaves no process`, async () => {
        const served = await doors[door]();
        const execute = (code: string, onprogress?: () => void) =>
          served.client.callTool({ name: 'executeCode', arguments: { code } }, CallToolResultSchema, {
            ...(onprogress && { onprogress }),
          });
        const { content } = (await execute('return (await tools.faults.pid({})).pid')) as CallToolResult;
        const server = Number.parseInt(content[0]?.type === 'text' ? content[0].text : '', 10);
        const running = Promise.withResolvers<undefined>();
        const hanging = execute(
          'codemode.progress("runs"); await new Promise(() => setTimeout(() => {}, 60_000))',
          () => running.resolve(undefined),
        );
        hanging.catch(() => undefined);
        await running.promise;
        const processes = [server, ...sandboxProcesses(served.pid)];
        assert.ok(processes.length > 1 && processes.every(isAlive), String(processes));
        process.kill(served.pid, signal);
        assert.deepEqual(
          await eventually(
            () => processes.filter(isAlive),
            (alive) => alive.length === 0,
          ),
          [],
        );
      });
    }
  });
}
