// The shop as an MCP server: starts its service, and over it @ivotoby/openapi-mcp-server, which makes a tool of each
// operation.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { startShop } from './service.mjs';

const openApiServer = createRequire(import.meta.url).resolve('@ivotoby/openapi-mcp-server/bin/mcp-server.js');
const spec = fileURLToPath(new URL('openapi.json', import.meta.url));
const options = [
  '--api-base-url',
  await startShop(),
  '--openapi-spec',
  spec,
  '--disable-abbreviation',
  'true',
];

const child = spawn(process.execPath, [openApiServer, ...options], { stdio: 'inherit' });
child.once('exit', (code) => process.exit(code ?? 1));
