// A client of the SDK at a passthrough server of ours, over tools of any source.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { ClientCapabilities } from '@modelcontextprotocol/sdk/types.js';
import { Catalog } from '../../src/catalog/catalog.ts';
import type { CatalogTool } from '../../src/catalog/catalogSnapshot.ts';
import type { ToolSource } from '../../src/catalog/toolSource.ts';
import { PassthroughServer } from '../../src/serve/passthroughServer.ts';

export class PassthroughBed implements AsyncDisposable {
  readonly client: Client;
  readonly #served: Promise<void>;

  private constructor(client: Client, served: Promise<void>) {
    this.client = client;
    this.#served = served;
  }

  /** `offered`: whether a tool is passed through now. `prepare`: before the client connects. */
  static async open(
    source: ToolSource,
    {
      offered = () => true,
      capabilities = {},
      prepare = () => undefined,
    }: {
      readonly offered?: (tool: CatalogTool) => boolean;
      readonly capabilities?: ClientCapabilities;
      readonly prepare?: (client: Client) => void;
    } = {},
  ): Promise<PassthroughBed> {
    const catalog = new Catalog({ sources: [source], routing: () => ({}), log: () => undefined });
    const server = new PassthroughServer({
      catalog: {
        tools: async (signal) => (await catalog.snapshot({ servers: 'all', signal })).servers.flatMap(({ tools }) => tools.filter(offered)),
        knownTools: async () => (await catalog.knownServers()).flatMap(({ tools }) => tools.filter(offered)),
        onDidChange: (listener) => catalog.onDidChange(listener),
      },
      version: '1',
      log: () => undefined,
    });
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    const served = server.serve(ours, new AbortController().signal);
    const client = new Client({ name: 'test', version: '1' }, { capabilities });
    prepare(client);
    await client.connect(theirs);
    return new PassthroughBed(client, served);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close();
    await this.#served;
  }
}
