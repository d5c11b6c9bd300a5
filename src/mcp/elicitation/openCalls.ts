// Our requests of one server that have not settled: what the server asks the person meanwhile is for one of them, whichever it is.
import type { CallOptions } from '../../catalog/toolSource.ts';

type Pause = NonNullable<CallOptions['pauseClockWhile']>;

/** A request of ours that has not settled. `pause` stands for the run that it belongs to. */
interface CallOfServer {
  readonly pause: Pause | undefined;
  readonly relay: CallOptions['relay'];
  readonly ended: Promise<unknown>;
}

export class OpenCalls {
  readonly #calls = new Set<CallOfServer>();
  readonly #muted = new WeakSet<Pause>();
  readonly #onNone: () => void;

  /** `onNone`: the last of them has settled. */
  constructor(onNone: () => void) {
    this.#onNone = onNone;
  }

  get areNone(): boolean {
    return this.#calls.size === 0;
  }

  /** Whoever made the one call that a request of the server can be for, where their own client may answer it. */
  get relay(): CallOptions['relay'] {
    const [relay, ...others] = new Set([...this.#calls].map((call) => call.relay));
    return others.length === 0 ? relay : undefined;
  }

  /** A request of ours is under way until the returned function is called. */
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

  /** The end of all calls that are under way now. */
  async end(): Promise<void> {
    await Promise.all([...this.#calls].map(({ ended }) => ended));
  }

  /** Stops the clock of every run that has a call under way. */
  paused<T>(work: () => Promise<T>): Promise<T> {
    const paused = this.#pauses().reduce<() => Promise<T>>((inner, pause) => () => pause(inner), work);
    return paused();
  }

  /** Whether the person wants no more questions in all these runs. */
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
