// One server's authorization: puts the token of its sign-in on every request, renews it when it no longer counts, and lets
// a person sign in when that does not help. However many requests meet the same refusal, each of these happens once.
import { setTimeout as wait } from 'node:timers/promises';
import { OAuthError, OAuthErrorCode, refreshAuthorization, type FetchLike } from '@modelcontextprotocol/client';
import type { CallOptions } from '../../catalog/toolSource.ts';
import { errorLine } from '../protocol/errorLine.ts';
import { Secrets } from '../protocol/secrets.ts';
import type { HttpLaunch } from '../definitions/serverDefinition.ts';
import { tokenRequest } from './authorizationServer.ts';
import { authorize, type AuthorizeOutcome } from './authorize.ts';
import { hasExpired, requireBearer, withExpiry } from './bearerTokens.ts';
import { challengeOf, UnauthorizedRequest, type AuthChallenge, type AuthFailure } from './authChallenge.ts';
import { SingleFlight } from './singleFlight.ts';
import type { SignIn, SignInOutcome } from './signIn.ts';
import { readRecord, type SignInRecord } from './signInRecord.ts';
import { tokenKey, type TokenStore } from './tokenStore.ts';
import { boundedFetch } from './boundedFetch.ts';
import { explainOAuth } from './signInError.ts';

/** What a front door lends to every server's authorization. */
export interface AuthorizationParts {
  readonly signIn: SignIn;
  readonly tokens: TokenStore;
  /** The address of a document that describes us as a client; absent where none is published. */
  readonly clientMetadataUrl?: () => string | undefined;
}

/** Who waits for a request, and can be asked to sign in for it. */
export type SignInCaller = Pick<CallOptions, 'signal' | 'pauseClockWhile'>;

/** How long the other of two who renewed at once may take to keep what it got: far longer than an answer is on its way. */
const waitMs = 50;
const mostWaits = 20;

const withoutHints: AuthChallenge = { insufficientScope: false };

export class ServerAuthorization {
  /** The tokens that were seen last, to be hidden wherever the server repeats them. */
  readonly secrets = new Secrets({});
  readonly #server: string;
  readonly #origin: string;
  readonly #launch: HttpLaunch;
  readonly #url: URL;
  readonly #key: string;
  readonly #parts: AuthorizationParts;
  readonly #signingIn = new SingleFlight<SignInOutcome>();
  readonly #disposed = new AbortController();
  #signIns = 0;
  /** Of the last sign-in, if it came to nothing. */
  #lastError: string | undefined;
  /** Authorization servers forget clients, and tell only the person's browser: after a failed sign-in another is registered. */
  #mayReuseClient = true;
  #renewing: Promise<SignInRecord | undefined> | undefined;

  constructor(server: { readonly name: string; readonly origin: string }, launch: HttpLaunch, parts: AuthorizationParts) {
    this.#server = server.name;
    this.#origin = server.origin;
    this.#launch = launch;
    this.#url = new URL(launch.url);
    this.#key = tokenKey({ name: server.name, url: launch.url });
    this.#parts = parts;
  }

  /** Whether it is the authorization of this launch; another address or another client needs another. */
  isOf({ url, oauth }: HttpLaunch): boolean {
    return this.#launch.url === url && this.#launch.oauth?.clientId === oauth?.clientId;
  }

  /** Whether there is somebody to ask. */
  get canAsk(): boolean {
    return this.#parts.signIn.canAsk;
  }

  /** `fetch` with the server's token. Rejects with `UnauthorizedRequest` when the server wants another, or more. */
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

  /** What to do about a challenge without a user: one line. */
  explain({ insufficientScope }: AuthChallenge): string {
    const needs = insufficientScope ? 'it needs more permissions' : 'it needs sign-in';
    const lastTry = this.#lastError === undefined ? '' : ` Last try: ${this.#lastError}`;
    return `${needs}.${lastTry} ${this.#parts.signIn.advice(this.#server)}`;
  }

