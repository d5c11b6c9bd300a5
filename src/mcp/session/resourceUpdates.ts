// Waits for a server's notification that a resource has changed (MCP 2025-11-25, "Resources"). A run stays subscribed
// from its first wait for a resource on, so that it misses no change between two waits.
import { untilAborted } from '../../base/withTimeout.ts';
import type { JsonOutcome, RequestOutcome } from './requestOutcome.ts';
import type { RequestOptions } from './throttledProgress.ts';

export interface Subscriber {
  subscribe(uri: string, options: RequestOptions): Promise<RequestOutcome<unknown>>;
  /** Never rejects, and resolves in bounded time. */
  unsubscribe(uri: string): Promise<void>;
}

export class ResourceUpdates {
  readonly #subscriber: Subscriber;
  readonly #watches = new Set<Watch>();
  /** URIs to which the session is subscribed. */
  readonly #asked = new Set<string>();
  /** Pending unsubscriptions by URI. A new subscription waits for them. */
  readonly #leaving = new Map<string, Promise<void>>();
  #lost: JsonOutcome | undefined;

  constructor(subscriber: Subscriber) {
    this.#subscriber = subscriber;
  }

  /**
   * Resolves to `{ uri }` of the changed resource, which is the given one or one inside it. Waits with the same signal
   * belong to one run; the signal is aborted when the run ends. A later wait of the run resolves at once if the
   * resource has changed since the previous wait.
   */
  async next(uri: string, options: RequestOptions): Promise<JsonOutcome> {
    const { signal } = options;
    if (signal.aborted) return { kind: 'aborted' };
    const watch = this.#watchOf(uri, options);
    // A change during the subscription counts.
    const change = watch.next();
    // The subscription is awaited first, because it shows if the session has ended.
    const subscribed = await watch.subscribed;
    if (subscribed.kind !== 'done') return subscribed;
    if (this.#lost) this.#end(watch, this.#lost);
    return (await untilAborted(change, signal)) ?? { kind: 'aborted' };
  }

  /** Called when the server reports a change of this resource. */
  changed(uri: string): void {
    if (this.#watches.size === 0) return;
    const changed = normal(uri);
    for (const watch of this.#watches)
      if (isInside(changed, watch.normal)) watch.tell({ kind: 'done', value: { uri } });
  }

  /**
   * Called when notifications stop or start again. `why` says in one sentence why the server, which still responds,
   * cannot send notifications; undefined if it can again.
   */
  notificationsLost(why: string | undefined): void {
    this.#lost = why === undefined ? undefined : { kind: 'lost', message: why };
    if (this.#lost) this.#endAll(this.#lost);
  }

  /** Called when the server stops reporting changes of this resource only. `why` is one sentence. */
  subscriptionLost(uri: string, why: string): void {
    for (const watch of this.#watches)
      if (watch.uri === uri) this.#end(watch, { kind: 'lost', message: why });
  }

  /** Called when the session has ended. */
  sessionEnded(reason: string): void {
    this.#endAll({ kind: 'ended', reason, asked: true });
  }

  #endAll(change: JsonOutcome): void {
    for (const watch of this.#watches) this.#end(watch, change);
  }

  #end(watch: Watch, change: JsonOutcome): void {
    watch.tell(change);
    this.#forget(watch);
  }

  #watchOf(uri: string, options: RequestOptions): Watch {
    const { signal } = options;
    const known = [...this.#watches].find((watch) => watch.uri === uri && watch.signal === signal);
    if (known) return known;
    const watch = new Watch(uri, signal, this.#subscribe(uri, options));
    this.#watches.add(watch);
    signal.addEventListener('abort', () => this.#forget(watch), { once: true });
    void watch.subscribed.then(({ kind }) => kind !== 'done' && this.#forget(watch));
    return watch;
  }

  async #subscribe(uri: string, options: RequestOptions): Promise<RequestOutcome<unknown>> {
    const { signal } = options;
    for (let left = this.#leaving.get(uri); left && !signal.aborted; left = this.#leaving.get(uri))
      await untilAborted(left, signal);
    if (signal.aborted) return { kind: 'aborted' };
    this.#asked.add(uri);
    return this.#subscriber.subscribe(uri, options);
  }

  #forget(watch: Watch): void {
    const { uri } = watch;
    if (!this.#watches.delete(watch) || [...this.#watches].some((other) => other.uri === uri)) return;
    if (!this.#asked.delete(uri)) return;
    const left = this.#subscriber.unsubscribe(uri).finally(() => this.#leaving.delete(uri));
    this.#leaving.set(uri, left);
  }
}

/** The waits of one run for one resource. */
class Watch {
  readonly uri: string;
  /** The URI in the normal form that is used for comparisons. */
  readonly normal: string;
  readonly signal: AbortSignal;
  readonly subscribed: Promise<RequestOutcome<unknown>>;
  #waits: ((change: JsonOutcome) => void)[] = [];
  /** A change that arrived while no call waited. */
  #missed: JsonOutcome | undefined;

  constructor(uri: string, signal: AbortSignal, subscribed: Promise<RequestOutcome<unknown>>) {
    this.uri = uri;
    this.normal = normal(uri);
    this.signal = signal;
    this.subscribed = subscribed;
  }

  next(): Promise<JsonOutcome> {
    const { promise, resolve } = Promise.withResolvers<JsonOutcome>();
    if (this.#missed) resolve(this.#missed);
    else this.#waits.push(resolve);
    this.#missed = undefined;
    return promise;
  }

  tell(change: JsonOutcome): void {
    if (this.#waits.length === 0) this.#missed = change;
    for (const settle of this.#waits.splice(0)) settle(change);
  }
}

/** True if both URIs are equal, or if `inner` is a sub-resource of `outer` in the sense of the specification. */
function isInside(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(outer.endsWith('/') ? outer : `${outer}/`);
}

/** Returns the normal form of a URI, because libraries write both `https://host` and `https://host/`. */
function normal(uri: string): string {
  return URL.canParse(uri) ? new URL(uri).href : uri;
}
