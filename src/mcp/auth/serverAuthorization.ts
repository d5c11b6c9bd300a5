// Authorization of one server. A `ServerAuthorization` adds the token of the sign-in to each request, renews an expired
// token, and asks the person to sign in if renewal does not help. If many requests meet the same refusal, each of these
// steps runs once.
import { setTimeout as wait } from 'node:timers/promises';
import { OAuthError, refreshAuthorization, type FetchLike } from '@modelcontextprotocol/client';
import type { CallOptions } from '../../catalog/index.ts';
import { errorLine } from '../protocol/errorLine.ts';
import { Secrets } from '../protocol/secrets.ts';
import type { HttpLaunch, ServerDefinition } from '../definitions/index.ts';
import { tokenRequest } from './authorizationServer.ts';
import { authorize, type AuthorizeOutcome } from './authorize.ts';
import { challengeOf, UnauthorizedRequest, type AuthChallenge } from './authChallenge.ts';
import { SingleFlight } from './singleFlight.ts';
import type { SignIn, SignInOutcome } from './signIn.ts';
import { hasExpired, readRecord, requireBearer, withExpiry, type SignInRecord } from './signInRecord.ts';
import { tokenKey, type TokenStore } from './tokenStore.ts';
import { boundedFetch } from './boundedFetch.ts';
import { explainOAuth } from './signInError.ts';

/** Services that the extension or the CLI provides to the authorization of every server. */
export interface AuthorizationParts {
  readonly signIn: SignIn;
  readonly tokens: TokenStore;
  /** Returns the address of the client metadata document; undefined if none is published. */
  readonly clientMetadataUrl?: () => string | undefined;
}

/** The caller of a request, who can be asked to sign in for it. */
export type SignInCaller = Pick<CallOptions, 'signal' | 'pauseClockWhile'>;

/**
 * Pause between two looks at the token store after a refused renewal, in milliseconds. Another process that renewed the
 * token at the same time stores the new one within `waitMs * mostWaits`.
 */
const waitMs = 50;
const mostWaits = 20;

/**
 * Statuses and codes of a renewal that may succeed later. All others end the sign-in, because servers refuse an expired
 * refresh token with codes of their own, such as GitHub's `bad_refresh_token`. The SDK (2.4) calls an unreadable answer
 * a server error.
 */
const temporary: readonly unknown[] = [
  408,
  429,
  'server_error',
  'temporarily_unavailable',
  'too_many_requests',
];

const withoutHints: AuthChallenge = { insufficientScope: false };

export class ServerAuthorization {
  /** The most recent tokens, which are hidden wherever the server repeats them. */
  readonly secrets = new Secrets({});
  readonly #server: ServerDefinition;
  readonly #launch: HttpLaunch;
  readonly #url: URL;
  readonly #key: string;
  readonly #parts: AuthorizationParts;
  readonly #signingIn = new SingleFlight<SignInOutcome>();
  readonly #disposed = new AbortController();
  #signIns = 0;
  #lastError: string | undefined;
  /**
   * False after a failed sign-in, so that the next one registers a new client. An authorization server that has
   * forgotten a client tells this only to the browser.
   */
  #mayReuseClient = true;
  #renewing: Promise<SignInRecord | undefined> | undefined;

  constructor(server: ServerDefinition, launch: HttpLaunch, parts: AuthorizationParts) {
    this.#server = server;
    this.#launch = launch;
    this.#url = new URL(launch.url);
    this.#key = tokenKey({ name: server.name, url: launch.url });
    this.#parts = parts;
  }

  /** True if this is the authorization for the launch. Another address or client ID needs another one. */
  isOf({ url, oauth }: HttpLaunch): boolean {
    return this.#launch.url === url && this.#launch.oauth?.clientId === oauth?.clientId;
  }

  get canAsk(): boolean {
    return this.#parts.signIn.canAsk;
  }