  /** Lets the person sign in for a refused request, unless somebody has done so since it was sent. */
  async answer(refusal: AuthFailure, caller: SignInCaller): Promise<SignInOutcome> {
    if (refusal.kind === 'problem') return { ok: false, error: refusal.error, denied: false };
    if (refusal.signIns !== this.#signIns) return { ok: true };
    return this.#ask(refusal.challenge, caller);
  }

  /** Lets the person sign in if they have not, whether or not the server has asked for it. */
  async signIn(caller: SignInCaller): Promise<SignInOutcome> {
    const kept = await outcomeOf(async () => ((await this.#current())?.tokens ? { ok: true as const } : undefined));
    return kept ?? this.#ask(withoutHints, caller);
  }

  /** Takes back what the person is asked. */
  dispose(): void {
    this.#disposed.abort();
  }

  async #ask(challenge: AuthChallenge, { signal, pauseClockWhile = (ask) => ask() }: SignInCaller): Promise<SignInOutcome> {
    const inUse = AbortSignal.any([signal, this.#disposed.signal]);
    const outcome = await pauseClockWhile(() => this.#signingIn.join(inUse, (shared) => outcomeOf(() => this.#signIn(challenge, shared))));
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
        server: this.#server,
        url: this.#url,
        origin: this.#origin,
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

  /** The sign-in as it is kept, renewed if it is known to have run out. */
  async #current(): Promise<SignInRecord | undefined> {
    const record = await this.#read();
    const token = record?.tokens?.access_token;
    return token !== undefined && record && hasExpired(record) ? this.#renewed(token) : record;
  }

  /** The sign-in with another token than `stale`; undefined when only a person can get one. */
  #renewed(stale: string): Promise<SignInRecord | undefined> {
    this.#renewing ??= this.#renew(stale).finally(() => (this.#renewing = undefined));
    return this.#renewing;
  }

  async #renew(stale: string): Promise<SignInRecord | undefined> {
    const isOther = (record: SignInRecord | undefined) => record?.tokens !== undefined && record.tokens.access_token !== stale;
    const record = await this.#read();
    if (!record || isOther(record)) return record;
    const outcome = await renew(this.#url, record);
    if (outcome.kind === 'failed') throw new UnauthorizedRequest({ kind: 'problem', error: outcome.error });
    // Meanwhile somebody may have signed out or in again. A refresh token counts once: who used it first, in another window or
    // terminal, may be about to keep what it got.
    let now = await this.#read();
    const isRefused = outcome.kind === 'over' && record.tokens?.refresh_token !== undefined;
    for (let waits = isRefused ? mostWaits : 0; waits > 0 && now && !isOther(now); waits--) {
      await wait(waitMs);
      now = await this.#read();
    }
    if (!now || isOther(now)) return now;
    await this.#keep(outcome.record);
    return outcome.record?.tokens && outcome.record;
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
      await (record ? this.#parts.tokens.set(this.#key, JSON.stringify(record)) : this.#parts.tokens.delete(this.#key));
    } catch (error) {
      throw new UnauthorizedRequest({ kind: 'problem', error: `cannot store the sign-in: ${errorLine(error)}. Try again.` });
    }
  }

  #hide(record: SignInRecord | undefined): void {
    const { access_token, refresh_token, id_token } = record?.tokens ?? {};
    this.secrets.add(access_token, refresh_token, id_token, record?.client.client_secret);
  }
}

/** A store that fails ends a sign-in, not the program. */
async function outcomeOf<T>(work: () => Promise<T>): Promise<T | Extract<SignInOutcome, { readonly ok: false }>> {
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

// New tokens for old ones (OAuth 2.1 section 4.3), without a person.
type RenewOutcome =
  | { readonly kind: 'renewed'; readonly record: SignInRecord }
  /** The person has to sign in again; `record` is what is left, if anything is. */
  | { readonly kind: 'over'; readonly record: SignInRecord | undefined }
  /** The tokens may still be good: one sentence that ends with what to do. */
  | { readonly kind: 'failed'; readonly error: string };

/** Never rejects. */
async function renew(server: URL, record: SignInRecord): Promise<RenewOutcome> {
  const { issuer, metadata, client, resource, tokens } = record;
  if (tokens?.refresh_token === undefined) return { kind: 'over', record: withoutTokens(record) };
  const { host } = new URL(metadata?.token_endpoint ?? issuer);
  try {
    const renewed = await refreshAuthorization(issuer, {
      ...tokenRequest(metadata, boundedFetch(server, new AbortController().signal)),
      ...(resource !== undefined && { resource }),
      clientInformation: client,
      refreshToken: tokens.refresh_token,
    });
    requireBearer(renewed, host);
    return { kind: 'renewed', record: { ...withoutTokens(record), ...withExpiry(renewed) } };
  } catch (error) {
    const code = error instanceof OAuthError ? error.code : undefined;
    if (code === OAuthErrorCode.InvalidGrant) return { kind: 'over', record: withoutTokens(record) };
    if (code === OAuthErrorCode.InvalidClient || code === OAuthErrorCode.UnauthorizedClient) return { kind: 'over', record: undefined };
    return { kind: 'failed', error: explainOAuth(error, host) };
  }
}

function withoutTokens(record: SignInRecord): SignInRecord {
  return { ...record, tokens: undefined, expiresAt: undefined };
}
