// Offers the tools of all connected servers as MCP tools of this server. The definitions and results stay as the
// servers send them, and calls use the same connections as scripts, so each server runs once. All clients share one
// list of tools.
import {
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type ReadResourceResult,
  type Tool,
} from '@modelcontextprotocol/server';
import {
  exceedsEffect,
  hintedEffect,
  type CallRelay,
  type Catalog,
  type CatalogTool,
  type ToolResult,
} from '../catalog/index.ts';
import { stringifyExact } from '../base/exactJson.ts';
import { isJsonObject, parseJson, type JsonObject } from '../base/json.ts';
import type { Engine } from '../engine/index.ts';
import { canFillForms, failedResult, type ClientCall } from './clientCall.ts';
import { passedTools } from './passedTools.ts';
import { passthroughName } from './passthroughName.ts';
import { progressSender } from './progressReporter.ts';
import { SharedReading } from './sharedReading.ts';
import { visibleName } from '../base/text/visibleText.ts';

type PassthroughCatalog = Pick<Catalog, 'knownServers' | 'onDidChange' | 'snapshot'>;

/** The approval rules that apply to tools, regardless of the caller. */
export type ToolRulings = Pick<Engine, 'askedEachRun' | 'denialOf'>;

/**
 * Time in milliseconds that a list of tools waits for servers. The tools of slower servers are announced later as a
 * change.
 */
const listMs = 3_000;

/** Error code of MCP 2025-11-25, "Resources", "Error Handling". */
const resourceNotFound = -32002;

export class PassthroughTools implements Disposable {
  readonly #catalog: PassthroughCatalog;
  readonly #rulings: ToolRulings;
  readonly #list: SharedReading;

  /** Creates the tools for clients that share a list. `log` writes one line to the log. */
  constructor(catalog: PassthroughCatalog, rulings: ToolRulings, log: (line: string) => void) {
    this.#catalog = catalog;
    this.#rulings = rulings;
    this.#list = new SharedReading({
      make: async (signal) => JSON.stringify(await this.#definitions(signal)),
      onDidChange: (listener) => catalog.onDidChange(listener),
      log,
    });
  }

  async list(signal: AbortSignal): Promise<readonly Tool[]> {
    // The list parses `JSON.stringify` of the tools.
    return JSON.parse(await this.#list.read(signal)) as readonly Tool[];
  }

  onDidChange(listener: () => void): () => void {
    return this.#list.onDidChange(listener);
  }

  [Symbol.dispose](): void {
    this.#list[Symbol.dispose]();
  }

  /**
   * Reads the view of an app that displays the results of a passed-through tool, as its server sends the view. No other
   * resource of a server can be read.
   * @throws ProtocolError if no tool names the view, if tools of several servers name it, or if the server does not
   * return it.
   */
  async readView(uri: string, signal: AbortSignal): Promise<ReadResourceResult> {
    const missing = (why: string) =>
      new ProtocolError(resourceNotFound, `The resource ${visibleName(uri)} cannot be read: ${why}.`);
    if (!uri.startsWith('ui://')) throw missing('only the views of apps can be, which begin with ui://');
    const servers = (await this.#catalog.knownServers()).flatMap((server) => {
      const tools = passedTools(server).filter((tool) => viewOf(tool) === uri);
      return tools.length > 0 ? [{ server, tools }] : [];
    });
    const [found, another] = servers;
    if (!found?.server.requestFeature) throw missing('no tool here is shown by it');
    // A server must not render the results of another server.
    if (another)
      throw missing(
        `tools of ${visibleName(found.server.name)} and ${visibleName(another.server.name)} both name it`,
      );
    const denials = await Promise.all(found.tools.map((tool) => this.#rulings.denialOf(tool)));
    const denial = denials.find((text) => text !== undefined);
    if (denial !== undefined && !denials.includes(undefined)) throw missing(denial);
    const answer = await found.server.requestFeature({ method: 'resources/read', uri }, { signal });
    if (!answer.ok) throw missing(answer.error.message);
    // The source has validated the contents.
    return { contents: answer.value } as unknown as ReadResourceResult;
  }

  /**
   * Calls a tool. `listed` contains the tools by name as the client last received them: the client asks its user by
   * that list.
   * @throws ProtocolError if the tool does not exist, or if its effect is greater now than in the list that the client
   * received.
   */
  async call(
    name: string,
    input: JsonObject,
    call: ClientCall,
    listed: ReadonlyMap<string, Tool>,
  ): Promise<CallToolResult> {
    let tool = await this.#find(name);
    if (!tool) {
      // A client that received its list from another process may call a tool before this process has listed the
      // servers.
      await this.list(call.signal);
      tool = await this.#find(name);
    }
    if (!tool) throw unknownTool(name);
    const { readOnlyHint = false, destructiveHint = false } = listed.get(name)?.annotations ?? {};
    if (
      listed.has(name) &&
      exceedsEffect(hintedEffect(tool.annotations), hintedEffect({ readOnlyHint, destructiveHint }))
    ) {
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `The tool "${name}" can do more now than when it was listed. List the tools again.`,
      );
    }
    const denial = await this.#rulings.denialOf(tool);
    if (denial !== undefined) return failedResult(denial);
    const outcome = await tool.source.callTool(tool.server, tool.name, input, {
      signal: call.signal,
      expectedTool: tool.definition,
      relay: clientRelay(call),
      ...(call.progress && { onProgress: progressSender(call.progress) }),
    });
    // The content blocks are the same; only their type differs.
    if (outcome.ok) return withObject(outcome.result) as CallToolResult;
    const { message, hint } = outcome.error;
    return failedResult(hint === undefined ? message : `${message} ${hint}`);
  }

  async #definitions(signal: AbortSignal): Promise<readonly Tool[]> {
    const { servers } = await this.#catalog.snapshot({
      servers: 'all',
      signal,
      timeoutMs: listMs,
      buildIndex: false,
    });
    // If two hashes were equal, `#find` would find the first tool, so only that one is listed.
    const named = Map.groupBy(servers.flatMap(passedTools), passthroughName);
    const tools = [...named.values()].flatMap(([first]) => first ?? []);
    const asked = await this.#rulings.askedEachRun(tools);
    return tools.map((tool) => definitionOf(tool, passthroughName(tool), asked.has(tool)));
  }

  /** Undefined if no tool has the name, or if the tool with this name is no longer passed through. */
  async #find(name: string): Promise<CatalogTool | undefined> {
    const servers = await this.#catalog.knownServers();
    return servers.flatMap(passedTools).find((tool) => passthroughName(tool) === name);
  }
}

