// An MCP server on the SDK over stdio with an app (MCP Apps 2026-01-26): `show_chart` answers with figures that the
// view `ui://<name>/chart.html` draws. `node appServer.mjs <name>`.
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';

export function createServer(name = 'charts') {
  const uri = `ui://${name}/chart.html`;
  const server = new McpServer({ name, version: '1' });

  server.registerTool(
    'show_chart',
    {
      description: 'Shows a chart.',
      annotations: { readOnlyHint: true },
      _meta: { ui: { resourceUri: uri }, 'example.com/own': [1, { a: null }] },
    },
    () => ({
      content: [{ type: 'text', text: '3 bars', _meta: { 'example.com/block': true } }],
      structuredContent: { bars: [1, 2, 3] },
      _meta: { 'example.com/viewId': 'v1' },
    }),
  );
  const ui = { csp: { connectDomains: ['https://tiles.example.com'] }, prefersBorder: true };
  const contents = [
    {
      uri,
      mimeType: 'text/html;profile=mcp-app',
      text: '<!doctype html><title>Chart</title>',
      _meta: { ui },
    },
  ];
  server.registerResource('chart', uri, { mimeType: 'text/html;profile=mcp-app' }, () => ({ contents }));
  server.registerResource('notes', 'notes://all', {}, () => ({
    contents: [{ uri: 'notes://all', text: 'private' }],
  }));
  return { server };
}

if (realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await createServer(...process.argv.slice(2)).server.connect(new StdioServerTransport());
}
