// The port through which a person signs in to a server: a page of the authorization server is shown to them, and it sends
// them back to a place that we can see. Each front door has its own way to do both.

/** A place where the authorization server's answer arrives, for one sign-in. */
export interface RedirectListener extends AsyncDisposable {
  /** What is registered as `redirect_uri`, to the letter. */
  readonly redirectUrl: string;
  /**
   * Shows the person the page, if they want it, and waits for the answer. What arrives without the page's `state` is no answer.
   * Aborting `signal` ends the wait.
   */
  visit(page: SignInPage, signal: AbortSignal): Promise<SignInAnswer>;
}

export interface SignInPage {
  /** The server's name in the configuration. */
  readonly server: string;
  /** At the authorization server; checked to be safe to open. */
  readonly url: URL;
  readonly state: string;
}

/** A client that the definition of a server names. */
export interface NamedClient {
  readonly server: string;
  readonly clientId: string;
  /** Of the authorization server: who will see the secret. */
  readonly host: string;
}

/** `error`: why there is no answer, one sentence. */
export type SignInAnswer = { readonly ok: true; readonly parameters: URLSearchParams } | { readonly ok: false; readonly error: string };

export type ListenOutcome = { readonly ok: true; readonly listener: RedirectListener } | { readonly ok: false; readonly error: string };

/** Who signs in: a person with a browser. */
export interface SignIn {
  /** Whether there is somebody to ask. */
  readonly canAsk: boolean;
  /** Prepares an address of ours for the authorization server to answer at. Nothing is shown yet. */
  listen(): Promise<ListenOutcome>;
  /** Its secret; empty for a client that has none, undefined when the person gave up. */
  clientSecret(client: NamedClient, signal: AbortSignal): Promise<string | undefined>;
  /** What to do to sign in to a server that no script or user named: one sentence. */
  advice(server: string): string;
}

/** What a sign-in came to. `error` is one sentence or more, ending with what to do; `denied`: the person did not want it. */
export type SignInOutcome = { readonly ok: true } | { readonly ok: false; readonly error: string; readonly denied: boolean };