  /**
   * Returns a `fetch` that adds the server's token. This `fetch` rejects with an `UnauthorizedRequest` if the server
   * demands another token or more scopes.
   */
  over(fetch: FetchLike): FetchLike {
    return async (url, init) => {
      if (new URL(url).origin !== this.#url.origin) return fetch(url, init);
      const signIns = this.#signIns;
      const record = await this.#current();
      let response = await fetch(url, withToken(init, record));
      let challenge = challengeOf(response);
      if (challenge?.insufficientScope === false && record?.tokens) {
        const renewed = await this.#renewed(record.tokens.access_token);
        if (renewed) {
          await response.body?.cancel();
          response = await fetch(url, withToken(init, renewed));
          challenge = challengeOf(response);
        }
      }
      if (!challenge) return response;
      await response.body?.cancel();
      throw new UnauthorizedRequest({ kind: 'challenge', challenge, signIns });
    };
  }

  /** Explains a challenge in one line that ends with what to do. Used when the user cannot be asked. */
  explain({ insufficientScope }: AuthChallenge): string {
    const needs = insufficientScope ? 'it needs more permissions' : 'it needs sign-in';
    const lastTry = this.#lastError === undefined ? '' : ` Last try: ${this.#lastError}`;
    return `${needs}.${lastTry} ${this.#parts.signIn.advice(this.#server.name)}`;
  }

  /** Asks the person to sign in, unless sign-ins have completed since the request was sent after `signIns` of them. */
  async answer(challenge: AuthChallenge, signIns: number, caller: SignInCaller): Promise<SignInOutcome> {
    return signIns === this.#signIns ? this.#ask(challenge, caller) : { ok: true };
  }

  /** Asks the person to sign in if there is no valid token, even if the server has not asked for a sign-in. */
  async signIn(caller: SignInCaller): Promise<SignInOutcome> {
    return outcomeOf(async () =>
      (await this.#current())?.tokens ? { ok: true } : this.#ask(withoutHints, caller),
    );
  }

  /** Cancels a sign-in that is under way. */
  dispose(): void {
    this.#disposed.abort();
  }

  async #ask(
    challenge: AuthChallenge,
    { signal, pauseClockWhile = (ask) => ask() }: SignInCaller,
  ): Promise<SignInOutcome> {
    const inUse = AbortSignal.any([signal, this.#disposed.signal]);
    const outcome = await pauseClockWhile(() =>
      this.#signingIn.join(inUse, (shared) => outcomeOf(() => this.#signIn(challenge, shared))),
    );
    if (this.#disposed.signal.aborted) return { ok: false, error: 'it was removed.', denied: false };
    if (!outcome) return { ok: false, error: 'Sign-in cancelled.', denied: true };
    this.#lastError = outcome.ok ? undefined : outcome.error;
    return outcome;
  }

  async #signIn(challenge: AuthChallenge, signal: AbortSignal): Promise<SignInOutcome> {
    const { signIn, clientMetadataUrl } = this.#parts;
    const earlier = await this.#read();
    const outcome: AuthorizeOutcome = await authorize(
      {
        server: this.#server.name,
        url: this.#url,
        origin: this.#server.origin,
        challenge,
        earlier,
        signIn,
        mayReuseClient: this.#mayReuseClient,
        clientId: this.#launch.oauth?.clientId,
        clientMetadataUrl: clientMetadataUrl?.(),
      },
      signal,
    );
    this.#mayReuseClient = outcome.ok;
    if (!outcome.ok) return outcome;
    await this.#keep(outcome.record);
    this.#signIns += 1;
    return { ok: true };
  }

  /** Returns the stored sign-in, renewed if its token has expired. */
  async #current(): Promise<SignInRecord | undefined> {
    const record = await this.#read();
    const token = record?.tokens?.access_token;
    return token !== undefined && record && hasExpired(record) ? this.#renewed(token) : record;
  }

  /** Returns the sign-in with another token than `stale`; undefined if only a person can get a new token. */
  #renewed(stale: string): Promise<SignInRecord | undefined> {
    this.#renewing ??= this.#renew(stale).finally(() => (this.#renewing = undefined));
    return this.#renewing;
  }

  async #renew(stale: string): Promise<SignInRecord | undefined> {
    const isOther = (record: SignInRecord | undefined) =>
      record?.tokens !== undefined && record.tokens.access_token !== stale;
    const record = await this.#read();
    if (!record || isOther(record)) return record;
    const renewed = await renew(this.#url, record);
    // The person may have signed out or in again during the renewal. A refresh token can be used once, so another
    // window or terminal that used it first may be about to store the new tokens.
    let now = await this.#read();
    const isRefused = !renewed?.tokens && record.tokens?.refresh_token !== undefined;
    for (let waits = isRefused ? mostWaits : 0; waits > 0 && now && !isOther(now); waits--) {
      await wait(waitMs);
      now = await this.#read();
    }
    if (!now || isOther(now)) return now;
    await this.#keep(renewed);
    return renewed?.tokens && renewed;
  }

  async #read(): Promise<SignInRecord | undefined> {
    const kept = await this.#parts.tokens.get(this.#key);
    if (!kept.ok) throw new UnauthorizedRequest({ kind: 'problem', error: kept.error });
    const record = kept.text === undefined ? undefined : readRecord(kept.text);
    this.#hide(record);
    return record;
  }

