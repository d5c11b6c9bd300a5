// A workspace with one server, `vault`, that requires a sign-in; a person who signs in at once; and the stored
// sign-ins.
import { MemoryTokenStore } from '../fakes/memoryTokenStore.ts';
import { FollowingSignIn } from '../fakes/followingSignIn.ts';
import { ProtectedServer, type ProtectedServerOptions } from '../fakes/protectedServer.ts';
import { McpWorkspace } from './mcpWorkspace.ts';

export interface ProtectedWorkspaceOptions extends ProtectedServerOptions {
  readonly person?: FollowingSignIn;
  readonly clientMetadataUrl?: string;
  /** Members that are added to the definition of the server. */
  readonly definition?: object;
}

export class ProtectedWorkspace {
  readonly server: ProtectedServer;
  readonly person: FollowingSignIn;
  readonly tokens = new MemoryTokenStore();
  readonly #definition: object;
  readonly #clientMetadataUrl: string | undefined;
  readonly #workspaces: McpWorkspace[] = [];

  private constructor(
    server: ProtectedServer,
    { person = new FollowingSignIn(), definition = {}, clientMetadataUrl }: ProtectedWorkspaceOptions,
  ) {
    this.#clientMetadataUrl = clientMetadataUrl;
    this.server = server;
    this.person = person;
    this.#definition = { url: server.url, ...definition };
  }

  static async create(options: ProtectedWorkspaceOptions = {}): Promise<ProtectedWorkspace> {
    const created = new ProtectedWorkspace(await ProtectedServer.start(options), options);
    await created.open();
    return created;
  }

  /** Opens another window with the same definitions and the same sign-ins. */
  async open(): Promise<McpWorkspace> {
    const authorization = {
      signIn: this.person,
      tokens: this.tokens,
      clientMetadataUrl: () => this.#clientMetadataUrl,
    };
    const opened = await McpWorkspace.create(
      { vault: this.#definition },
      { startMs: 20_000 },
      { authorization },
    );
    this.#workspaces.push(opened);
    return opened;
  }

  /** The first window. */
  get window(): McpWorkspace {
    const [first] = this.#workspaces;
    if (!first) throw new Error('No window is open.');
    return first;
  }

  /** Makes one call; a failure becomes an error. */
  echo(input: { readonly n: number }): Promise<object> {
    return this.window.structured('vault', 'echo', input);
  }

  /** Returns the reason why the tools cannot be listed when nobody may be asked. */
  async backgroundError(): Promise<string> {
    const listing = await this.window.source.listTools('vault', { signal: new AbortController().signal });
    if (listing.ok) throw new Error('The listing did not fail.');
    return listing.error;
  }

  /** Returns the failure of a call. */
  async failure(
    tool = 'echo',
    signal = new AbortController().signal,
  ): Promise<{ readonly code: string; readonly message: string }> {
    const outcome = await this.window.call('vault', tool, {}, signal);
    if (outcome.ok) throw new Error('The call did not fail.');
    return outcome.error;
  }

  async dispose(): Promise<void> {
    await Promise.all(this.#workspaces.map((opened) => opened.dispose()));
    await this.server.close();
  }
}
