// Counts what the requests of a chat or a client spent on Code Mode, and what ordinary tools would have cost at least: the definitions of the
// tools, where it is known that they were left out, and the inputs and answers of each call, which scripts keep out of the conversation.
import type { ServerUsage, UsageDoor, UsageStore } from '../../storage/usageStore.ts';
import { textTokens } from './estimateTokens.ts';
import { ExchangedTokens } from './exchangedTokens.ts';
import { setNewest } from '../../catalog/setNewest.ts';

/** What a request carries in definitions, in tokens. */
export interface CarriedDefinitions {
  /** Of the MCP tools, if they were ordinary tools. */
  readonly asTools: number;
  /** Of our own. */
  readonly asCodeMode: number;
  /** Of our agent's instructions, which its requests alone carry. */
  readonly agentInstructions?: number;
}

/** One call of ours by a model. One that is given up is disposed of: it counts for nothing. */
export interface MeteredCall extends Disposable {
  /** Counts what a script exchanges with servers. */
  readonly onCallEnded: ExchangedTokens['onCallEnded'];
  /** `door`: where it came from; undefined where that will be known with a later call of the session. Never rejects. */
  ended(door: UsageDoor | undefined, sent: string, answered: string): Promise<void>;
}

/** Sessions whose door is remembered, or not yet known. */
const mostSessions = 200;

/** Also where it cannot be found out, as when the window closes. */
const nothing: CarriedDefinitions = { asTools: 0, asCodeMode: 0 };

interface Spent {
  requests: number;
  ours: number;
  /** Beside `ours`, where the session turns out to be our agent's. */
  agentInstructions: number;
  definitions: number;
}

export class UsageMeter {
  readonly #store: Pick<UsageStore, 'add'>;
  readonly #carried: () => Promise<CarriedDefinitions>;
  readonly #now: () => number;
  readonly #open = new Map<string, number>();
  readonly #doors = new Map<string, UsageDoor>();
  readonly #waiting = new Map<string, Spent>();

  constructor(store: Pick<UsageStore, 'add'>, carried: () => Promise<CarriedDefinitions>, now: () => number = Date.now) {
    this.#store = store;
    this.#carried = carried;
    this.#now = now;
  }

  begin(session: string): MeteredCall {
    const before = this.#open.get(session) ?? 0;
    this.#open.set(session, before + 1);
    const exchanged = new ExchangedTokens();
    let isOpen = true;
    const close = () => {
      if (isOpen) this.#closed(session);
      isOpen = false;
    };
    return {
      onCallEnded: exchanged.onCallEnded,
      ended: async (door, sent, answered) => {
        close();
        const text = textTokens(sent) + textTokens(answered);
        // Calls of one answer share its request.
        const isRequest = before === 0;
        const { asTools, asCodeMode, agentInstructions = 0 } = isRequest ? await this.#carried().catch(() => nothing) : nothing;
        const spent = { requests: isRequest ? 1 : 0, ours: asCodeMode + text, agentInstructions, definitions: asTools };
        await this.#add(session, door, spent, exchanged.servers);
      },
      [Symbol.dispose]: close,
    };
  }

  async #add(session: string, door: UsageDoor | undefined, spent: Spent, servers: Readonly<Record<string, ServerUsage>>): Promise<void> {
    const waiting = this.#waiting.get(session) ?? { requests: 0, ours: 0, agentInstructions: 0, definitions: 0 };
    const all = {
      requests: waiting.requests + spent.requests,
      ours: waiting.ours + spent.ours,
      agentInstructions: waiting.agentInstructions + spent.agentInstructions,
      definitions: waiting.definitions + spent.definitions,
    };
    const known = door ?? this.#doors.get(session);
    if (known === undefined) {
      if (this.#waiting.size < mostSessions || this.#waiting.has(session)) this.#waiting.set(session, all);
      return;
    }
    this.#waiting.delete(session);
    setNewest(this.#doors, session, known, mostSessions);
    const { agentInstructions, ...used } = all;
    const ours = used.ours + (known === 'agent' ? agentInstructions : 0);
    await this.#store.add(session, known, { ...used, ours, servers }, this.#now());
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
