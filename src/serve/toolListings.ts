// The tools that a client was listed last. A client may run read-only tools without asking its user, so a tool that was listed as read-only
// stays so until the client lists the tools again. A connection has one listing; requests of MCP 2026-07-28 find theirs by the name of their client.
import type { Tool } from '@modelcontextprotocol/server';
import { setNewest } from '../base/setNewest.ts';

export interface ToolListing {
  /** The ordinary tools, by name. */
  tools: ReadonlyMap<string, Tool>;
  /** True if `executeCode` was listed as writing unasked; undefined before it is listed. */
  writes: boolean | undefined;
}

/** Names of clients that are remembered. */
const mostClients = 200;

export function noListing(): ToolListing {
  return { tools: new Map(), writes: undefined };
}

export class ToolListings {
  readonly #byClient = new Map<string, ToolListing>();

  of(client: string | undefined): ToolListing {
    const name = client ?? '';
    const listing = this.#byClient.get(name) ?? noListing();
    setNewest(this.#byClient, name, listing, mostClients);
    return listing;
  }
}