/** Older clients accept only an object as structured content. Any other value that no text repeats becomes a text. */
function withObject({ structuredContent, ...result }: ToolResult): ToolResult {
  if (structuredContent === undefined) return result;
  if (isJsonObject(structuredContent)) return { ...result, structuredContent };
  const text = stringifyExact(structuredContent);
  const { content } = result;
  const isRepeated = content.some(
    (block) =>
      block.type === 'text' &&
      (block.text === structuredContent || stringifyExact(parseJson(block.text) ?? null) === text),
  );
  return isRepeated ? result : { ...result, content: [...content, { type: 'text', text }] };
}

export function unknownTool(name: string): ProtocolError {
  const message = `There is no tool "${name}". List the tools again.`;
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

/**
 * Forwards elicitation requests that a tool's server sends during a call to the client that calls the tool. The message
 * names the server; all other parameters stay as the server wrote them, and the client validates them as it does for
 * any server. Sampling requests are not forwarded: permission to sample would be given to this server, and so to every
 * server behind it.
 */
function clientRelay(call: ClientCall): CallRelay {
  const { capabilities } = call.client;
  return {
    answers: ({ mode }) =>
      mode === 'url' ? capabilities.elicitation?.url !== undefined : canFillForms(capabilities),
    ask: (server, { _meta, message, ...params }, signal) => {
      const words = typeof message === 'string' ? message : '';
      // `_meta` is valid only in the session that received it.
      return call.elicit(
        { ...params, message: `The MCP server ${visibleName(server)} asks: ${words}` },
        { signal },
      );
    },
    visitEnded: (elicitationId) => call.visitEnded(elicitationId),
  };
}

/**
 * Returns the URI of a tool's view: `_meta.ui.resourceUri` (MCP Apps 2026-01-26), or else the older
 * `_meta["ui/resourceUri"]`.
 */
function viewOf({ definition: { _meta = {} } }: CatalogTool): unknown {
  return (isJsonObject(_meta['ui']) ? _meta['ui']['resourceUri'] : undefined) ?? _meta['ui/resourceUri'];
}

/**
 * Returns the definition that the server lists, with the name that this server gives the tool. A tool that calls itself
 * read-only and destructive is not read-only (`CatalogTool.readOnly`). A tool that a rule requires a question for is
 * not listed as read-only either, because clients ask no question for read-only tools.
 */
function definitionOf(tool: CatalogTool, name: string, isAsked: boolean): Tool {
  const { title, icons, description, definition, outputSchema, annotations, readOnly } = tool;
  const mayWrite = annotations.readOnlyHint === true && (isAsked || !readOnly);
  return {
    name,
    ...(title !== undefined && { title }),
    ...(icons && { icons: icons.map((icon) => ({ ...icon })) }),
    description,
    // A client rejects the whole list if one input schema is not of type "object".
    inputSchema: { ...(definition.inputSchema as Tool['inputSchema']), type: 'object' },
    ...(outputSchema?.['type'] === 'object' && { outputSchema }),
    annotations: { ...annotations, ...(mayWrite && { readOnlyHint: false }) },
    ...(definition._meta && { _meta: definition._meta }),
  };
}
