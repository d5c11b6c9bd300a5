// Defines `executeCode` and `findTools` as MCP tools. The texts and input schemas come from the extension's manifest,
// so a model reads the same in the editor and over MCP.
import { grouped } from '../base/text/counted.ts';
import { valueCharacters } from '../engine/formatting/index.ts';
import { defaultBudget } from '../engine/index.ts';
import type { Tool } from '@modelcontextprotocol/server';
import manifest from '../../package.json' with { type: 'json' };

const [executeCode, findTools] = [manifestTool('executeCode'), manifestTool('findTools')];

/** The description with the size of a result over MCP, which may be larger than a result in the editor's chat. */
const description = executeCode.modelDescription.replace(
  'over 8,000 characters',
  `over ${grouped(valueCharacters(defaultBudget))} characters`,
);

/**
 * Maximum number of tokens of signatures in the editor's chat, where each request carries them. With these signatures
 * the description has at most 700 tokens.
 */
export const chatSignatureTokens = 340;

/**
 * `dryRun` is not in the manifest: in the editor the user chooses a dry run, and each request of a chat would carry the
 * property.
 */
const dryRun = { type: 'boolean', description: 'List calls that can write instead of sending them.' };

/** `inFlight` is not in the manifest, because the editor asks its user. */
const inFlight = {
  type: 'object',
  additionalProperties: { enum: ['happened', 'not-happened'] },
  description: 'With resume: whether calls that may have taken effect did, by their numbers.',
};

/** `session` is not in the manifest, because a chat or a connection has its session without a name. */
const session = {
  type: 'string',
  description:
    'The session that an earlier answer names: its codemode.store, codemode.results and runs to resume.',
};

/**
 * Makes Claude Code load the tools at the start. Claude Code defers the tools of MCP servers behind its tool search,
 * except tools with this flag (docs/decisions/0026-setup.md). Other clients ignore unknown keys of `_meta`.
 */
const _meta = { 'anthropic/alwaysLoad': true };

/** Instructions for the system prompt of the client's model; the tools themselves may be deferred. */
export const instructions =
  'For work that takes several MCP tool calls, loops, large answers or several servers, write one TypeScript script: findTools gives ' +
  'signatures, executeCode runs the script and returns only what it returns. Read and filter in one script, look at the result, then ' +
  'write in another.';

/**
 * Defines `executeCode`. `signatures` is appended to the description. Unless `writesUnasked` is true, the server asks
 * before a script writes, and the tool is listed as read-only: a client that asks about tools that are not read-only
 * would ask a second time. `namesSessions` adds the argument `session` for requests that belong to no connection (MCP
 * 2026-07-28).
 */
export function executeCodeTool(signatures: string, writesUnasked: boolean, namesSessions = false): Tool {
  return {
    name: executeCode.name,
    title: executeCode.displayName,
    description: signatures === '' ? description : `${description}\n\n${signatures}`,
    inputSchema: {
      ...executeCode.inputSchema,
      properties: {
        ...executeCode.inputSchema.properties,
        dryRun,
        inFlight,
        ...(namesSessions && { session }),
      },
    },
    annotations: writesUnasked
      ? { readOnlyHint: false, destructiveHint: true, openWorldHint: true }
      : { readOnlyHint: true },
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
  // The input schema in the manifest has the type "object".
  return { ...tool, inputSchema: tool.inputSchema as Tool['inputSchema'] };
}
