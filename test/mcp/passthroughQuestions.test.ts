// Tests the questions that a server asks during a call of a client of Code Mode: the client answers if it can.
import {
  ElicitRequestSchema,
  CreateMessageRequestSchema,
  type ClientCapabilities,
  type ElicitResult,
} from '@modelcontextprotocol/sdk/types.js';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import assert from 'node:assert/strict';
import type { JsonObject } from '../../src/base/json.ts';
import { askingServer } from '../fakes/askingServer.ts';
import { PassthroughBed } from '../fakes/passthroughBed.ts';
import { ScriptedPerson } from '../fakes/scriptedPerson.ts';
import { McpWorkspace } from './mcpWorkspace.ts';
import { form, page } from './questions.ts';

const prompt = {
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }], maxTokens: 5 },
} satisfies JsonObject;

describe('what a server asks during a call that is passed through', () => {
  let person: ScriptedPerson;
  let workspace: McpWorkspace;
  beforeEach(async () => {
    person = new ScriptedPerson();
    workspace = await McpWorkspace.asking({ asking: askingServer() }, { elicitation: person });
  });
  afterEach(() => workspace.dispose());

  const open = (capabilities: ClientCapabilities, prepare?: (client: Client) => void) =>
    PassthroughBed.open(workspace.source, { capabilities, ...(prepare && { prepare }) });
  const ask = async ({ client }: PassthroughBed, request: JsonObject = form) =>
    (await client.callTool({ name: 'asking_ask', arguments: request })).structuredContent;
  const answering = (answer: (params: unknown) => ElicitResult) => (client: Client) =>
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => answer(params));

  it('is answered by the client', async () => {
    let asked: unknown;
    const answer = answering((params) => {
      asked = params;
      return { action: 'accept', content: { name: 'Ada' } };
    });
    await using bed = await open({ elicitation: { form: {} } }, answer);
    assert.deepEqual(await ask(bed), { result: { action: 'accept', content: { name: 'Ada' } } });
    const message = 'The MCP server asking asks: Who are you?';
    assert.deepEqual([asked, person.questions], [{ ...form.params, message }, []]);
  });

  it('is answered here where the client has no such way', async () => {
    person.form = () => ({ action: 'accept', content: { name: 'Grace' } });
    await using bed = await open(
      { elicitation: { url: {} } },
      answering(() => ({ action: 'decline' })),
    );
    assert.deepEqual(await ask(bed), { result: { action: 'accept', content: { name: 'Grace' } } });
  });

  it('is answered here where it may be for another call', async () => {
    await using bed = await open(
      { elicitation: { form: {} } },
      answering(() => ({ action: 'decline' })),
    );
    person.form = () => ({ action: 'accept', content: { name: 'Grace' } });
    const other = new AbortController();
    const hanging = workspace.call('asking', 'hang', {}, other.signal);
    assert.deepEqual(await ask(bed), { result: { action: 'accept', content: { name: 'Grace' } } });
    other.abort();
    await hanging;
  });

  it('may be a page, whose end the client hears of', async () => {
    const ended = Promise.withResolvers<string>();
    await using bed = await open({ elicitation: { url: {} } }, (client) => {
      answering(() => ({ action: 'accept' }))(client);
      client.fallbackNotificationHandler = ({ method, params }) => {
        if (method === 'notifications/elicitation/complete') ended.resolve(String(params?.['elicitationId']));
        return Promise.resolve();
      };
    });
    assert.deepEqual(await ask(bed, { method: 'elicitation/create', params: page }), {
      result: { action: 'accept' },
    });
    await bed.client.callTool({
      name: 'asking_tell',
      arguments: { method: 'notifications/elicitation/complete', params: { elicitationId: 'e1' } },
    });
    assert.equal(await ended.promise, 'e1');
  });

  it('reaches no model of the client, which would allow it to every server behind us', async () => {
    await workspace.dispose();
    const asked: string[] = [];
    const allow = (_request: unknown, { server }: { readonly server: string }) => {
      asked.push(server);
      return Promise.resolve({ action: 'decline' as const });
    };
    const sampling = { allow, sample: () => Promise.reject(new Error('not asked')) };
    workspace = await McpWorkspace.asking({ asking: askingServer() }, { sampling });
    await using bed = await open({ sampling: {} }, (client) =>
      client.setRequestHandler(CreateMessageRequestSchema, () => {
        throw new Error('the client was asked');
      }),
    );
    assert.match(JSON.stringify(await ask(bed, prompt)), /denied/);
    assert.deepEqual(asked, ['asking']);
  });

  it('goes away with its call', async () => {
    const gone = Promise.withResolvers<undefined>();
    const cancel = new AbortController();
    let questions = 0;
    await using bed = await open({ elicitation: { form: {} } }, (client) =>
      client.setRequestHandler(ElicitRequestSchema, async (_request, { signal }) => {
        // The SDK ignores the cancellation of request 0.
        if (questions++ === 0) return { action: 'decline' };
        signal.addEventListener('abort', () => gone.resolve(undefined));
        cancel.abort();
        await gone.promise;
        return { action: 'cancel' };
      }),
    );
    await ask(bed);
    await assert.rejects(
      bed.client.callTool({ name: 'asking_ask', arguments: form }, undefined, { signal: cancel.signal }),
    );
    await gone.promise;
  });
});
