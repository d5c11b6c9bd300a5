// `code-mode serve --http --state`: replicas with a folder each, over a real server of the state.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import assert from 'node:assert/strict';
import { RedisState } from '../../../src/engine/stores/redisState.ts';
import { freePort } from '../../fakes/listen.ts';
import { RedisServer } from '../../fakes/redisServer.ts';
import { config, servers, TestFolder } from '../../cli/codeMode.ts';
import { serveHttp } from '../../cli/servedHttp.ts';

const password = 'hunter2';
const http = ['serve', '--http', '--port', '0'];

describe('code-mode serve --http --state', () => {
  let state: RedisServer;
  let folder: TestFolder;
  before(async () => {
    state = await RedisServer.start({ password });
    folder = await TestFolder.with({ 'mcp.json': servers });
  });
  after(async () => {
    await state[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  it('keeps what scripts store, and the record of their runs, in the state before it answers', async () => {
    const door = await serveHttp(folder, 0, [...config, '--state', state.url(3)]);
    const client = new Client({ name: 'test', version: '1' });
    const headers = { authorization: `Bearer ${door.token}` };
    await client.connect(new StreamableHTTPClientTransport(new URL(door.url), { requestInit: { headers } }));
    const code = 'await codemode.store.set("k", 42); return "x".repeat(200_000);';
    const { content } = (await client.callTool({
      name: 'executeCode',
      arguments: { code },
    })) as CallToolResult;
    assert.match(JSON.stringify(content), /codemode\.results\.r1/);
    const redis = await RedisState.connect(state.url(3), () => undefined);
    const keys = await redis.ask((commands) => commands.keys('*'));
    const one = (form: RegExp) =>
      keys.find((key) => form.test(key)) ?? assert.fail(`${String(form)} of ${keys.join()}`);
    const stored = await redis.ask((commands) => commands.hGetAll(one(/:store:[0-9a-f]+$/)));
    assert.deepEqual(Object.entries(stored), [['"k"', '{"origins":[],"value":42}']]);
    assert.deepEqual(await redis.ask((commands) => commands.hKeys(one(/:results:[0-9a-f]+$/))), ['r1']);
    assert.match((await redis.ask((commands) => commands.get(one(/:run:.*:events$/)))) ?? '', /"t":"end"/);
    assert.equal(
      keys.some((key) => key.endsWith(':open')),
      false,
    );
    await redis.close();
    await client.close();
    const { stdout, stderr } = await door.end();
    assert.doesNotMatch(stdout + stderr, new RegExp(password));
  });

  it('does not start where nothing answers, and hides the password', async () => {
    const url = `redis://:${password}@127.0.0.1:${await freePort()}`;
    const { code, stderr } = await folder.codeMode([...http, ...config, '--state', url]);
    assert.equal(code, 2);
    assert.match(
      stderr,
      /The shared state at redis:\/\/:\*\*\*@127\.0\.0\.1:\d+ cannot be used \(.*ECONNREFUSED/,
    );
    assert.doesNotMatch(stderr, new RegExp(password));
  });

  it('ends where the configuration is broken, although it is connected', async () => {
    const { code, stderr } = await folder.spawned([...http, '--config', 'none.json', '--state', state.url()]);
    assert.deepEqual([code, /none\.json/.test(stderr)], [2, true]);
  });
});
