// A folder with an mcp.json and the tool source over it, built as the product builds it.
import { noUser } from '../fakes/noUser.ts';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CallOutcome, ToolDefinition, ToolResult } from '../../src/catalog/toolSource.ts';
import type { JsonObject } from '../../src/base/json.ts';
import { McpToolSource, type McpToolSourceOptions } from '../../src/mcp/source/mcpToolSource.ts';
import { workspaceDefinitionFiles } from '../../src/mcp/definitions/definitionPlaces.ts';
import { defaultDiscovery, type DiscoveryRules } from '../../src/mcp/connection/discoveryRules.ts';
import { currentHost } from '../../src/mcp/definitions/serverLaunch.ts';
import { readDefinitions, type LastRead } from '../../src/mcp/definitions/readDefinitions.ts';
import type { UserInteraction } from '../../src/mcp/elicitation/userInteraction.ts';
import type { ConnectionTimings } from '../../src/mcp/connection/connectionTimings.ts';
import type { ServerLogLevel } from '../../src/mcp/protocol/serverLog.ts';
import { CacheFolder } from '../../src/base/files/cacheFolder.ts';
import { InMemoryServers } from '../fakes/inMemoryServers.ts';
import { TemporaryFolder } from '../fakes/temporaryFolder.ts';

const never = new AbortController().signal;
/** The user of these workspaces trusts every definition. */
const trustingHost = () => ({ ...currentHost(), trust: { isApproved: () => true, advice: () => '' } });

/** The functions that answer if a server needs a person, and the function that connects servers. */
type Asked = Partial<
  Pick<McpToolSourceOptions, 'inputs' | 'authorization' | 'userInteraction' | 'background' | 'connectStdio'>
>;

export class McpWorkspace {
  readonly #folder = new TemporaryFolder('code-mode-mcp-');
  readonly folder = this.#folder.path;
  source: McpToolSource;
  discovery: DiscoveryRules = defaultDiscovery;
  /** Lines of the form `server: line`, preceded by the level if there is one. */
  readonly log: string[] = [];
  readonly #readers = new Set<() => void>();
  /** Minimum level of the messages that servers log. */
  logLevel: ServerLogLevel = 'info';
  /** The roots that servers get on request. */
  roots: readonly string[] = [this.folder];
  /** True if the client offers roots at all; a change takes effect with the next session. */
  announcesRoots = true;

  readonly #timings: Partial<ConnectionTimings>;
  readonly #asked: Asked;
  #kept: CacheFolder;

  private constructor(timings: Partial<ConnectionTimings>, asked: Asked) {
    this.#timings = timings;
    this.#asked = asked;
    this.#kept = this.#openKept();
    this.source = this.#open();
  }

  /** Ends this session and begins the next one, which has the data that this one kept. */
  async nextSession(): Promise<void> {
    await this.source.dispose();
    await this.#kept.dispose();
    this.#kept = this.#openKept();
    this.source = this.#open();
  }

  #openKept(): CacheFolder {
    return new CacheFolder({
      folder: join(this.folder, 'kept'),
      what: 'The tools',
      log: (line) => this.log.push(line),
    });
  }

  #open(): McpToolSource {
    const lastRead: LastRead = new Map();
    return new McpToolSource({
      readDefinitions: () => readDefinitions(workspaceDefinitionFiles(this.folder), trustingHost(), lastRead),
      discovery: () => this.discovery,
      listings: this.#kept,
      background: { delayMs: 0, atOnce: 2 },
      clientInfo: { name: 'code-mode-test', version: '1.0.0' },
      log: (server, line, level) => {
        this.log.push(`${level === undefined ? '' : `${level} `}${server}: ${line}`);
        for (const read of this.#readers) read();
      },
      ...(this.announcesRoots && { roots: () => this.roots }),
      logLevel: () => this.logLevel,
      timings: this.#timings,
      ...noUser(),
      ...this.#asked,
    });
  }

  static async create(
    servers: object,
    timings: Partial<ConnectionTimings> = {},
    asked: Asked = {},
  ): Promise<McpWorkspace> {
    const workspace = new McpWorkspace(timings, asked);
    await workspace.define(servers);
    return workspace;
  }

  /** Runs the scripted servers of `test/fakes` and server-everything in this process, other servers as usual. */
  static inMemory(
    servers: object,
    timings: Partial<ConnectionTimings> = {},
    asked: Asked = {},
  ): Promise<McpWorkspace> {
    return McpWorkspace.create(servers, timings, { connectStdio: new InMemoryServers().connect, ...asked });
  }

  /** Runs servers in this process that may ask the user or the user's language model. */
  static asking(servers: object, userInteraction: UserInteraction): Promise<McpWorkspace> {
    return McpWorkspace.inMemory(servers, {}, { userInteraction });
  }

  async define(servers: object): Promise<void> {
    await this.write('.vscode/mcp.json', JSON.stringify({ servers }));
  }

  async write(path: string, text: string): Promise<void> {
    const file = join(this.folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }

  async tools(server: string): Promise<readonly ToolDefinition[]> {
    const listing = await this.source.listTools(server, { signal: never, interactive: true });
    if (!listing.ok) throw new Error(listing.error);
    return listing.tools;
  }

  /** Returns the reason why the server's tools cannot be listed. */
  async listError(server: string): Promise<string> {
    const listing = await this.source.listTools(server, { signal: never, interactive: true });
    if (listing.ok) throw new Error('The listing did not fail.');
    return listing.error;
  }

  call(
    server: string,
    tool: string,
    input: JsonObject = {},
    signal: AbortSignal = never,
  ): Promise<CallOutcome> {
    return this.source.callTool(server, tool, input, { signal });
  }

  async result(server: string, tool: string, input: JsonObject = {}): Promise<ToolResult> {
    const outcome = await this.call(server, tool, input);
    if (!outcome.ok) throw new Error(outcome.error.message);
    return outcome.result;
  }

  async structured(server: string, tool: string, input: JsonObject = {}): Promise<JsonObject> {
    const { structuredContent = {} } = await this.result(server, tool, input);
    return structuredContent as JsonObject; // the tools of the tests answer with objects
  }

  async state(server: string): Promise<string | undefined> {
    return (await this.source.servers()).find(({ name }) => name === server)?.state;
  }

  /** Settles when the server starts. */
  async starts(server: string): Promise<void> {
    while ((await this.state(server)) !== 'starting') await nextTurn();
  }

  /** Settles when the log has a matching line. */
  async logged(line: RegExp): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const read = () => {
      if (this.log.some((text) => line.test(text))) resolve(undefined);
    };
    this.#readers.add(read);
    read();
    await promise;
    this.#readers.delete(read);
  }

  async dispose(): Promise<void> {
    await this.source.dispose();
    await this.#kept.dispose();
    this.#folder[Symbol.dispose]();
  }
}
