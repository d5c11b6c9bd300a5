// Counts what the scripts of a chat or a client spared its model, and which of its requests called us.
import type { Used, UsageDoor, UsageStore } from '../../storage/usageStore.ts';
import type { CallObserver } from '../callObserver.ts';
import { SparedCalls } from './sparedCalls.ts';
import { setNewest } from '../../base/setNewest.ts';

/** One call of ours by a model. One that is given up is disposed of: it counts for nothing. */
export interface MeteredCall extends Disposable, Required<Pick<CallObserver, 'onCallEnded' | 'onAnswered'>> {
  /**
   * `door`: where it came from; undefined where that will be known with a later call of the session. `read`: bytes of the result, as the model got
   * it. Never rejects.
   */
  ended(door: UsageDoor | undefined, read: number): Promise<void>;
}

/** Sessions whose door is remembered, or not yet known. */
const mostSessions = 200;

/** Counted for a session until its door is known. Only searches wait, which call no server. */
type Waiting = Pick<Used, 'requests' | 'definitions'>;

export class UsageMeter {
  readonly #store: Pick<UsageStore, 'add'>;
  readonly #leftOut: () => Promise<number>;
  readonly #now: () => number;
  readonly #open = new Map<string, number>();
  readonly #doors = new Map<string, UsageDoor>();
  readonly #waiting = new Map<string, Waiting>();

  /** `leftOut`: tokens of definitions that a request of our agent carries less; 0 where that is not known to be so. */
  constructor(store: Pick<UsageStore, 'add'>, leftOut: () => Promise<number> = () => Promise.resolve(0), now: () => number = Date.now) {
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
      if (isOpen) this.#closed(session);
      isOpen = false;
    };
    return {
      onCallEnded: calls.onCallEnded,
      onAnswered: calls.onAnswered,
      ended: async (door, read) => {
        close();
        // Calls of one answer share its request.
        const isRequest = before === 0;
        // It cannot be found out while the window closes.
        const definitions = isRequest ? await this.#leftOut().catch(() => 0) : 0;
        await this.#add(session, door, { requests: isRequest ? 1 : 0, definitions }, calls, read);
      },
      [Symbol.dispose]: close,
    };
  }

  async #add(session: string, door: UsageDoor | undefined, spent: Waiting, calls: SparedCalls, read: number): Promise<void> {
    const waiting = this.#waiting.get(session) ?? { requests: 0, definitions: 0 };
    const all = { requests: waiting.requests + spent.requests, definitions: waiting.definitions + spent.definitions };
    const known = door ?? this.#doors.get(session);
    if (known === undefined) {
      if (this.#waiting.size < mostSessions || this.#waiting.has(session)) this.#waiting.set(session, all);
      return;
    }
    this.#waiting.delete(session);
    setNewest(this.#doors, session, known, mostSessions);
    const { calls: sparedCalls, bytes: unreadBytes } = calls.spared(read);
    // Requests of other agents may have carried the definitions as well.
    const definitions = known === 'agent' ? all.definitions : 0;
    await this.#store.add(session, known, { ...all, sparedCalls, unreadBytes, definitions, servers: calls.servers }, this.#now());
  }

  #closed(session: string): void {
    const open = (this.#open.get(session) ?? 1) - 1;
    if (open > 0) this.#open.set(session, open);
    else this.#open.delete(session);
  }
}

/** Whether a script comes from our agent, whose instructions alone ask for this first line. VS Code does not say which agent calls. */
export function isOfAgent(code: unknown): boolean {
  return typeof code === 'string' && /^\s{0,20}(?:```\w{0,20}\s{1,20})?\/\/ {0,2}Code Mode\b/i.test(code.slice(0, 100));
}
