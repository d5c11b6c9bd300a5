// Ordinary tools, as MCP tools of ours: listed as their servers define them, called over the connections that scripts use, and
// answered as their servers answer. So each server runs once, whoever calls it. The list is made once for all clients.
import { ProtocolError, ProtocolErrorCode, type CallToolResult, type ReadResourceResult, type Tool } from '@modelcontextprotocol/server';
import type { CallFailure } from '../catalog/callFailure.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { CatalogTool } from '../catalog/catalogSnapshot.ts';
import { isJsonObject, type JsonObject } from '../base/json.ts';
import type { Engine } from '../engine/executeScript.ts';
import type { CallOptions } from '../catalog/toolSource.ts';
import type { ClientCall } from './clientCall.ts';
import { clientRelay } from './clientRelay.ts';
import { exceedsEffect, hintedEffect } from '../catalog/toolEffect.ts';
import { passedTools } from './passedTools.ts';
import { PassthroughNames } from './passthroughNames.ts';
import { SharedReading } from './sharedReading.ts';
import { visibleName } from '../base/text/visibleText.ts';

type PassthroughCatalog = Pick<Catalog, 'knownServers' | 'onDidChange' | 'snapshot'>;

/** What approval rules say of tools, whoever calls them. */
export type ToolRulings = Pick<Engine, 'askedEachRun' | 'denialOf'>;

/** How long a list of tools waits for servers; those that are slower come with a change. */
const listMs = 3_000;

/** MCP 2025-11-25, "Resources", "Error Handling". */
const resourceNotFound = -32002;

export class PassthroughTools implements Disposable {
  readonly #catalog: PassthroughCatalog;
  readonly #rulings: ToolRulings;
  readonly #names = new PassthroughNames();
  readonly #list: SharedReading;

  /** For clients that share a list. `log`: one line for the log. */
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
    return JSON.parse(await this.#list.read(signal)) as readonly Tool[]; // as it was written above
  }

  /** Fires when the list is another one. Returns the function that stops listening. */
  onDidChange(listener: () => void): () => void {
    return this.#list.onDidChange(listener);
  }

  [Symbol.dispose](): void {
    this.#list[Symbol.dispose]();
  }

  /**
   * The view of an app that shows the answers of tools here, as its server gives it; nothing else of a server can be read.
   * @throws ProtocolError where no tool has it, tools of several servers do, or its server does not give it.
   */
  async readView(uri: string, signal: AbortSignal): Promise<ReadResourceResult> {
    const missing = (why: string) => new ProtocolError(resourceNotFound, `The resource ${visibleName(uri)} cannot be read: ${why}.`);
    if (!uri.startsWith('ui://')) throw missing('only the views of apps can be, which begin with ui://');
    const servers = (await this.#catalog.knownServers()).flatMap((server) => {
      const tools = passedTools(server).filter((tool) => viewOf(tool) === uri);
      return tools.length > 0 ? [{ server, tools }] : [];
    });
    const [found, another] = servers;
    if (!found?.server.requestFeature) throw missing('no tool here is shown by it');
    // One server must not draw what another one answered.
    if (another) throw missing(`tools of ${visibleName(found.server.name)} and ${visibleName(another.server.name)} both name it`);
    const denials = await Promise.all(found.tools.map((tool) => this.#rulings.denialOf(tool)));
    const denial = denials.find((text) => text !== undefined);
    if (denial !== undefined && !denials.includes(undefined)) throw missing(denial);
    const answer = await found.server.requestFeature({ method: 'resources/read', uri }, { signal });
    if (!answer.ok) throw missing(answer.error.message);
    // Guarded as such by the source.
    return { contents: answer.value } as unknown as ReadResourceResult;
  }

  /**
   * `listed`: what the client was listed last, by name, since it asks its user by that.
   * @throws ProtocolError where there is no such tool, or it can do more now than when the client was listed it.
   */
  async call(name: string, input: JsonObject, call: ClientCall, listed: ReadonlyMap<string, Tool>): Promise<CallToolResult> {
    const tool = (await this.#find(name)) ?? (await this.#findInList(name, call.signal));
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool "${name}". List the tools again.`);
    const { readOnlyHint = false, destructiveHint = false } = listed.get(name)?.annotations ?? {};
    if (listed.has(name) && exceedsEffect(hintedEffect(tool.annotations), hintedEffect({ readOnlyHint, destructiveHint }))) {
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
    // The same blocks, as readonly lists.
    return outcome.ok ? (outcome.result as CallToolResult) : failed(outcome.error);
  }

  async #definitions(signal: AbortSignal): Promise<readonly Tool[]> {
    const { servers } = await this.#catalog.snapshot({ servers: 'all', signal, timeoutMs: listMs, buildIndex: false });
    const tools = servers.flatMap(passedTools);
    const asked = await this.#rulings.askedEachRun(tools);
    return tools.map((tool) => definitionOf(tool, this.#names.of(tool), asked.has(tool)));
  }

  /** A client that was listed the tools by another process may call one before this process has looked at its servers. */
  async #findInList(name: string, signal: AbortSignal): Promise<CatalogTool | undefined> {
    await this.list(signal);
    return this.#find(name);
  }

  /** Undefined where no tool has the name, or the one that had it is routed elsewhere now. */
  async #find(name: string): Promise<CatalogTool | undefined> {
    const servers = await this.#catalog.knownServers();
    return servers.flatMap(passedTools).find((tool) => this.#names.of(tool) === name);
  }
}

/** MCP Apps 2026-01-26: `_meta.ui.resourceUri`, before `_meta["ui/resourceUri"]`. */
function viewOf({ definition: { _meta = {} } }: CatalogTool): unknown {
  return (isJsonObject(_meta['ui']) ? _meta['ui']['resourceUri'] : undefined) ?? _meta['ui/resourceUri'];
}

/**
 * As its server lists it, under our name. A tool that calls itself read-only and destructive is not read-only (`CatalogTool.readOnly`); one
 * that a rule asks for is none either, since clients ask for no others.
 */
function definitionOf(tool: CatalogTool, name: string, isAsked: boolean): Tool {
  const { title, icons, description, definition, outputSchema, annotations, readOnly } = tool;
  const mayWrite = annotations.readOnlyHint === true && (isAsked || !readOnly);
  return {
    name,
    ...(title !== undefined && { title }),
    ...(icons && { icons: icons.map((icon) => ({ ...icon })) }),
    description,
    // Clients refuse a whole list for one schema that is not of an object.
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
      send({ progress: reports, ...(fraction !== undefined && fraction > 0 && { total: reports / fraction }), message });
    },
  };
}

/** A model reads what became of the call. */
function failed({ message, hint }: CallFailure): CallToolResult {
  return { content: [{ type: 'text', text: hint === undefined ? message : `${message} ${hint}` }], isError: true };
}
