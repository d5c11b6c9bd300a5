// Waits until a server says that a resource has changed (MCP 2025-11-25, "Resources"). From its first wait for a resource on, a
// run is subscribed to it, so that it misses no change between two waits.
import type { JsonObject } from '../../base/json.ts';
import { untilAborted } from '../../base/withTimeout.ts';
import type { RequestOutcome } from './requestOutcome.ts';
import type { RequestOptions } from './throttledProgress.ts';

export interface Subscriber {
  subscribe(uri: string, options: RequestOptions): Promise<RequestOutcome<unknown>>;
  /** Never rejects, and ends in its own time. */
  unsubscribe(uri: string): Promise<void>;
}

type Change = RequestOutcome<JsonObject>;

export class ResourceUpdates {
  readonly #subscriber: Subscriber;
  readonly #watches = new Set<Watch>();
  /** URIs that the server was asked to tell of. */
  readonly #asked = new Set<string>();
  /** Unsubscriptions on their way, by URI: a subscription must not overtake one. */
  readonly #leaving = new Map<string, Promise<void>>();
  #lost: Change | undefined;

  constructor(subscriber: Subscriber) {
    this.#subscriber = subscriber;
  }

  /**
   * Settles with `{ uri }` of what changed: the resource, or one inside it. Waits with the same signal, which is aborted when
   * their run is over, are of one run: the next of them settles at once with what has changed since the last one did.
   */
  async next(uri: string, options: RequestOptions): Promise<Change> {
    const { signal } = options;
    if (signal.aborted) return { kind: 'aborted' };
    const watch = this.#watchOf(uri, options);
    // What changes while it is being subscribed to counts.
    const change = watch.next();
    // Awaited first: it shows whether the session is over.
    const subscribed = await watch.subscribed;
    if (subscribed.kind !== 'done') return subscribed;
    if (this.#lost) this.#end(watch, this.#lost);
    return (await untilAborted(change, signal)) ?? { kind: 'aborted' };
  }

  /** The server says that this changed. */
  changed(uri: string): void {
    if (this.#watches.size === 0) return;
    const changed = normal(uri);
    for (const watch of this.#watches) if (isInside(changed, watch.normal)) watch.tell({ kind: 'done', value: { uri } });
  }

  /** `why`: one sentence on why the server, which still answers, can notify us of nothing; undefined: it can again. */
  notificationsLost(why: string | undefined): void {
    this.#lost = why === undefined ? undefined : { kind: 'lost', message: why };
    if (this.#lost) this.#endAll(this.#lost);
  }

  /** The server tells of this resource no more, of others it does; `why` is one sentence. */
  subscriptionLost(uri: string, why: string): void {
    for (const watch of this.#watches) if (watch.uri === uri) this.#end(watch, { kind: 'lost', message: why });
  }

  /** Nothing is heard of the server any more. */
  sessionEnded(reason: string): void {
    this.#endAll({ kind: 'ended', reason, asked: true });
  }

  #endAll(change: Change): void {
    for (const watch of this.#watches) this.#end(watch, change);
  }

  #end(watch: Watch, change: Change): void {
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
    for (let left = this.#leaving.get(uri); left && !signal.aborted; left = this.#leaving.get(uri)) await untilAborted(left, signal);
    if (signal.aborted) return { kind: 'aborted' };
    this.#asked.add(uri);
    return this.#subscriber.subscribe(uri, options);
  }

  #forget(watch: Watch): void {
    const { uri } = watch;
    if (!this.#watches.delete(watch) || [...this.#watches].some((other) => other.uri === uri)) return;
    if (!this.#asked.delete(uri)) return;
    this.#leaving.set(
      uri,
      this.#subscriber.unsubscribe(uri).finally(() => this.#leaving.delete(uri)),
    );
  }
}

/** What one run waits for at one resource. */
class Watch {
  readonly uri: string;
  /** The same in the one spelling by which URIs are compared. */
  readonly normal: string;
  readonly signal: AbortSignal;
  readonly subscribed: Promise<RequestOutcome<unknown>>;
  #waits: ((change: Change) => void)[] = [];
  /** Came while no call waited. */
  #missed: Change | undefined;

  constructor(uri: string, signal: AbortSignal, subscribed: Promise<RequestOutcome<unknown>>) {
    this.uri = uri;
    this.normal = normal(uri);
    this.signal = signal;
    this.subscribed = subscribed;
  }

  next(): Promise<Change> {
    const { promise, resolve } = Promise.withResolvers<Change>();
    if (this.#missed) resolve(this.#missed);
    else this.#waits.push(resolve);
    this.#missed = undefined;
    return promise;
  }

  tell(change: Change): void {
    if (this.#waits.length === 0) this.#missed = change;
    for (const settle of this.#waits.splice(0)) settle(change);
  }
}

/** Whether it is the same, or what the specification calls a sub-resource of it. */
function isInside(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(outer.endsWith('/') ? outer : `${outer}/`);
}

/** Two spellings of one URI are one: libraries write `https://host` and `https://host/`. */
function normal(uri: string): string {
  return URL.canParse(uri) ? new URL(uri).href : uri;
}
