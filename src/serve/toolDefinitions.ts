// `executeCode` and `findTools` as MCP tools. Their texts and inputs are those of the manifest, so that a model reads the same at every
// front door.
import { valueCharacters } from '../engine/formatting/formatResult.ts';
import { defaultBudget } from '../engine/textBudget.ts';
import type { Tool } from '@modelcontextprotocol/server';
import manifest from '../../package.json' with { type: 'json' };

const [executeCode, findTools] = [manifestTool('executeCode'), manifestTool('findTools')];

/** An answer here has more room than one of the editor's chat. */
const description = executeCode.modelDescription.replace(
  'over 8,000 characters',
  `over ${valueCharacters(defaultBudget).toLocaleString('en-US')} characters`,
);

/** Room for signatures in the chat of the window, where each request carries them: with these the description has at most 700 tokens. */
export const chatSignatureTokens = 340;

/** Not in the manifest: in the editor the user chooses it, and each request of a chat would carry it. */
const dryRun = { type: 'boolean', description: 'List calls that can write instead of sending them.' };

/** Not in the manifest: the editor asks its user. */
const inFlight = {
  type: 'object',
  additionalProperties: { enum: ['happened', 'not-happened'] },
  description: 'With resume: whether calls that may have taken effect did, by their numbers.',
};

/** Not in the manifest: a chat or a connection has its session without a name. */
const session = {
  type: 'string',
  description: 'The session that an earlier answer names: its codemode.store, codemode.results and runs to resume.',
};

/**
 * Claude Code defers the tools of MCP servers behind its tool search, except those with this flag
 * (docs/decisions/0026-setup.md). Other clients ignore unknown keys of `_meta`.
 */
const _meta = { 'anthropic/alwaysLoad': true };

/** For the system prompt of the client's model, where the tools themselves may be deferred. */
export const instructions =
  'For work that takes several MCP tool calls, loops, large answers or several servers, write one TypeScript script: findTools gives ' +
  'signatures, executeCode runs the script and returns only what it returns. Read and filter in one script, look at the result, then ' +
  'write in another.';

/**
 * `signatures` ends the description. Unless `writesUnasked`, a script writes only after a question of ours: a client that asks about tools
 * that are not read-only would ask twice. `namesSessions`: requests belong to no connection (MCP 2026-07-28).
 */
export function executeCodeTool(signatures: string, writesUnasked: boolean, namesSessions = false): Tool {
  return {
    name: executeCode.name,
    title: executeCode.displayName,
    description: signatures === '' ? description : `${description}\n\n${signatures}`,
    inputSchema: {
      ...executeCode.inputSchema,
      properties: { ...executeCode.inputSchema.properties, dryRun, inFlight, ...(namesSessions && { session }) },
    },
    annotations: writesUnasked ? { readOnlyHint: false, destructiveHint: true, openWorldHint: true } : { readOnlyHint: true },
    _meta,
  };
}

export function findToolsTool(): Tool {
  return {
    name: findTools.name,
    title: findTools.displayName,
    description: findTools.modelDescription,
    inputSchema: findTools.inputSchema,
    annotations: { readOnlyHint: true, openWorldHint: false },
    _meta,
  };
}

function manifestTool(name: string) {
  const tool = manifest.contributes.languageModelTools.find((known) => known.name === name);
  if (!tool) throw new Error(`package.json has no language-model tool ${name}.`);
  return { ...tool, inputSchema: tool.inputSchema as Tool['inputSchema'] }; // whose type is "object"
}
