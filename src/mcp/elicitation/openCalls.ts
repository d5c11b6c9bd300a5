// Pending requests to one server. A question that the server asks meanwhile belongs to one of them, but MCP does not
// say to which.
import type { CallOptions } from '../../catalog/index.ts';

type Pause = NonNullable<CallOptions['pauseClockWhile']>;

/** A pending request. `pause` identifies the run to which the request belongs. */
interface CallOfServer {
  readonly pause: Pause | undefined;
  readonly relay: CallOptions['relay'];
  readonly ended: Promise<unknown>;
}

export class OpenCalls {
  readonly #calls = new Set<CallOfServer>();
  readonly #muted = new WeakSet<Pause>();
  readonly #onNone: () => void;

  /** `onNone` is called when the last request has settled. */
  constructor(onNone: () => void) {
    this.#onNone = onNone;
  }

  get areNone(): boolean {
    return this.#calls.size === 0;
  }

  /**
   * The client that made the call to which a question belongs, if that client can answer the question; undefined if the
   * pending calls belong to different clients.
   */
  get relay(): CallOptions['relay'] {
    const [relay, ...others] = new Set([...this.#calls].map((call) => call.relay));
    return others.length === 0 ? relay : undefined;
  }

  /** Registers a request until the returned function is called. */
  begin({ pauseClockWhile: pause, relay }: CallOptions): () => void {
    const { promise: ended, resolve } = Promise.withResolvers<undefined>();
    const call: CallOfServer = { pause, relay, ended };
    this.#calls.add(call);
    return () => {
      resolve(undefined);
      this.#calls.delete(call);
      if (this.areNone) this.#onNone();
    };
  }

  /** Resolves when all current requests have ended. */
  async end(): Promise<void> {
    await Promise.all([...this.#calls].map(({ ended }) => ended));
  }

  /** Stops the clock of every run that has a pending request while `work` runs. */
  paused<T>(work: () => Promise<T>): Promise<T> {
    const paused = this.#pauses().reduce<() => Promise<T>>((inner, pause) => () => pause(inner), work);
    return paused();
  }

  /** True if the user wants no more questions in any of these runs. */
  get areMuted(): boolean {
    const runs = this.#pauses();
    return runs.length > 0 && runs.every((run) => this.#muted.has(run));
  }

  mute(): void {
    for (const run of this.#pauses()) this.#muted.add(run);
  }

  #pauses(): readonly Pause[] {
    const all = [...this.#calls].map(({ pause }) => pause).filter((pause) => pause !== undefined);
    return [...new Set(all)];
  }
}
