// Tests passed-through tools from the view of a client of MCP 2026-07-28 over HTTP: questions of servers during a call
// come in answers.
import { Client, StreamableHTTPClientTransport, type ElicitResult } from '@modelcontextprotocol/client';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Catalog } from '../../src/catalog/catalog.ts';
import type { JsonObject } from '../../src/base/json.ts';
import { HttpDoor } from '../../src/serve/httpDoor.ts';
import { PassthroughTools } from '../../src/serve/passthroughTools.ts';
import { Rounds } from '../../src/serve/rounds.ts';
import { SessionHandles } from '../../src/serve/sessionHandles.ts';
import { ToolListings } from '../../src/serve/toolListings.ts';
import { askingServer } from '../fakes/askingServer.ts';
import { faultServer } from '../fakes/faultServer.ts';
import { ScriptedPerson } from '../fakes/scriptedPerson.ts';
import { serverOfTools } from '../fakes/serverOfTools.ts';
import { eventually } from '../sandbox/sandboxProcesses.ts';
import { McpWorkspace } from './mcpWorkspace.ts';
import { form, page } from './questions.ts';

const token = 'a-token-of-this-server';
const log = () => undefined;

describe('a tool that is passed through to a client of MCP 2026-07-28', () => {
  let workspace: McpWorkspace;
  let passthrough: PassthroughTools;
  let rounds: Rounds;
  let door: HttpDoor;
  const asked: unknown[] = [];
  const clients: Client[] = [];

  before(async () => {
    const servers = { asking: askingServer(), faults: faultServer() };
    workspace = await McpWorkspace.asking(servers, { elicitation: new ScriptedPerson() });
    const catalog = new Catalog({ sources: [workspace.source], routing: () => ({ mode: 'tools' }), log });
    const rulings = {
      denialOf: () => Promise.resolve(undefined),
      askedEachRun: () => Promise.resolve(new Set<never>()),
    };
    passthrough = new PassthroughTools(catalog, rulings, log);
    const key = randomBytes(32);
    rounds = new Rounds({ key });
    const requests = {
      rounds,
      handles: new SessionHandles(key),
      listings: new ToolListings(),
      announces: false,
      whatBecameOf: () => Promise.resolve(undefined),
    };
    const served = {
      connect: () => serverOfTools(passthrough),
      forRequest: () => serverOfTools(passthrough, { requests }).server,
      onDidChange: (listener: () => void) => passthrough.onDidChange(listener),
    };
    door = await HttpDoor.listen({ at: { port: 0 }, token, paths: new Map([['/mcp', served]]), log });
  });
  after(async () => {
    await rounds[Symbol.asyncDispose]();
    await door.close();
    passthrough[Symbol.dispose]();
    await workspace.dispose();
  });
  afterEach(async () => {
    asked.length = 0;
    for (const client of clients.splice(0)) await client.close();
  });

  const connect = async (answer: ElicitResult): Promise<Client> => {
    const capabilities = { elicitation: { form: {}, url: {} } };
    const client = new Client(
      { name: 'test', version: '1' },
      { capabilities, versionNegotiation: { mode: { pin: '2026-07-28' } } },
    );
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params);
      return answer;
    });
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${door.port}/mcp`), { requestInit }),
    );
    clients.push(client);
    return client;
  };
  const ask = async (client: Client, request: JsonObject): Promise<unknown> =>
    (await client.callTool({ name: 'asking_ask', arguments: request })).structuredContent;

  it('answers with every kind of block, as its server does', async () => {
    const { content } = await (
      await connect({ action: 'cancel' })
    ).callTool({ name: 'faults_blocks', arguments: {} });
    assert.deepEqual(content, (await workspace.result('faults', 'blocks')).content);
  });

  it('has its form filled in by the user of the client', async () => {
    const client = await connect({ action: 'accept', content: { name: 'Ada' } });
    assert.deepEqual(await ask(client, form), { result: { action: 'accept', content: { name: 'Ada' } } });
    assert.deepEqual(asked, [{ ...form.params, message: 'The MCP server asking asks: Who are you?' }]);
  });

  it('has its form declined', async () => {
    assert.deepEqual(await ask(await connect({ action: 'decline' }), form), {
      result: { action: 'decline' },
    });
  });

  it('has its page opened, which has no id in this version', async () => {
    const client = await connect({ action: 'accept' });
    assert.deepEqual(await ask(client, { method: 'elicitation/create', params: page }), {
      result: { action: 'accept' },
    });
    assert.deepEqual(asked, [{ mode: 'url', url: page.url, message: 'The MCP server asking asks: Sign in' }]);
  });

  it('reports its progress', async () => {
    const reports: unknown[] = [];
    const client = await connect({ action: 'cancel' });
    await client.callTool(
      { name: 'faults_progress', arguments: { steps: 2 } },
      { onprogress: ({ message }) => reports.push(message) },
    );
    assert.deepEqual(reports, ['step 1', 'step 2']);
  });

  it('is cancelled at its server', async () => {
    const cancel = new AbortController();
    const client = await connect({ action: 'cancel' });
    const call = client.callTool(
      { name: 'faults_hang', arguments: {} },
      { signal: cancel.signal, onprogress: () => cancel.abort() },
    );
    await assert.rejects(call);
    // The client only closes the stream, which the server notices later.
    const cancellations = () => workspace.structured('faults', 'cancellations');
    const found = await eventually(cancellations, (answer) => JSON.stringify(answer).includes('hang'));
    assert.deepEqual(found, { cancelled: ['hang'] });
  });
});
