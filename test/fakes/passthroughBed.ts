// Connects a client of the SDK to a passthrough server of Code Mode over tools of any source.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { ClientCapabilities } from '@modelcontextprotocol/sdk/types.js';
import { Catalog } from '../../src/catalog/catalog.ts';
import type { ToolSource } from '../../src/catalog/toolSource.ts';
import { PassthroughTools, type ToolRulings } from '../../src/serve/passthroughTools.ts';
import { serverOfTools } from './serverOfTools.ts';

export class PassthroughBed implements AsyncDisposable {
  readonly client: Client;
  readonly #served: Promise<void>;

  private constructor(client: Client, served: Promise<void>) {
    this.client = client;
    this.#served = served;
  }

  /**
   * All tools are passed through except those that `blocked` returns. `prepare` is called before the client connects.
   */
  static async open(
    source: ToolSource,
    {
      blocked = () => [],
      rulings,
      capabilities = {},
      prepare = () => undefined,
    }: {
      readonly blocked?: () => readonly string[];
      readonly rulings?: Partial<ToolRulings>;
      readonly capabilities?: ClientCapabilities;
      readonly prepare?: (client: Client) => void;
    } = {},
  ): Promise<PassthroughBed> {
    const routing = () => ({
      mode: 'tools' as const,
      blocked: blocked().map((pattern) => ({ pattern, setting: 'codeMode.blockedTools' })),
    });
    const catalog = new Catalog({ sources: [source], routing, log: () => undefined });
    const none: ToolRulings = {
      denialOf: () => Promise.resolve(undefined),
      askedEachRun: () => Promise.resolve(new Set()),
    };
    const passthrough = new PassthroughTools(catalog, { ...none, ...rulings }, () => undefined);
    const server = serverOfTools(passthrough);
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    const served = server
      .serve(ours, new AbortController().signal)
      .finally(() => passthrough[Symbol.dispose]());
    const client = new Client({ name: 'test', version: '1' }, { capabilities });
    prepare(client);
    await client.connect(theirs);
    await client.listTools();
    return new PassthroughBed(client, served);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close();
    await this.#served;
  }
}
