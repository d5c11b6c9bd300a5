// Remembers the tools that each client received in its last list. A client may run read-only tools without asking its
// user, so a tool that was listed as read-only stays read-only until the client lists the tools again. A connection has
// one listing; requests of MCP 2026-07-28 find their listing by the client's name.
import type { Tool } from '@modelcontextprotocol/server';
import { setNewest } from '../base/setNewest.ts';

export interface ClientListing {
  /** The passed-through tools, by name. */
  tools: ReadonlyMap<string, Tool>;
  /** True if `executeCode` was listed as a tool that may write without a question; undefined before it is listed. */
  writes: boolean | undefined;
}

/** Maximum number of clients whose listings are kept. */
const mostClients = 200;

export function noListing(): ClientListing {
  return { tools: new Map(), writes: undefined };
}

export class ToolListings {
  readonly #byClient = new Map<string, ClientListing>();

  of(client: string | undefined): ClientListing {
    const name = client ?? '';
    const listing = this.#byClient.get(name) ?? noListing();
    setNewest(this.#byClient, name, listing, mostClients);
    return listing;
  }
}
