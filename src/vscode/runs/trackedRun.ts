// The state of one run in progress, as the window shows it: its work, its progress, its calls. Its size is bounded for
// any number of calls.
import { whileAsking, type Approver, type CallRecord } from '../../engine/index.ts';

/** Maximum number of ended calls that are kept; earlier ones are only counted. */
const mostEnded = 20;

export interface ProgressingCall {
  readonly path: string;
  readonly message: string;
  readonly fraction?: number | undefined;
}

export class TrackedRun {
  readonly id: number;
  /** Name of the run, for instance `chat #3` or `report.ts`. */
  readonly name: string;
  /** Start time in milliseconds since 1970. */
  readonly startedAt: number;
  /** Id of the run's record; undefined if the run is not recorded. */
  recordId: string | undefined;
  /** Title of a chat's script, whose name does not describe it; undefined if there is none. */
  title: string | undefined;
  /** The last progress report of the script itself. */
  said: { readonly message: string; readonly fraction: number | undefined } | undefined;
  /** Number of all ended calls. */
  endedCount = 0;
  /** Number of all calls that failed. */
  failedCount = 0;
  readonly #open = new Map<number, ProgressingCall>();
  readonly #ended: CallRecord[] = [];
  #questions = 0;

  constructor(id: number, name: string, startedAt: number) {
    this.id = id;
    this.name = name;
    this.startedAt = startedAt;
  }

  /** The calls in progress, oldest first. */
  get openCalls(): readonly ProgressingCall[] {
    return [...this.#open.values()];
  }

  /** The ended calls that are kept, newest last. */
  get endedCalls(): readonly CallRecord[] {
    return this.#ended;
  }

  /** True while the run waits for an answer of the user. */
  get isAsking(): boolean {
    return this.#questions > 0;
  }

  /** Marks the run as asking the user, until the returned function is called. */
  asks(): () => void {
    this.#questions += 1;
    return () => (this.#questions -= 1);
  }

  callStarted(sequence: number, path: string): void {
    this.#open.set(sequence, { path, message: '' });
  }

  callEnded(record: CallRecord): void {
    this.#open.delete(record.sequence);
    this.endedCount += 1;
    if (record.state === 'failed') this.failedCount += 1;
    this.#ended.push(record);
    if (this.#ended.length > mostEnded) this.#ended.shift();
  }

  /**
   * Takes a progress report: of the script itself if `sequence` is undefined, else of the call with this number. The
   * message of a call begins with the call's path.
   */
  progress(message: string, fraction: number | undefined, sequence: number | undefined): void {
    const call = sequence === undefined ? undefined : this.#open.get(sequence);
    if (sequence === undefined) this.said = { message, fraction };
    else if (call) {
      const prefix = `${call.path}: `;
      const words = message.startsWith(prefix) ? message.slice(prefix.length) : message;
      this.#open.set(sequence, { ...call, message: words, fraction });
    }
  }
}

/**
 * Marks the run as waiting while its approver asks the user; earlier consents are granted at once. `changed`: called
 * when the state has changed.
 */
export function askingApprover(approver: Approver, state: TrackedRun, changed: () => void): Approver {
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
