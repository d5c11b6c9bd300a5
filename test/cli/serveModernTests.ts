// Tests `code-mode serve` in this process, over real MCP servers, from the view of the SDK's client of MCP 2026-07-28.
// `npm test` runs the tests over HTTP, `npm run test:full` over standard input and output, where each client has a
// command of its own.
import type { CallToolResult } from '@modelcontextprotocol/client';
import assert from 'node:assert/strict';
import type { JsonObject } from '../../src/base/json.ts';
import { countingServer, writesIn } from '../fakes/countedRuns.ts';
import { scriptedServer } from '../fakes/scriptedServer.ts';
import { everything, TestFolder } from './codeMode.ts';
import {
  answered,
  exchange,
  question,
  script,
  sessionIn,
  textOf,
  type ModernClient,
  type ModernDoor,
} from './modernClient.ts';

export const modern = scriptedServer('modern', 'reject');
const write = 'return (await tools.counting.add({ n: 1 })).total';

/** Defines the tests for one transport to the command. */
export function testServeModern(where: string, open: (folder: TestFolder) => Promise<ModernDoor>): void {
  describe(`code-mode serve over ${where}, for a client of MCP 2026-07-28`, () => {
    let folder: TestFolder;
    let door: ModernDoor;
    /** A client that cannot ask. */
    let plain: ModernClient;
    const closing: (() => Promise<void>)[] = [];

    before(async () => {
      folder = await TestFolder.with({});
      await folder.write('mcp.json', {
        servers: { everything, modern, counting: countingServer(folder.path) },
      });
      // From here on the lists of the servers are known, however long the servers take to start.
      await folder.codeMode(['tools', '--wait', '100', '--config', 'mcp.json']);
      door = await open(folder);
      plain = await door.connect();
    });
    after(async () => {
      await plain.client.close();
      await door.end();
      folder[Symbol.dispose]();
    });
    afterEach(async () => {
      for (const close of closing.splice(0)) await close();
    });

    const connect = async (answer: string, name?: string): Promise<ModernClient> => {
      const connected = await door.connect({ answer: () => answer, ...(name !== undefined && { name }) });
      closing.push(() => connected.client.close());
      return connected;
    };
    const execute = async ({ client }: ModernClient, code: string, more?: object) =>
      await client.callTool(script(code, more));

    it('offers executeCode and findTools, and says how long the list holds', async () => {
      const { tools, ttlMs } = (await plain.client.listTools()) as {
        tools: { name: string }[];
        ttlMs?: number;
      };
      assert.deepEqual(
        tools.slice(0, 2).map(({ name }) => name),
        ['executeCode', 'findTools'],
      );
      assert.equal(ttlMs, 60_000);
    });

    it('names no session where nothing is kept', async () => {
      assert.equal(textOf(await execute(plain, 'return 1')), '1');
    });

    it('gives what a script stored to a later one that names the session', async () => {
      const session = sessionIn(textOf(await execute(plain, 'await codemode.store.set("a", 41)')));
      assert.equal(
        textOf(await execute(plain, 'return await codemode.store.get("a") + 1', { session })),
        '42',
      );
    });

    it('gives what was cut from an answer to a later script that names the session', async () => {
      const cut = textOf(await execute(plain, 'return "x".repeat(100_000)'));
      const [, handle = ''] = /later scripts: codemode\.results\.(r\d+)/.exec(cut) ?? [];
      assert.equal(
        textOf(await execute(plain, `return codemode.results.${handle}.length`, { session: sessionIn(cut) })),
        '100000',
      );
    });

    it('shows nothing of a session to a script that does not name it', async () => {
      await execute(plain, 'await codemode.store.set("a", 41)');
      assert.equal(textOf(await execute(plain, 'return await codemode.store.keys()')), '[]');
    });

    it('refuses the session of a client with another name', async () => {
      const session = sessionIn(textOf(await execute(plain, 'await codemode.store.set("a", 41)')));
      const other = await execute(await connect('Run it', 'other'), 'return await codemode.store.keys()', {
        session,
      });
      assert.match(textOf(other), /^There is no session "s_.* of this client/);
      assert.equal(other.isError, true);
    });

    it('refuses a session that nobody has', async () => {
      assert.match(
        textOf(await execute(plain, 'return 1', { session: `s_${'A'.repeat(32)}` })),
        /^There is no session/,
      );
      assert.match(textOf(await execute(plain, 'return 1', { session: 7 })), /^There is no session 7/);
    });

    it('resumes a run of the session that the client names', async () => {
      const failing = await execute(
        plain,
        'const sum = await tools.everything.getSum({ a: 2, b: 3 }); throw new Error(sum)',
      );
      const [, resume = ''] = /resume: "([^"]+)"/.exec(textOf(failing)) ?? [];
      const resumed = await execute(plain, 'return await tools.everything.getSum({ a: 2, b: 3 })', {
        resume,
        session: sessionIn(textOf(failing)),
      });
      assert.match(textOf(resumed), /\b5\b/);
    });

    it('resumes no run without the session that it belongs to', async () => {
      const failing = textOf(
        await execute(plain, 'await tools.everything.getSum({ a: 2, b: 3 }); throw new Error("no")'),
      );
      const [, resume = ''] = /resume: "([^"]+)"/.exec(failing) ?? [];
      assert.match(textOf(await execute(plain, 'return 1', { resume })), /no run "\S+" of this session/);
    });

    it('tells a client that subscribes to it when the tools have changed', async () => {
      const connected = await connect('Run it');
      const changed = Promise.withResolvers<undefined>();
      connected.client.setNotificationHandler('notifications/tools/list_changed', () =>
        changed.resolve(undefined),
      );
      await connected.client.listTools();
      const subscription = await connected.client.listen({ toolsListChanged: true });
      await execute(connected, 'return await tools.modern.addTool({})');
      await changed.promise;
      await subscription.close();
      const { tools } = await connected.client.listTools();
      assert.match(tools[0]?.description ?? '', /\badded\(/);
    });

    it('reports progress while a script runs', async () => {
      const reports: unknown[] = [];
      await plain.client.callTool(
        script('codemode.progress("half", 0.5); return await tools.everything.getSum({ a: 2, b: 3 })'),
        {
          onprogress: ({ message }) => reports.push(message),
        },
      );
      assert.equal(reports[0], 'half');
    });

    it('sends what a script logs from the level on that the request names, and nothing to one that names none', async () => {
      const lines: unknown[] = [];
      plain.client.setNotificationHandler(
        'notifications/message',
        ({ params }) => void lines.push([params.level, params.data]),
      );
      await execute(plain, 'console.log("a"); console.warn("b")');
      const _meta = { 'io.modelcontextprotocol/logLevel': 'warning' };
      await plain.client.callTool({
        ...script('console.log("c"); console.warn("d"); return await tools.modern.getCity()'),
        _meta,
      });
      assert.deepEqual(lines, [['warning', 'd']]);
    });

    it('cancels a script with its request', async () => {
      const aborter = new AbortController();
      const code = 'codemode.progress("runs"); await new Promise(() => setTimeout(() => {}, 100_000))';
      const call = plain.client.callTool(script(code), {
        signal: aborter.signal,
        onprogress: () => aborter.abort(),
      });
      await assert.rejects(call);
      assert.equal(textOf(await execute(plain, 'return 1')), '1');
    });

    it('asks before a script writes, and lets it write after a yes', async () => {
      const connected = await connect('Run it');
      const before = writesIn(folder.path).length;
      assert.equal(textOf(await execute(connected, write)), String(before + 1));
      assert.match(
        connected.questions.join('\n'),
        /^Run this script[^]*`tools\.counting\.add` can write, once\n- line 1: /,
      );
    });

    it('runs nothing after a no', async () => {
      const before = writesIn(folder.path);
      const result = await execute(await connect('Do not run it'), write);
      assert.match(textOf(result), /said no/);
      assert.deepEqual(writesIn(folder.path), before);
    });

    it('asks once more for a write that the code does not show', async () => {
      const connected = await connect('Allow it');
      const before = writesIn(folder.path).length;
      const result = await execute(
        connected,
        'const name = "ad" + "d"; return (await tools.counting[name]({ n: 2 })).total',
      );
      assert.equal(textOf(result), String(before + 1));
      assert.match(connected.questions.join('\n'), /The running script calls `tools\.counting\.add`/);
    });

    describe('with the state of a question', () => {
      let asking: ModernClient;
      let before: number;
      beforeEach(async () => {
        asking = await connect('Run it');
        before = writesIn(folder.path).length;
      });
      const refused = async (client: ModernClient, params: object, why: RegExp) => {
        await assert.rejects(exchange(client.client, params), why);
        assert.equal(writesIn(folder.path).length, before);
      };

      it('runs nothing when it is forged', async () => {
        const asked = await question(asking.client, script(write));
        const [version, , signature] = asked.requestState.split('.');
        const body = JSON.parse(
          Buffer.from(asked.requestState.split('.')[1] ?? '', 'base64url').toString(),
        ) as { p: JsonObject };
        const forged = Buffer.from(JSON.stringify({ ...body, p: { ...body.p, round: 1 } })).toString(
          'base64url',
        );
        const requestState = [version, forged, `${signature}A`].join('.');
        await refused(
          asking,
          { ...script(write), ...answered(asked, 'Run it'), requestState },
          /Invalid or expired requestState/,
        );
      });

      it('runs no script twice, and says that the script may have written', async () => {
        const asked = await question(asking.client, script(write));
        const round = { ...script(write), ...answered(asked, 'Run it') };
        const result = (await exchange(asking.client, round)) as CallToolResult;
        before += 1;
        assert.equal(textOf(result), String(before));
        await refused(asking, round, /used before, or its request is over\. .* may have taken effect/);
      });

      it('runs nothing for another script', async () => {
        const asked = await question(asking.client, script(write));
        await refused(
          asking,
          { ...script(`${write};`), ...answered(asked, 'Run it') },
          /belongs to another request/,
        );
      });

      it('runs nothing for another client', async () => {
        const asked = await question(asking.client, script(write));
        await refused(
          await connect('Run it', 'other'),
          { ...script(write), ...answered(asked, 'Run it') },
          /Invalid or expired requestState/,
        );
      });

      it('asks again where the answer is missing', async () => {
        const { requestState } = await question(asking.client, script(write));
        const again = await question(asking.client, { ...script(write), requestState, inputResponses: {} });
        assert.match(JSON.stringify(again.inputRequests), /Run this script/);
      });
    });
  });
}
