// Records what real MCP servers list: test/fixtures/catalogs/<package>.json, which search is measured on.
// `node scripts/recordCatalogs.mjs [folder]` installs the packages into the folder (a temporary one unless told), starts
// each without keys that work, asks for its tools, and leaves out those that do not answer.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const INSTALL_MS = 240_000;
const LIST_MS = 30_000;
const folder = resolve(process.argv[2] ?? join(tmpdir(), 'code-mode-catalogs'));
const target = fileURLToPath(new URL('../test/fixtures/catalogs/', import.meta.url));

/** Name in the configuration, package, and what it wants before it lists anything. */
const servers = [
  { name: 'playwright', package: '@playwright/mcp', args: ['--caps', 'vision,pdf'] },
  { name: 'chrome-devtools', package: 'chrome-devtools-mcp', args: ['--no-usage-statistics'] },
  { name: 'mongodb', package: 'mongodb-mcp-server', env: { MDB_MCP_TELEMETRY: 'disabled' } },
  { name: 'notion', package: '@notionhq/notion-mcp-server', env: { NOTION_TOKEN: 'none' } },
  { name: 'github', package: '@modelcontextprotocol/server-github', env: { GITHUB_PERSONAL_ACCESS_TOKEN: 'none' } },
  { name: 'slack', package: '@modelcontextprotocol/server-slack', env: { SLACK_BOT_TOKEN: 'xoxb-none', SLACK_TEAM_ID: 'T0' } },
  { name: 'google-maps', package: '@modelcontextprotocol/server-google-maps', env: { GOOGLE_MAPS_API_KEY: 'none' } },
  { name: 'postgres', package: '@modelcontextprotocol/server-postgres', args: ['postgresql://127.0.0.1/none'] },
  { name: 'brave-search', package: '@modelcontextprotocol/server-brave-search', env: { BRAVE_API_KEY: 'none' } },
  { name: 'puppeteer', package: '@modelcontextprotocol/server-puppeteer' },
  { name: 'firecrawl', package: 'firecrawl-mcp', env: { FIRECRAWL_API_KEY: 'none' } },
  { name: 'tavily', package: 'tavily-mcp', env: { TAVILY_API_KEY: 'none' } },
  { name: 'sentry', package: '@sentry/mcp-server', args: ['--access-token=none'] },
  { name: 'context7', package: '@upstash/context7-mcp' },
  { name: 'exa', package: 'exa-mcp-server', env: { EXA_API_KEY: 'none' } },
  { name: 'figma', package: 'figma-developer-mcp', args: ['--stdio', '--figma-api-key=none'] },
  { name: 'kubernetes', package: 'mcp-server-kubernetes' },
  { name: 'airtable', package: 'airtable-mcp-server', env: { AIRTABLE_API_KEY: 'none' } },
];

await mkdir(folder, { recursive: true });
await mkdir(target, { recursive: true });
for (const server of servers) {
  try {
    const recording = await record(server, await install(server.package));
    await writeFile(join(target, `${server.name}.json`), `${JSON.stringify(recording, undefined, 1)}\n`);
    console.log(`${server.package}@${recording.version}: ${recording.tools.length} tools`);
  } catch (error) {
    console.log(`${server.package}: left out: ${String(error).split('\n')[0]}`);
  }
}

/** The installed package's folder. Its scripts are not run: listing needs none. */
async function install(name) {
  const installed = join(folder, 'node_modules', name);
  if (!existsSync(installed)) {
    const options = ['--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps'];
    await promisify(execFile)('npm', ['install', ...options, name], { timeout: INSTALL_MS });
  }
  return installed;
}

async function record({ name, package: packageName, args = [], env = {} }, installed) {
  const { version, bin } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  const file = typeof bin === 'string' ? bin : (bin[packageName.split('/').at(-1)] ?? Object.values(bin)[0]);
  const client = new Client({ name: 'code-mode', version: '0.1.0' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(installed, file), ...args],
    env: { PATH: process.env.PATH, HOME: folder, DO_NOT_TRACK: '1', ...env },
    cwd: folder,
    stderr: 'ignore',
  });
  try {
    await client.connect(transport, { timeout: LIST_MS });
    const tools = [];
    let cursor;
    do {
      const page = await client.listTools(cursor === undefined ? {} : { cursor }, { timeout: LIST_MS });
      tools.push(...page.tools);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return { name, package: packageName, version, instructions: client.getInstructions(), tools };
  } finally {
    await client.close();
  }
}
