// `code-mode serve --http --state` as three processes with a folder each, as three machines have, over a real server
// of the state and behind a real load balancer. What they write is counted in one file.
import {
  StreamableHTTPClientTransport,
  type CallToolResult,
  type Client,
} from '@modelcontextprotocol/client';
import assert from 'node:assert/strict';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  answered,
  connected,
  exchange,
  question,
  script,
  sessionIn,
  textOf,
} from '../../cli/modernClient.ts';
import { spawnServeHttp } from '../../cli/servedHttp.ts';
import { config, TestFolder } from '../../cli/testFolder.ts';
import { countingServer, writesIn } from '../../fakes/countedRuns.ts';
import { Nginx } from '../../fakes/nginx.ts';
import { RedisServer } from '../../fakes/redisServer.ts';
import { TemporaryFolder } from '../../fakes/temporaryFolder.ts';
import { eventually } from '../../sandbox/sandboxProcesses.ts';

type Replica = Awaited<ReturnType<typeof spawnServeHttp>>;

describe('replicas of code-mode serve', function () {
  this.timeout(120_000);
  let state: RedisServer;
  /** The folder in which writes are counted. */
  let counted: TemporaryFolder;
  let folders: TestFolder[];
  let replicas: Replica[];
  const closing: (() => Promise<void>)[] = [];

  beforeEach(async () => {
    state = await RedisServer.start();
    counted = new TemporaryFolder('code-mode-counted-');
    const servers = { counting: countingServer(counted.path) };
    folders = await Promise.all([1, 2, 3].map(() => TestFolder.with({ 'mcp.json': { servers } })));
    const [first = new TestFolder(), ...others] = folders;
    await first.codeMode(['tools', '--wait', '100', '--config', 'mcp.json']);
    const options = (folder: TestFolder) => [
      ...config,
      ...['--host', '127.0.0.1', '--token-file', join(folder.path, 'token'), '--state', state.url()],
    ];
    const begun = await spawnServeHttp(first, options(first));
    for (const other of others) await copyFile(join(first.path, 'token'), join(other.path, 'token'));
    replicas = [begun, ...(await Promise.all(others.map((other) => spawnServeHttp(other, options(other)))))];
  });
  afterEach(async () => {
    for (const close of closing.splice(0)) await close().catch(() => undefined);
    await Promise.all(replicas.map(({ end }) => end()));
    for (const folder of folders) folder[Symbol.dispose]();
    counted[Symbol.dispose]();
    await state[Symbol.asyncDispose]();
  });

  /** A client whose user says yes to everything. */
  const connect = async (url: string, name = 'test'): Promise<Client> => {
    const headers = { authorization: `Bearer ${replicas[0]?.token ?? ''}` };
    const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
    const { client } = await connected(transport, { name, answer: () => 'Run it' });
    closing.push(() => client.close());
    return client;
  };
  const connectAll = async () => {
    const [a, b, c] = await Promise.all(replicas.map(({ url }) => connect(url)));
    assert.ok(a && b && c);
    return [a, b, c] as const;
  };
  const execute = async (client: Client, code: string, more?: object) =>
    await client.callTool(script(code, more));
  const kill = async (replica: Replica | undefined) => {
    process.kill(replica?.pid ?? 0, 'SIGKILL');
    await replica?.end();
  };
  const writes = () => writesIn(counted.path);
  const write = 'return (await tools.counting.add({ n: 1 })).total';

  it('find what a client stored and kept, and no other client does', async () => {
    const [a, b, c] = await connectAll();
    const text = textOf(await execute(a, 'await codemode.store.set("k", 7); return "x".repeat(100_000)'));
    const session = sessionIn(text);
    const [, handle = ''] = /later scripts: codemode\.results\.(r\d+)/.exec(text) ?? [];
    const read = `return [await codemode.store.get("k"), codemode.results.${handle}.length]`;
    for (const client of [b, c, a])
      assert.equal(textOf(await execute(client, read, { session })), '[7,100000]');
    const other = await connect(replicas[1]?.url ?? '', 'other');
    assert.match(textOf(await execute(other, read, { session })), /^There is no session/);
  });

  it('report the progress of a script that goes on at another one', async () => {
    const [a, b] = await connectAll();
    const call = { ...script(`codemode.progress("half", 0.5); ${write}`), _meta: { progressToken: 'mine' } };
    const asked = await question(a, call);
    const reports: unknown[] = [];
    const result = await b.callTool(
      { ...call, ...answered(asked, 'Run it') },
      {
        onprogress: ({ message }) => reports.push(message),
      },
    );
    assert.equal(textOf(result), '1');
    assert.ok(reports.length > 0);
  });

  it('run a script whose question was answered although the one that asked was killed', async () => {
    const [a, b, c] = await connectAll();
    const asked = await question(a, script(write));
    await kill(replicas[0]);
    const result = (await exchange(b, { ...script(write), ...answered(asked, 'Run it') })) as CallToolResult;
    assert.deepEqual([textOf(result), writes()], ['1', [1]]);
    await assert.rejects(exchange(c, { ...script(write), ...answered(asked, 'Run it') }), /used before/);
    assert.deepEqual(writes(), [1]);
  });

  it('say what a script did that asked in its middle when its process was killed, and go on from there', async () => {
    const [a, b] = await connectAll();
    const code =
      'await tools.counting.add({ n: 1 }); const rest = "re" + "move"; await tools.counting[rest]({ n: 7 }); return "done"';
    const before = await question(a, script(code));
    const middle = await question(a, { ...script(code), ...answered(before, 'Run it') });
    await kill(replicas[0]);
    const lost = textOf(
      (await exchange(b, { ...script(code), ...answered(middle, 'Allow it') })) as CallToolResult,
    );
    assert.match(
      lost,
      /The process that worked on this request is gone\. Run \S+ did not end[^]*finished[^]*tools\.counting\.add/,
    );
    const [, resume = ''] = /resume: "([^"]+)"/.exec(lost) ?? [];
    const more = { resume, session: sessionIn(lost) };
    const asked = await question(b, script(code, more));
    const again = await exchange(b, { ...script(code, more), ...answered(asked, 'Run it') });
    const end =
      'content' in again
        ? again
        : await exchange(b, { ...script(code, more), ...answered(again, 'Allow it') });
    assert.equal(textOf(end as CallToolResult), '"done"');
    assert.deepEqual(writes(), [1]);
  });

  it('tell a client of the run whose process was killed, once, with its next script of the session', async () => {
    const [a, b, c] = await connectAll();
    const session = sessionIn(textOf(await execute(a, 'await codemode.store.set("k", 1)')));
    const slow = 'await tools.counting.add({ n: 5, ms: 60_000 }); return 1';
    const lost = assert.rejects(execute(a, slow, { session }), /fetch failed/, 'waited for its timeout');
    // Two events of a watched folder may come in one turn, of which the second is missed.
    await eventually(writes, (all) => all.includes(5));
    await kill(replicas[0]);
    await lost;
    const heard = async (client: Client) => textOf(await execute(client, 'return 2', { session }));
    // The process counts as gone when it has said nothing for some seconds.
    let told = await heard(b);
    while (told === '2') told = await heard(b);
    assert.match(
      told,
      /^Run \S+ did not end: its process is gone\.\nReceipt[^]*may have taken effect[^]*tools\.counting\.add[^]*\n\n2$/,
    );
    assert.equal(await heard(c), '2');
  });

  it('lose nothing of fifty clients behind a load balancer when one is killed, and mix nothing up', async () => {
    await using balancer = await Nginx.before(replicas.map(({ url }) => Number(new URL(url).port)));
    const url = `http://127.0.0.1:${balancer.port}/mcp`;
    let begun = 0;
    /** Calls a script until an answer comes; how many did not. */
    const surely = async (
      client: Client,
      code: string,
      more?: object,
    ): Promise<{ text: string; lost: number }> => {
      for (let lost = 0; ; lost++) {
        begun += 1;
        if (begun === 120) void kill(replicas[0]);
        const result = await execute(client, code, more).catch(() => undefined);
        if (result) return { text: textOf(result), lost };
      }
    };
    /** Resolves with the answer to the client's write; undefined where it was lost. */
    const one = async (n: number): Promise<readonly [n: number, written: CallToolResult | undefined]> => {
      const client = await connect(url, `client ${n}`);
      const first = await surely(
        client,
        `await codemode.store.set("n", ${n}); return "${n} ".repeat(30_000)`,
      );
      const session = sessionIn(first.text);
      const [, handle = ''] = /later scripts: codemode\.results\.(r\d+)/.exec(first.text) ?? [];
      begun += 1;
      // A write is asked about, and is not called again where its answer is lost.
      const written = await execute(client, `return (await tools.counting.add({ n: ${n} })).total`, {
        session,
      }).catch(() => undefined);
      const read = `return [await codemode.store.get("n"), codemode.results.${handle}.slice(0, ${String(n).length})]`;
      const { text } = await surely(client, read, { session });
      assert.ok(text.endsWith(`[${n},"${n}"]`), text);
      return [n, written];
    };
    const all = await Promise.all(Array.from({ length: 50 }, (_, index) => one(100 + index)));
    const done = writes();
    assert.deepEqual(done.length, new Set(done).size, 'a write was repeated');
    for (const [n, written] of all) {
      if (!written) continue;
      const isDone = done.includes(n);
      const told = textOf(written);
      // An answer that no run gave has the receipt.
      if (written.isError !== true) assert.ok(isDone, told);
      else
        assert.match(
          told,
          isDone ? /^The process that worked on this request is gone\.[^]*tools\.counting\.add/ : /is gone/,
        );
    }
  }).timeout(300_000);
});
