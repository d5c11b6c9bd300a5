// The servers of the devDependencies, started by this Node from their own files.
import { fileURLToPath } from 'node:url';

const files = {
  everything: '@modelcontextprotocol/server-everything/dist/index.js',
  filesystem: '@modelcontextprotocol/server-filesystem/dist/index.js',
  memory: '@modelcontextprotocol/server-memory/dist/index.js',
  'sequential-thinking': '@modelcontextprotocol/server-sequential-thinking/dist/index.js',
  playwright: '@playwright/mcp/cli.js',
  'chrome-devtools': 'chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js',
  notion: '@notionhq/notion-mcp-server/bin/cli.mjs',
  git: '@cyanheads/git-mcp-server/dist/index.js',
  excel: '@negokaz/excel-mcp-server/dist/launcher.js',
  'graphql-schema': 'mcp-graphql-schema/index.mjs',
  commands: 'mcp-server-commands/build/index.js',
  primevue: '@primevue/mcp/dist/index.js',
  ripgrep: 'mcp-ripgrep/dist/index.js',
  time: 'time-mcp/dist/index.js',
  pdf: '@sylphx/pdf-reader-mcp/dist/index.js',
  vault: '@bitbonsai/mcpvault/dist/server.js',
  'mcp-proxy': 'mcp-proxy/dist/bin/mcp-proxy.mjs',
  'mcp-remote': 'mcp-remote/dist/proxy.js',
} as const;

export function realServer(name: keyof typeof files, ...args: string[]): { command: string; args: string[] } {
  const file = fileURLToPath(new URL(`../../node_modules/${files[name]}`, import.meta.url));
  return { command: process.execPath, args: [file, ...args] };
}
