// Records the tool lists of real MCP servers: test/fixtures/catalogs/<name>.json, with which search was developed, and
// test/fixtures/heldOutCatalogs/<name>.json, to which nothing is tuned. `node scripts/recordCatalogs.mjs [folder]
// [name...]` installs the packages into the folder (a temporary one by default), starts each server without a network
// (on Linux) and without valid keys, asks for its tools, and leaves out servers that do not answer. With names, only
// these servers are recorded.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { heldOut, inputsOnly, servers } from './catalogServers.mjs';

const INSTALL_MS = 240_000;
const LIST_MS = 30_000;
/** Starts a command in a network namespace in which only the loopback interface is up. */
const withoutNetwork = [
  'unshare',
  '--map-root-user',
  '--net',
  'sh',
  '-c',
  'ip link set lo up; exec "$@"',
  'sh',
];
const folder = resolve(process.argv[2] ?? join(tmpdir(), 'code-mode-catalogs'));
const names = process.argv.slice(3);

await recordAll(servers, 'catalogs', (tool) => tool, 1);
await recordAll(heldOut, 'heldOutCatalogs', (tool) => tool, 1);
await recordAll(inputsOnly, 'heldOutCatalogs', withoutResults);

async function recordAll(all, name, keep, indent) {
  const target = fileURLToPath(new URL(`../test/fixtures/${name}/`, import.meta.url));
  await mkdir(target, { recursive: true });
  for (const server of all.filter((one) => names.length === 0 || names.includes(one.name))) {
    try {
      const { tools, ...rest } = await record(server, await install(server));
      const recording = { ...rest, tools: tools.map(keep) };
      await writeFile(
        join(target, `${server.name}.json`),
        `${JSON.stringify(recording, undefined, indent)}\n`,
      );
      console.log(`${server.package}@${recording.version}: ${tools.length} tools`);
    } catch (error) {
      console.log(`${server.package}: left out: ${String(error).split('\n')[0]}`);
    }
  }
}

/** Returns only the parts of a tool that search uses. */
function withoutResults({ name, title, description, inputSchema, annotations }) {
  return { name, title, description, inputSchema, annotations };
}

/**
 * Returns the folder of the installed package. The scripts of the package are not run, since a server lists its tools
 * without them.
 */
async function install({ name, package: packageName }) {
  const prefix = join(folder, name);
  const installed = join(prefix, 'node_modules', packageName);
  if (!existsSync(installed)) {
    await mkdir(prefix, { recursive: true });
    const options = ['--prefix', prefix, '--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps'];
    await promisify(execFile)('npm', ['install', ...options, packageName], { timeout: INSTALL_MS });
  }
  return installed;
}

async function record({ name, package: packageName, args = [], env = {} }, installed) {
  const { version, bin } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  const file = typeof bin === 'string' ? bin : (bin[packageName.split('/').at(-1)] ?? Object.values(bin)[0]);
  const client = new Client({ name: 'code-mode', version: '0.1.0' });
  const start = [process.execPath, join(installed, file), ...args];
  const [command, ...rest] = process.platform === 'linux' ? [...withoutNetwork, ...start] : start;
  const transport = new StdioClientTransport({
    command,
    args: rest,
    env: { PATH: process.env.PATH, HOME: folder, DO_NOT_TRACK: '1', ...env },
    cwd: join(folder, name),
    stderr: process.env.CODE_MODE_DEBUG ? 'inherit' : 'ignore',
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
