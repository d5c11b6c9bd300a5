// What a connection knows of sign-ins: the authorization of its server, for as long as that is the same server, and who was
// asked in vain. The authorization itself loads the MCP SDK and comes with the first start of a server on the web.
import type { ListOptions } from '../../catalog/toolSource.ts';
import type { HttpLaunch, ServerDefinition, StdioLaunch } from '../definitions/serverDefinition.ts';
import type { AuthorizationParts, ServerAuthorization } from './serverAuthorization.ts';
import type { SignInOutcome } from './signIn.ts';

export class ServerSignIns {
  readonly #definition: ServerDefinition;
  readonly #parts: AuthorizationParts;
  readonly #askedInVain = new WeakSet<AbortSignal>();
  #current: ServerAuthorization | undefined;

  constructor(definition: ServerDefinition, parts: AuthorizationParts) {
    this.#definition = definition;
    this.#parts = parts;
  }

  /** Of the last start. */
  get current(): ServerAuthorization | undefined {
    return this.#current;
  }

  /** None where the definition brings its own authorization, or there is no address to sign in to. */
  async authorizationOf(launch: StdioLaunch | HttpLaunch): Promise<ServerAuthorization | undefined> {
    if (launch.type !== 'http' || !/^https?:/i.test(launch.url)) return undefined;
    if (Object.keys(launch.headers).some((name) => name.toLowerCase() === 'authorization')) return undefined;
    const { ServerAuthorization } = await import('./serverAuthorization.ts');
    if (this.#current?.isOf(launch) !== true) {
      this.#current?.dispose();
      this.#current = new ServerAuthorization(this.#definition, launch, this.#parts);
    }
    return this.#current;
  }

  /** Lets the person sign in, also where the server has not asked for it yet. */
  async signIn(signal: AbortSignal): Promise<SignInOutcome> {
    if (this.#current) return this.#current.signIn({ signal });
    const error = `it is not a server to sign in to. What it needs is written in ${this.#definition.origin}.`;
    return { ok: false, error, denied: false };
  }

  /** A person who was asked in vain is not asked again by the same run, all of whose calls have one signal. */
  mayAsk({ interactive = false, signal }: ListOptions): boolean {
    return interactive && !this.#askedInVain.has(signal);
  }

  wasInVain({ signal }: ListOptions): void {
    this.#askedInVain.add(signal);
  }

  /** Takes back what the person is asked. */
  dispose(): void {
    this.#current?.dispose();
  }
}
