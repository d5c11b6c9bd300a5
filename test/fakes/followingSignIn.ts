// A person with a browser: follows the page of the authorization server at once, and accepts or declines.
import type {
  RedirectListener,
  ListenOutcome,
  NamedClient,
  SignIn,
  SignInAnswer,
  SignInPage,
} from '../../src/mcp/auth/signIn.ts';

export class FollowingSignIn implements SignIn {
  readonly redirectUrl: string;
  /** The pages that were shown. */
  readonly pages: URL[] = [];
  /** The clients for which a secret was requested. */
  readonly clients: NamedClient[] = [];
  willing = true;
  readonly canAsk = true;
  readonly #secret: string | undefined;

  constructor({
    redirectUrl = 'http://127.0.0.1:9/callback',
    secret,
  }: { readonly redirectUrl?: string; readonly secret?: string } = {}) {
    this.redirectUrl = redirectUrl;
    this.#secret = secret;
  }

  listen(): Promise<ListenOutcome> {
    const listener: RedirectListener = {
      redirectUrl: this.redirectUrl,
      visit: (page, signal) => this.visit(page, signal),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    };
    return Promise.resolve({ ok: true, listener });
  }

  protected async visit({ url }: SignInPage, signal: AbortSignal): Promise<SignInAnswer> {
    this.pages.push(url);
    if (!this.willing) return { ok: false, error: 'You did not want to sign in.' };
    const response = await fetch(url, { redirect: 'manual', signal });
    await response.body?.cancel();
    const location = response.headers.get('location');
    if (location === null) return { ok: false, error: `The page answered with HTTP ${response.status}.` };
    return { ok: true, parameters: new URL(location).searchParams };
  }

  clientSecret(client: NamedClient): Promise<string | undefined> {
    this.clients.push(client);
    return Promise.resolve(this.#secret);
  }

  advice(server: string): string {
    return `Sign in to ${server}.`;
  }
}
