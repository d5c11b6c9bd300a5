// Explains a name that cannot be called, with the same words before a run (from the code) and during it.
import {
  featureMember,
  whyText,
  type CatalogServer,
  type CatalogSnapshot,
  type CatalogTool,
  type FeatureLookup,
  type ToolLookup,
} from '../../catalog/index.ts';
import { listed } from '../../base/text/counted.ts';
import type { Declarations } from '../../declarations/index.ts';
import { advice } from '../formatting/index.ts';

/** Maximum number of configuration warnings in a message; such a problem may be the reason why a server is missing. */
const MOST_WARNINGS = 3;

interface LookupError {
  readonly problem: 'excluded_tool' | 'server_unavailable' | 'unknown_tool' | 'unknown_server';
  readonly message: string;
  readonly hint: string;
}

/** `server` and `tool` are the names as the script wrote them. */
export async function explainLookup(
  lookup: Exclude<ToolLookup | FeatureLookup, { kind: 'tool' | 'feature' }>,
  server: string,
  tool: string,
  snapshot: CatalogSnapshot,
  declarations: Declarations,
): Promise<LookupError> {
  switch (lookup.kind) {
    case 'withheld': {
      const { path, why, offeredAs } = lookup.tool;
      const problem = 'excluded_tool';
      if (why.by === 'appOnly') {
        const message = `${path} is only for the app of server "${lookup.server.name}" (MCP Apps).`;
        return { problem, message, hint: await listTools(lookup.server.tools, declarations) };
      }
      const hint =
        offeredAs === undefined ? advice.excluded.model : `Call ${offeredAs} directly, not in a script.`;
      return { problem, message: `${path} is ${whyText(why)}.`, hint };
    }
    case 'unavailable':
      return {
        problem: 'server_unavailable',
        message: `Server "${lookup.server.name}" is unavailable: ${lookup.error}`,
        hint: advice.otherServers.model,
      };
    case 'not_offered': {
      const { name, namespace, tools } = lookup.server;
      const problem = 'unknown_tool';
      if (lookup.feature === 'subscriptions') {
        const message = `Server "${name}" has no resource updates: no tools.${namespace}.$resources.updated.`;
        return { problem, message, hint: 'Reread it instead.' };
      }
      const member = featureMember(lookup.feature);
      if (lookup.feature === 'resourceCompletions' || lookup.feature === 'promptCompletions') {
        const message = `Server "${name}" completes no arguments: no tools.${namespace}.${member}.complete.`;
        return { problem, message, hint: 'Choose the value yourself.' };
      }
      const message = `Server "${name}" has no ${lookup.feature}: no tools.${namespace}.${member}.`;
      return { problem, message, hint: await listTools(tools, declarations) };
    }
    case 'unknown_tool':
      return {
        problem: 'unknown_tool',
        message: `tools.${lookup.server.namespace} has no tool "${tool}".`,
        hint:
          lookup.nearest.length > 0
            ? await didYouMean(lookup.nearest, declarations)
            : await listTools(await likeliestFirst(lookup.server, tool, snapshot), declarations),
      };
    case 'unknown_server':
      return {
        problem: 'unknown_server',
        message: `No server "${server}".`,
        hint: [
          await serverAdvice(lookup.nearest, tool, snapshot, declarations),
          ...snapshot.warnings.slice(0, MOST_WARNINGS),
        ].join(' '),
      };
  }
}

/** Suggests the wanted tool if another server has it, otherwise servers with a similar name, otherwise all servers. */
async function serverAdvice(
  nearest: readonly CatalogServer[],
  tool: string,
  snapshot: CatalogSnapshot,
  declarations: Declarations,
): Promise<string> {
  if (nearest.length === 0) {
    const names = snapshot.servers.map(({ namespace }) => namespace);
    return `Servers: ${listed(names, MOST_NAMES) || 'none'}.`;
  }
  const tools = nearest.flatMap((found) => toolsNamed(tool, snapshot.find(found.namespace, tool)));
  if (tools.length > 0) return didYouMean(tools, declarations);
  return `Did you mean ${nearest.map((found) => `tools.${found.namespace}`).join(' or ')}?`;
}

/**
 * Orders the tools of a server by a search for the words of the wanted name: a name such as `search_issues` does not
 * exist, but the hits are probably meant.
 */
async function likeliestFirst(
  server: CatalogServer,
  wanted: string,
  snapshot: CatalogSnapshot,
): Promise<readonly CatalogTool[]> {
  const words = wanted.replace(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
  const found = (await snapshot.search(words, { server: server.namespace })).map((hit) => hit.tool);
  return [...new Set([...found, ...server.tools])];
}

function toolsNamed(name: string, lookup: ToolLookup): readonly CatalogTool[] {
  if (lookup.kind === 'tool') return [lookup.tool];
  return lookup.kind === 'unknown_tool' && name !== '' ? lookup.nearest.slice(0, 1) : [];
}

async function didYouMean(tools: readonly CatalogTool[], declarations: Declarations): Promise<string> {
  const signatures = await Promise.all(tools.map(async (tool) => (await declarations.tool(tool)).signature));
  return `Did you mean ${signatures.join(' or ')}?`;
}

const MOST_CHARACTERS = 1_000;
const MOST_NAMES = 25;

/** Returns one sentence. `tools` come likeliest first, if the order is known. */
export async function listTools(tools: readonly CatalogTool[], declarations: Declarations): Promise<string> {
  if (tools.length === 0) return 'It has no tools.';
  const signatures: string[] = [];
  const others: string[] = [];
  let left = MOST_CHARACTERS;
  for (const tool of tools) {
    const { signature } = await declarations.tool(tool);
    if (signature.length > left) {
      others.push(tool.method);
    } else {
      signatures.push(signature);
      left -= signature.length;
    }
  }
  return `Its tools: ${[...signatures, ...(others.length > 0 ? [listed(others, MOST_NAMES)] : [])].join('; ')}.`;
}
