// Port through which a person signs in to a server. An implementation shows a page of the authorization server and
// receives the redirect that follows. The extension and the CLI each have one implementation.

/** Receives the redirect of the authorization server for one sign-in. */
export interface RedirectListener extends AsyncDisposable {
  /** The exact `redirect_uri` that is registered. */
  readonly redirectUrl: string;
  /**
   * Offers the page to the person, opens it if the person agrees, and waits for the redirect. A redirect without the
   * page's `state` is ignored. Aborting `signal` ends the wait.
   */
  visit(page: SignInPage, signal: AbortSignal): Promise<SignInAnswer>;
}

export interface SignInPage {
  /** Name of the server in the configuration. */
  readonly server: string;
  /** Page of the authorization server. The caller has checked that the address is safe to open. */
  readonly url: URL;
  readonly state: string;
}

/** A client that the definition of a server names. */
export interface NamedClient {
  readonly server: string;
  readonly clientId: string;
  /** Host of the authorization server, which receives the secret. */
  readonly host: string;
}

/** Result of a sign-in page. `error` says in one sentence why there is no redirect. */
export type SignInAnswer =
  | { readonly ok: true; readonly parameters: URLSearchParams }
  | { readonly ok: false; readonly error: string };

export type ListenOutcome =
  { readonly ok: true; readonly listener: RedirectListener } | { readonly ok: false; readonly error: string };

/** Services for a sign-in by a person with a browser. */
export interface SignIn {
  /** True if a person can be asked. */
  readonly canAsk: boolean;
  /** Prepares a local address to which the authorization server redirects. Shows nothing yet. */
  listen(): Promise<ListenOutcome>;
  /** Asks for the secret of the client: empty if the client has none, undefined if the person cancels. */
  clientSecret(client: NamedClient, signal: AbortSignal): Promise<string | undefined>;
  /** Returns one sentence that says how to sign in to a server when nobody can be asked. */
  advice(server: string): string;
}

/** Result of a sign-in. `error` says, at its end, what to do; `denied` is true if the person declined. */
export type SignInOutcome =
  { readonly ok: true } | { readonly ok: false; readonly error: string; readonly denied: boolean };
