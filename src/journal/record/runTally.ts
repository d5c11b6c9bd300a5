// Counts the events of a run for its entry in the list, as the events are written or read. Events that do not fit are
// ignored.
import type { EventOf, RunEvent, RunState } from './runEvent.ts';
import { readParent } from './runId.ts';
import type { RunSummary } from './runRecord.ts';

type Begin = EventOf<'begin'>;
type End = EventOf<'end'>;

interface Counted {
  readonly isListed: boolean;
  writes: boolean;
  isSent: boolean;
  hasFailed: boolean;
}

export class RunTally {
  /** The first event of the run; undefined if it cannot be read. */
  begin: Begin | undefined;
  end: End | undefined;
  readonly #calls = new Map<number, Counted>();
  #isWhole = true;

  /** Notes that a part of the record is lost. */
  damaged(): void {
    this.#isWhole = false;
  }

  /** Returns true if the event counts. Events before the beginning or after the end do not count. */
  add(event: RunEvent): boolean {
    if (event.t === 'begin') {
      if (this.begin) return false;
      this.begin = event;
      return true;
    }
    if (!this.begin || this.end) return false;
    this.#count(event);
    return true;
  }

  /** `state` is the state of a run whose record has no end. */
  summary(bytes: number, state: RunState): RunSummary | undefined {
    const { begin, end } = this;
    if (!begin) return undefined;
    const parent = readParent(begin.parent);
    let [calls, failedCalls, writes] = [0, 0, 0];
    for (const call of this.#calls.values()) {
      if (!call.isListed) continue;
      calls += 1;
      if (call.hasFailed) failedCalls += 1;
      if (call.writes && call.isSent) writes += 1;
    }
    return {
      id: begin.id,
      door: begin.door,
      title: begin.title,
      startedAt: begin.startedAt,
      ...(begin.name !== undefined && { name: begin.name }),
      ...(end && { durationMs: end.at }),
      state: end?.state ?? state,
      dryRun: begin.dryRun === true || end?.dryRun === true,
      ...(begin.debug && { debug: true }),
      ...(begin.resumes !== undefined && { resumes: begin.resumes }),
      ...(parent && { parent }),
      ...((begin.whole === 0 || !this.#isWhole) && { notWhole: true }),
      calls,
      failedCalls,
      writes,
      bytes,
    };
  }

  #count(event: Exclude<RunEvent, Begin>): void {
    if (event.t === 'end') this.end = event;
    else if (event.t === 'call') {
      if (this.#calls.has(event.call)) return;
      const isListed = event.target !== 'codemode';
      this.#calls.set(event.call, { isListed, writes: false, isSent: false, hasFailed: false });
    } else if (event.t === 'decided' || event.t === 'sent' || event.t === 'answer' || event.t === 'left')
      this.#countCall(event);
  }

  #countCall(event: EventOf<'decided' | 'sent' | 'answer' | 'left'>): void {
    const counted = this.#calls.get(event.call);
    if (!counted) return;
    if (event.t === 'decided' || event.t === 'left') counted.writes = event.writes;
    else if (event.t === 'sent') {
      if (event.decided) counted.writes = event.decided.writes;
      counted.isSent = true;
    } else if (event.error && event.state !== 'dry_run') counted.hasFailed = true;
  }
}
