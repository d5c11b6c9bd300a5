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
import type { CallFailure } from '../base/callFailure.ts';
import {
  exceedsEffect,
  hintedEffect,
  type Catalog,
  type CatalogTool,
  type CallOptions,
} from '../catalog/index.ts';
import { isJsonObject, type JsonObject } from '../base/json.ts';
import type { Engine } from '../engine/index.ts';
import type { ClientCall } from './clientCall.ts';
import { clientRelay } from './clientRelay.ts';
import { passedTools } from './passedTools.ts';
import { PassthroughNames } from './passthroughNames.ts';
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
  readonly #names = new PassthroughNames();
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

  /** Calls `listener` when the list has changed. Returns the function that removes the listener. */
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
    const tool = (await this.#find(name)) ?? (await this.#findInList(name, call.signal));
    if (!tool)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `There is no tool "${name}". List the tools again.`,
      );
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
    if (denial !== undefined) return { content: [{ type: 'text', text: denial }], isError: true };
    const outcome = await tool.source.callTool(tool.server, tool.name, input, {
      signal: call.signal,
      expectedTool: tool.definition,
      relay: clientRelay(call),
      ...progressOf(call),
    });
    // The content blocks are the same; only the type differs, which has readonly lists.
    return outcome.ok ? (outcome.result as CallToolResult) : failed(outcome.error);
  }

  async #definitions(signal: AbortSignal): Promise<readonly Tool[]> {
    const { servers } = await this.#catalog.snapshot({
      servers: 'all',
      signal,
      timeoutMs: listMs,
      buildIndex: false,
    });
    const tools = servers.flatMap(passedTools);
    const asked = await this.#rulings.askedEachRun(tools);
    return tools.map((tool) => definitionOf(tool, this.#names.of(tool), asked.has(tool)));
  }

  /**
   * Finds a tool after the servers have been listed. A client that received its list from another process may call a
   * tool before this process has listed the servers.
   */
  async #findInList(name: string, signal: AbortSignal): Promise<CatalogTool | undefined> {
    await this.list(signal);
    return this.#find(name);
  }

  /** Undefined if no tool has the name, or if the tool with this name is no longer passed through. */
  async #find(name: string): Promise<CatalogTool | undefined> {
    const servers = await this.#catalog.knownServers();
    return servers.flatMap(passedTools).find((tool) => this.#names.of(tool) === name);
  }
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
    ...(outputSchema?.['type'] === 'object' && { outputSchema: outputSchema }),
    annotations: { ...annotations, ...(mayWrite && { readOnlyHint: false }) },
    ...(definition._meta && { _meta: definition._meta }),
  };
}

function progressOf({ progress: send }: ClientCall): Pick<CallOptions, 'onProgress'> {
  if (!send) return {};
  let reports = 0;
  return {
    onProgress: (message, fraction) => {
      reports += 1;
      send({
        progress: reports,
        ...(fraction !== undefined && fraction > 0 && { total: reports / fraction }),
        message,
      });
    },
  };
}

/** Returns the failure as a tool result, so that the model can read it. */
function failed({ message, hint }: CallFailure): CallToolResult {
  return {
    content: [{ type: 'text', text: hint === undefined ? message : `${message} ${hint}` }],
    isError: true,
  };
}
