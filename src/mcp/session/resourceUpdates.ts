// Waits until a server says that a resource has changed (MCP 2025-11-25, "Resources"). A resource is subscribed to for as long
// as somebody waits for it.
import type { JsonObject } from '../../catalog/json.ts';
import { untilAborted } from '../settlesWithin.ts';
import type { RequestOutcome } from './session.ts';
import type { RequestOptions } from './steadyProgress.ts';

export interface Subscriber {
  subscribe(uri: string, options: RequestOptions): Promise<RequestOutcome<unknown>>;
  /** Never rejects, and ends in its own time. */
  unsubscribe(uri: string): Promise<void>;
}

interface Wait {
  readonly uri: string;
  /** The same in the one spelling by which URIs are compared. */
  readonly normal: string;
  readonly settle: (outcome: RequestOutcome<JsonObject>) => void;
}

export class ResourceUpdates {
  readonly #subscriber: Subscriber;
  readonly #waits = new Set<Wait>();
  /** Unsubscriptions on their way, by URI: a subscription must not overtake one. */
  readonly #leaving = new Map<string, Promise<void>>();

  constructor(subscriber: Subscriber) {
    this.#subscriber = subscriber;
  }

  /** Settles with `{ uri }` of what changed: the resource, or one inside it. What changes while it is subscribed to counts. */
  async next(uri: string, options: RequestOptions): Promise<RequestOutcome<JsonObject>> {
    const { signal } = options;
    await this.#left(uri, signal);
    if (signal.aborted) return { kind: 'aborted' };
    const { promise, resolve: settle } = Promise.withResolvers<RequestOutcome<JsonObject>>();
    const wait: Wait = { uri, normal: normal(uri), settle };
    this.#waits.add(wait);
    try {
      const subscribed = await this.#subscriber.subscribe(uri, options);
      if (subscribed.kind !== 'done') return subscribed;
      return (await untilAborted(promise, signal)) ?? { kind: 'aborted' };
    } finally {
      this.#waits.delete(wait);
      if (![...this.#waits].some((other) => other.uri === uri)) this.#leave(uri);
    }
  }

  /** The server says that this changed. */
  changed(uri: string): void {
    if (this.#waits.size === 0) return;
    const changed = normal(uri);
    for (const wait of this.#waits) if (isInside(changed, wait.normal)) wait.settle({ kind: 'done', value: { uri } });
  }

  /** Nothing is heard of the server any more. */
  sessionEnded(reason: string): void {
    for (const wait of this.#waits) wait.settle({ kind: 'ended', reason, asked: true });
  }

  async #left(uri: string, signal: AbortSignal): Promise<void> {
    for (let left = this.#leaving.get(uri); left && !signal.aborted; left = this.#leaving.get(uri)) await untilAborted(left, signal);
  }

  #leave(uri: string): void {
    this.#leaving.set(
      uri,
      this.#subscriber.unsubscribe(uri).finally(() => this.#leaving.delete(uri)),
    );
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