  async #keep(record: SignInRecord | undefined): Promise<void> {
    this.#hide(record);
    try {
      await (record
        ? this.#parts.tokens.set(this.#key, JSON.stringify(record))
        : this.#parts.tokens.delete(this.#key));
    } catch (error) {
      const problem = `cannot store the sign-in: ${errorLine(error)}. Try again.`;
      throw new UnauthorizedRequest({ kind: 'problem', error: problem });
    }
  }

  #hide(record: SignInRecord | undefined): void {
    const { access_token, refresh_token, id_token } = record?.tokens ?? {};
    this.secrets.add(access_token, refresh_token, id_token, record?.client.client_secret);
  }
}

/** Turns a failure of the token store into a failed sign-in. */
async function outcomeOf(work: () => Promise<SignInOutcome>): Promise<SignInOutcome> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnauthorizedRequest) return { ok: false, error: error.message, denied: false };
    throw error;
  }
}

function withToken(init: RequestInit | undefined, record: SignInRecord | undefined): RequestInit {
  const headers = new Headers(init?.headers);
  if (record?.tokens) headers.set('authorization', `Bearer ${record.tokens.access_token}`);
  return { ...init, headers };
}

/**
 * Exchanges the refresh token for new tokens without a person (OAuth 2.1 section 4.3). If the person must sign in
 * again, resolves to the part of the sign-in that is still valid, if any, without tokens. Throws an
 * `UnauthorizedRequest` if the renewal failed, but the tokens may still be valid.
 */
async function renew(server: URL, record: SignInRecord): Promise<SignInRecord | undefined> {
  const { issuer, metadata, client, resource, tokens } = record;
  const withoutTokens = { ...record, tokens: undefined, expiresAt: undefined };
  if (tokens?.refresh_token === undefined) return withoutTokens;
  const { host } = new URL(metadata?.token_endpoint ?? issuer);
  const request = boundedFetch(server, new AbortController().signal);
  let status = 0;
  const fetchFn: FetchLike = async (url, init) => {
    const response = await request(url, init);
    ({ status } = response);
    return response;
  };
  try {
    const renewed = await refreshAuthorization(issuer, {
      ...tokenRequest(metadata, fetchFn),
      ...(resource !== undefined && { resource }),
      clientInformation: client,
      refreshToken: tokens.refresh_token,
    });
    requireBearer(renewed, host);
    return { ...withoutTokens, ...withExpiry(renewed) };
  } catch (error) {
    const code = error instanceof OAuthError ? error.code : 'server_error';
    if (status >= 500 || temporary.includes(status) || temporary.includes(code))
      throw new UnauthorizedRequest({ kind: 'problem', error: explainOAuth(error, host) });
    return code === 'invalid_client' || code === 'unauthorized_client' ? undefined : withoutTokens;
  }
}
