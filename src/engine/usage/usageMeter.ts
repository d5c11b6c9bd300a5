// Counts what the scripts of a chat or a client spared its model, and the requests of the model that called Code Mode.
import type { Used, UsageDoor, UsageStore } from '../stores/index.ts';
import type { RunObserver } from '../runObserver.ts';
import { SparedCalls } from './sparedCalls.ts';
import { setNewest } from '../../base/setNewest.ts';

/** One call of a Code Mode tool by a model. A call that is given up is disposed of, and does not count. */
export interface MeteredCall extends Disposable, Required<Pick<RunObserver, 'onCallEnded' | 'onAnswered'>> {
  /**
   * Ends the call. `door` is the origin of the call; undefined if only a later call of the session will tell. `read` is
   * the size in bytes of the result that the model received. Never rejects.
   */
  ended(door: UsageDoor | undefined, read: number): Promise<void>;
}

/** Maximum number of sessions whose origin is remembered, and of those whose origin is still unknown. */
const mostSessions = 200;

/** Counts of a session until its origin is known. Only searches wait, which call no server. */
type Waiting = Pick<Used, 'requests' | 'definitions'>;

export class UsageMeter {
  readonly #store: Pick<UsageStore, 'add'>;
  readonly #leftOut: () => Promise<number>;
  readonly #now: () => number;
  readonly #open = new Map<string, number>();
  readonly #doors = new Map<string, UsageDoor>();
  readonly #waiting = new Map<string, Waiting>();

  /** `leftOut` returns the tokens of definitions that a request of the Code Mode agent does not carry; 0 if unknown. */
  constructor(
    store: Pick<UsageStore, 'add'>,
    leftOut: () => Promise<number> = () => Promise.resolve(0),
    now: () => number = Date.now,
  ) {
    this.#store = store;
    this.#leftOut = leftOut;
    this.#now = now;
  }

  begin(session: string): MeteredCall {
    const before = this.#open.get(session) ?? 0;
    this.#open.set(session, before + 1);
    const calls = new SparedCalls();
    let isOpen = true;
    const close = () => {
      if (!isOpen) return;
      isOpen = false;
      const open = (this.#open.get(session) ?? 1) - 1;
      if (open > 0) this.#open.set(session, open);
      else this.#open.delete(session);
    };
    return {
      onCallEnded: calls.onCallEnded,
      onAnswered: calls.onAnswered,
      ended: async (door, read) => {
        close();
        // Calls in the same answer of the model share one request.
        const isRequest = before === 0;
        // The number cannot be determined while the window closes.
        const definitions = isRequest ? await this.#leftOut().catch(() => 0) : 0;
        await this.#add(session, door, { requests: isRequest ? 1 : 0, definitions }, calls, read);
      },
      [Symbol.dispose]: close,
    };
  }

  async #add(
    session: string,
    door: UsageDoor | undefined,
    spent: Waiting,
    calls: SparedCalls,
    read: number,
  ): Promise<void> {
    const waiting = this.#waiting.get(session) ?? { requests: 0, definitions: 0 };
    const all = {
      requests: waiting.requests + spent.requests,
      definitions: waiting.definitions + spent.definitions,
    };
    const known = door ?? this.#doors.get(session);
    if (known === undefined) {
      if (this.#waiting.size < mostSessions || this.#waiting.has(session)) this.#waiting.set(session, all);
      return;
    }
    this.#waiting.delete(session);
    setNewest(this.#doors, session, known, mostSessions);
    // Requests of other agents may have carried the definitions as well.
    const definitions = known === 'agent' ? all.definitions : 0;
    await this.#store.add(
      session,
      known,
      { ...all, ...calls.spared(read), definitions, servers: calls.servers },
      this.#now(),
    );
  }
}
