// One run while it is on, as the window shows it: what it does, how far it is, its calls. Bounded, however many calls it makes.
import type { Approver } from '../../engine/consent/approval.ts';
import { whileAsking } from '../../engine/consent/whileAsking.ts';
import type { CallRecord } from '../../engine/runOutcome.ts';
import type { CallState } from '../../base/callStates.ts';

/** Of the calls that have ended, how many are kept; of the others there is the number. */
const mostEnded = 20;

export interface ProgressingCall {
  readonly path: string;
  readonly message: string;
  readonly fraction?: number | undefined;
}

interface Said {
  readonly message: string;
  readonly fraction: number | undefined;
}

export class RunState {
  readonly id: number;
  /** `chat #3`, `report.ts` */
  readonly name: string;
  /** As `Date.now()` has it. */
  readonly startedAt: number;
  /** The id of its record; absent where nothing is recorded. */
  recordId: string | undefined;
  /** The title of a chat's script, whose name says nothing of it; absent where it has none. */
  title: string | undefined;
  readonly #open = new Map<number, ProgressingCall>();
  readonly #ended: CallRecord[] = [];
  readonly #counts = new Map<CallState, number>();
  #questions = 0;
  #said: Said | undefined;

  constructor(id: number, name: string, startedAt: number) {
    this.id = id;
    this.name = name;
    this.startedAt = startedAt;
  }

  /** In the order in which they were made. */
  get openCalls(): readonly ProgressingCall[] {
    return [...this.#open.values()];
  }

  /** The newest last. */
  get endedCalls(): readonly CallRecord[] {
    return this.#ended;
  }

  /** How many calls have ended in all. */
  get endedCount(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  /** How many calls have ended so. */
  countOf(state: CallState): number {
    return this.#counts.get(state) ?? 0;
  }

  /** What the script itself reported last. */
  get said(): Said | undefined {
    return this.#said;
  }

  /** The user is asked whether it may go on. */
  get isAsking(): boolean {
    return this.#questions > 0;
  }

  /** The run asks the user until what this gives is called. */
  asks(): () => void {
    this.#questions += 1;
    return () => (this.#questions -= 1);
  }

  callStarted(sequence: number, path: string): void {
    this.#open.set(sequence, { path, message: '' });
  }

  callEnded(record: CallRecord): void {
    this.#open.delete(record.sequence);
    this.#counts.set(record.state, this.countOf(record.state) + 1);
    this.#ended.push(record);
    if (this.#ended.length > mostEnded) this.#ended.shift();
  }

  /** Of the script itself where `sequence`, the number of a call, is undefined; of a call it begins with the call's path. */
  progress(message: string, fraction: number | undefined, sequence: number | undefined): void {
    const call = sequence === undefined ? undefined : this.#open.get(sequence);
    if (sequence === undefined) this.#said = { message, fraction };
    else if (call) this.#open.set(sequence, { ...call, message: withoutPrefix(message, `${call.path}: `), fraction });
  }
}

function withoutPrefix(text: string, prefix: string): string {
  return text.startsWith(prefix) ? text.slice(prefix.length) : text;
}

/** Shows the run waiting while its approver asks the user; what was allowed before is granted at once. `changed`: the state is another now. */
export function askingApprover(approver: Approver, state: RunState, changed: () => void): Approver {
  const asks = () => {
    const answered = state.asks();
    changed();
    return () => {
      answered();
      changed();
    };
  };
  return {
    approveRun: (script, signal) => whileAsking(approver.approveRun(script, signal), asks),
    approveCall: (call, signal) => whileAsking(approver.approveCall(call, signal), asks),
    askInFlight: (call, signal) => whileAsking(approver.askInFlight(call, signal), asks),
  };
}
