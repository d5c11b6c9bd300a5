// A server on the second major version of the official SDK, over stdio. `node modernServer.mjs reject` supports only
// MCP 2026-07-28, `serve` older versions, too. The server begins to read after `SLOW_MS` milliseconds; if the file
// `SLOW_ONCE` exists, it begins at once, else it creates the file. Its lists of tools are valid for `TTL_MS`. Its
// instructions have `INSTRUCTIONS` marks before and after the given `API_TOKEN`. With `http` as second argument, the
// server listens on `PORT` of this machine.
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  acceptedContent,
  createMcpHandler,
  fromJsonSchema,
  inputRequired,
  McpServer,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const [, , legacy, transport = 'stdio'] = process.argv;
const nothing = fromJsonSchema({ type: 'object' });
const named = fromJsonSchema({ type: 'object', properties: { name: { type: 'string' } } });
const inRegion = fromJsonSchema({
  type: 'object',
  properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
});
const mapView = 'ui://modern/map.html';
const viewType = 'text/html;profile=mcp-app';
const text = (value) => ({ content: [{ type: 'text', text: JSON.stringify(value) }] });
const marks = '!'.repeat(Number(process.env.INSTRUCTIONS ?? 0));
const instructions = `Ask for the city.${marks}${process.env.API_TOKEN ?? ''}${marks}`;
const hints = process.env.TTL_MS
  ? { cacheHints: { 'tools/list': { ttlMs: Number(process.env.TTL_MS) } } }
  : {};
let calls = 0;
let hasAdded = false;
/** The handler of HTTP requests. */
let handler;

function factory() {
  const server = new McpServer(
    { name: 'modern', version: '1.0.0' },
    {
      capabilities: { tools: { listChanged: true }, resources: { subscribe: true }, logging: {} },
      instructions,
      ...hints,
    },
  );
  const tool = (name, handler, inputSchema = nothing) =>
    server.registerTool(
      name,
      { description: name, inputSchema, annotations: { readOnlyHint: true } },
      handler,
    );
  tool('get_city', () => ({ ...text({ city: 'Bern' }), structuredContent: { city: 'Bern' } }));
  // From MCP 2026-07-28 on, structured content may be any value.
  tool('count_cities', () => ({ ...text('three cities'), structuredContent: 3 }));
  // MCP 2026-07-28 refuses an HTTP call whose headers lack this argument.
  tool('get_region', ({ region }) => text({ region }), inRegion);
  tool('get_envelope', (_input, ctx) => text(ctx.mcpReq.envelope ?? 'none'));
  tool('get_roots', (_input, ctx) => {
    const { roots } = ctx.mcpReq.inputResponses ?? {};
    return roots ? text(roots) : inputRequired({ inputRequests: { roots: inputRequired.listRoots() } });
  });
  tool('ask_name', (_input, ctx) => {
    const answer = acceptedContent(ctx.mcpReq.inputResponses, 'name');
    if (answer) return text({ ...answer, state: ctx.mcpReq.requestState() });
    if (ctx.mcpReq.inputResponses) return text({ declined: ctx.mcpReq.inputResponses.name });
    const requestedSchema = { type: 'object', properties: { name: { type: 'string' } } };
    return inputRequired({
      inputRequests: { name: inputRequired.elicit({ message: 'Who are you?', requestedSchema }) },
      requestState: 'state of "ask_name", to the letter: ü',
    });
  });
  tool('ask_page', (_input, ctx) => {
    const { page } = ctx.mcpReq.inputResponses ?? {};
    if (page) return text(page);
    const asked = inputRequired.elicitUrl({ message: 'Sign in', url: 'https://example.com/sign-in' });
    return inputRequired({ inputRequests: { page: asked } });
  });
  tool('ask_model', (_input, ctx) => {
    const { model } = ctx.mcpReq.inputResponses ?? {};
    if (model) return text(model);
    const messages = [{ role: 'user', content: { type: 'text', text: 'Hello?' } }];
    return inputRequired({
      inputRequests: { model: inputRequired.createMessage({ messages, maxTokens: 10 }) },
    });
  });
  tool('get_trace', (_input, ctx) => text({ trace: ctx.mcpReq._meta?.traceparent }));
  tool('keep_log', async (_input, ctx) => {
    await ctx.mcpReq.log('info', 'the city is small', 'atlas');
    await ctx.mcpReq.log('error', { lost: 'the map' }, 'atlas');
    return text('logged');
  });
  // MCP Apps 2026-01-26: a tool whose result a view shows.
  server.registerTool(
    'show_map',
    {
      description: 'show_map',
      inputSchema: nothing,
      annotations: { readOnlyHint: true },
      _meta: { ui: { resourceUri: mapView } },
    },
    () => ({ ...text({ towns: 3 }), _meta: { 'example.com/viewId': 'v1' } }),
  );
  server.registerResource('map', mapView, { mimeType: viewType }, () => ({
    contents: [
      {
        uri: mapView,
        mimeType: viewType,
        text: '<!doctype html><title>Map</title>',
        _meta: { ui: { prefersBorder: true } },
      },
    ],
  }));
  tool('ask_forever', () => {
    calls += 1;
    return inputRequired({ requestState: String(calls) });
  });
  tool('count_calls', () => text({ calls }));
  tool('slowly', async (_input, ctx) => {
    const { progressToken } = ctx.mcpReq._meta ?? {};
    await ctx.mcpReq.notify({
      method: 'notifications/progress',
      params: { progressToken, progress: 1, total: 2, message: 'half' },
    });
    await delay(60_000, undefined, { signal: ctx.mcpReq.signal });
    return text('done');
  });
  tool('fail', () => {
    throw Object.assign(new Error('No such city'), { code: -32_602 });
  });
  tool('add_tool', () => {
    hasAdded = true;
    if (handler) handler.notify.toolsChanged();
    else tool('added', () => text('added'));
    return text('added');
  });
  if (hasAdded) tool('added', () => text('added'));
  server.registerPrompt('greet', { argsSchema: named }, ({ name }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `Hello, ${name}!` } }],
  }));
  server.server.registerCapabilities({ completions: {} });
  server.server.setRequestHandler('completion/complete', ({ params: { argument } }) => {
    const values = ['Ada', 'Bob'].filter((value) => value.startsWith(argument.value));
    return { completion: { values, total: values.length, hasMore: false } };
  });
  server.registerResource('clock', 'clock://now', { mimeType: 'text/plain' }, (uri) => ({
    contents: [{ uri: uri.href, text: 'noon' }],
  }));
  tool('change_clock', async () => {
    if (handler) handler.notify.resourceUpdated('clock://now');
    else await server.server.sendResourceUpdated({ uri: 'clock://now' });
    return text('changed');
  });
  return server;
}

if (transport === 'http') {
  handler = createMcpHandler(factory, { legacy: legacy === 'serve' ? 'stateless' : 'reject' });
  const handle = toNodeHandler(handler);
  const server = createServer((request, response) => void handle(request, response));
  server.listen(Number(process.env.PORT), '127.0.0.1');
  await once(server, 'listening');
  process.stderr.write('listening\n');
} else {
  const { SLOW_ONCE: started } = process.env;
  if (started === undefined || !existsSync(started)) await delay(Number(process.env.SLOW_MS ?? 0));
  if (started !== undefined) writeFileSync(started, '');
  serveStdio(factory, { legacy });
}
