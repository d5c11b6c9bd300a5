// The three ways to give a model the same tools. All servers are started, and their lists are known, before an arm is
// returned, so that only the work is timed.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { built } from '../../fakes/testEngine.ts';
import type { Arm, FunctionTool } from './agent.ts';
import type { ServerDefinition, World } from './world.ts';

export const armNames = ['all definitions', 'tool search', 'scripts'] as const;
export type ArmName = (typeof armNames)[number];

/** Number of results of VS Code's own tool search. */
const mostFound = 5;
/** Time limit of a call in milliseconds; no tool of the tasks takes longer. */
const callMs = 600_000;

/** Puts every tool in full into every request. */
class AllDefinitions implements Arm {
  readonly instructions: string = '';
  readonly #tools: ReadonlyMap<string, { readonly client: Client; readonly tool: Tool }>;
  readonly #clients: readonly Client[];

  private constructor(
    servers: readonly { readonly name: string; readonly client: Client; readonly tools: readonly Tool[] }[],
  ) {
    this.#clients = servers.map(({ client }) => client);
    this.#tools = new Map(
      servers.flatMap(({ name, client, tools }) =>
        tools.map((tool) => [name === '' ? tool.name : `${name}_${tool.name}`, { client, tool }] as const),
      ),
    );
  }

  /** The tools of a server with a name have this name as a prefix. */
  static async over(
    servers: Readonly<Record<string, ServerDefinition>>,
    { path: cwd, environment }: World,
  ): Promise<AllDefinitions> {
    const started = Object.entries(servers).map(async ([name, { command, args, env }]) => {
      const client = new Client({ name: 'bench', version: '1' });
      const variables = { ...environment, ...env };
      await client.connect(
        new StdioClientTransport({ command, args: [...args], env: variables, cwd, stderr: 'ignore' }),
      );
      return { name, client, tools: (await client.listTools()).tools };
    });
    return new AllDefinitions(await Promise.all(started));
  }

  get tools(): readonly FunctionTool[] {
    return [...this.#tools].map(([name, { tool }]) => {
      return {
        type: 'function',
        function: { name, description: tool.description ?? '', parameters: tool.inputSchema },
      };
    });
  }

  reads(name: string): boolean {
    return this.#tools.get(name)?.tool.annotations?.readOnlyHint === true;
  }

  async call(name: string, input: Readonly<Record<string, unknown>>): Promise<string> {
    const { client, tool } = this.#tools.get(name) ?? {};
    if (!client || !tool) throw new Error(`There is no tool ${name}.`);
    const options = { timeout: callMs };
    const result = (await client.callTool(
      { name: tool.name, arguments: input },
      undefined,
      options,
    )) as CallToolResult; // no task was asked for
    const texts = result.content.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`));
    return texts.length > 0 ? texts.join('\n') : JSON.stringify(result.structuredContent ?? {});
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.close()));
  }
}

const searchTool: FunctionTool = {
  type: 'function',
  function: {
    name: 'tool_search',
    description: `Finds tools of the list of available tools by what they do, and loads the ${mostFound} best: they can be called from then on.`,
    parameters: {
      type: 'object',
      properties: { query: { type: 'string', description: 'What the tool should do, or its name.' } },
      required: ['query'],
    },
  },
};

/**
 * Puts the names of all tools into the prompt, with a search that loads definitions into the following requests. A tool
 * that was not loaded can also be called, as in VS Code. The search ranks by words, while VS Code's search ranks by
 * meaning with a service that needs an account.
 */
class ToolSearch implements Arm {
  readonly instructions: string;
  readonly #all: AllDefinitions;
  readonly #loaded = new Set<string>();

  constructor(all: AllDefinitions) {
    this.#all = all;
    const names = all.tools.map((tool) => tool.function.name);
    this.instructions = `Available tools, which must be loaded with tool_search before use:\n${names.join('\n')}`;
  }

  get tools(): readonly FunctionTool[] {
    return [searchTool, ...this.#all.tools.filter((tool) => this.#loaded.has(tool.function.name))];
  }

  reads(name: string): boolean {
    return name === searchTool.function.name || this.#all.reads(name);
  }

  call(name: string, input: Readonly<Record<string, unknown>>): Promise<string> {
    if (name !== searchTool.function.name) return this.#all.call(name, input);
    const found = rankedByWords(this.#all.tools, String(input['query'])).slice(0, mostFound);
    for (const tool of found) this.#loaded.add(tool);
    return Promise.resolve(
      found.length > 0 ? `Loaded: ${found.join(', ')}` : 'No tool has any of these words.',
    );
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#all[Symbol.asyncDispose]();
  }
}

/**
 * Returns the names of the tools that contain words of the query. A word counts more the fewer tools have it, and twice
 * in a tool's name.
 */
export function rankedByWords(tools: readonly FunctionTool[], query: string): readonly string[] {
  const read = tools.map(({ function: { name, description } }) => ({
    name,
    inName: wordsOf(name),
    inText: wordsOf(description),
  }));
  const weights = [...wordsOf(query)].map((word) => {
    const having = read.filter(({ inName, inText }) => inName.has(word) || inText.has(word)).length;
    return { word, weight: having === 0 ? 0 : Math.log(1 + read.length / having) };
  });
  const scored = read.map(({ name, inName, inText }) => {
    const scores = weights.map(
      ({ word, weight }) => weight * (inName.has(word) ? 2 : inText.has(word) ? 1 : 0),
    );
    return { name, score: scores.reduce((sum, score) => sum + score, 0) };
  });
  const hits = scored.filter(({ score }) => score > 0);
  return hits.sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1)).map(({ name }) => name);
}

/** A plural counts as its singular. */
function wordsOf(text: string): ReadonlySet<string> {
  return new Set(
    (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).map((word) => word.replace(/(?<=...)s$/, '')),
  );
}

/** Runs `code-mode serve` in its own process, as for any MCP client. Writes need no approval, as in the other arms. */
async function scripts(world: World): Promise<Arm> {
  const config = ['--config', join(world.home.path, 'mcp.json')];
  // The first command caches the lists of the servers for the next command.
  const list = [built('cli/main.js'), 'tools', '--wait', '100', ...config];
  await promisify(execFile)(process.execPath, list, { cwd: world.path, env: world.environment });
  const serve = [built('cli/main.js'), 'serve', '--allow-writes', ...config];
  const arm = await AllDefinitions.over({ '': { command: process.execPath, args: serve } }, world);
  // This call waits for the servers.
  await arm.call('findTools', { detail: 'names' });
  return arm;
}

export async function openArm(name: ArmName, world: World): Promise<Arm> {
  if (name === 'scripts') return scripts(world);
  const all = await AllDefinitions.over(world.servers, world);
  return name === 'tool search' ? new ToolSearch(all) : all;
}
