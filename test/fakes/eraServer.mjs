// A server of the matrix of protocol versions. `node eraServer.mjs sdk1` uses the first major version of the official
// SDK. `sdk2 older`, `sdk2 modern` and `sdk2 both` use the second, for protocol versions up to 2025-11-25, for
// 2026-07-28, or for all. With `http` as the last argument, the server listens on a port of this machine and prints the
// port. Its tools tell which server it is.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { McpServer as OlderServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport as OlderStdio } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport as OlderHttp } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import {
  createMcpHandler,
  fromJsonSchema,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';

const args = process.argv.slice(2);
const isOnTheWeb = args.at(-1) === 'http';
const name = args.join(' ');
const [line, era] = args;
const answer = () => ({ content: [{ type: 'text', text: name }] });
const about = { description: 'Says which server this is.', annotations: { readOnlyHint: true } };
const newServer = () => {
  if (line === 'sdk1') {
    const server = new OlderServer({ name, version: '1' });
    for (const tool of ['who', 'again']) server.registerTool(tool, about, answer);
    return server;
  }
  const server = new McpServer({ name, version: '1' });
  for (const tool of ['who', 'again'])
    server.registerTool(tool, { ...about, inputSchema: fromJsonSchema({ type: 'object' }) }, answer);
  return server;
};

/** Answers requests of the protocol versions with sessions. */
async function sessions() {
  const known = new Map();
  const begin = async (Transport) => {
    const transport = new Transport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => known.set(id, transport),
    });
    await newServer().connect(transport);
    return transport;
  };
  if (line === 'sdk1')
    return async (request, response) =>
      (known.get(request.headers['mcp-session-id']) ?? (await begin(OlderHttp))).handleRequest(
        request,
        response,
      );
  const fetch = async (request) =>
    (
      known.get(request.headers.get('mcp-session-id')) ??
      (await begin(WebStandardStreamableHTTPServerTransport))
    ).handleRequest(request);
  return toNodeHandler({ fetch });
}

if (isOnTheWeb) {
  const isSessionful = line === 'sdk1' || era === 'older';
  const handle = isSessionful
    ? await sessions()
    : toNodeHandler(createMcpHandler(newServer, { legacy: era === 'both' ? 'stateless' : 'reject' }));
  const server = createServer((request, response) => void handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.stdout.write(`http://127.0.0.1:${server.address().port}/mcp\n`);
} else if (line === 'sdk1') await newServer().connect(new OlderStdio());
else if (era === 'older') await newServer().connect(new StdioServerTransport());
else serveStdio(newServer, { legacy: era === 'both' ? 'serve' : 'reject' });
