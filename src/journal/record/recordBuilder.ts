// Builds a record from its lines, in their order. Lines that do not fit are ignored.
import type { RunStage } from '../../engine/index.ts';
import type { RunConditions, Tick } from '../../sandbox/index.ts';
import { beginnings, tickOf } from './recordedTicks.ts';
import { shapeName } from './callKey.ts';
import type { RecordedDecision, EventOf, RunEvent, RunState } from './runEvent.ts';
import type { RecordedCall, RecordedOutput, RunRecord } from './runRecord.ts';
import { RunTally } from './runTally.ts';

/** Maximum number of stages that are kept of those after the end of a run. */
const mostStages = 100;

export class RecordBuilder extends RunTally {
  #script: RunRecord['script'];
  #conditions: RunConditions | undefined;
  readonly #ticks: { readonly at: number; readonly tick: Tick }[] = [];
  /** Number of calls, timers and other operations that began the recorded ticks. */
  #begun = 0;
  readonly #calls = new Map<number, RecordedCall>();
  /** Progress messages by the number of their call. */
  readonly #progress = new Map<number, RecordedCall['progress'][number][]>();
  readonly #output: RecordedOutput[] = [];
  readonly #questions: RunRecord['questions'][number][] = [];
  /** Stages that were added after the run. */
  readonly #later: RunStage[] = [];

  override add(event: RunEvent): boolean {
    if (event.t === 'stages') {
      this.#later.push(...event.stages.slice(0, mostStages - this.#later.length));
      return true;
    }
    const counts = super.add(event);
    if (counts && event.t !== 'begin' && event.t !== 'end') this.#addLater(event);
    return counts;
  }

  /** `state` is the state of a run whose record has no end. */
  record(bytes: number, state: RunState): RunRecord | undefined {
    const { begin, end } = this;
    const summary = this.summary(bytes, state);
    if (!begin || !summary) return undefined;
    return {
      ...summary,
      version: begin.version,
      session: begin.session,
      codeHash: begin.codeHash,
      code: begin.code,
      ...(begin.args && { args: begin.args }),
      stages: [...(begin.stages ?? []), ...this.#later],
      ...(this.#script && { script: this.#script }),
      ...(this.#conditions && { conditions: this.#conditions }),
      ticks: [...this.#ticks],
      callList: Array.from(this.#calls.values(), (call) => this.#withProgress(call)),
      output: [...this.#output],
      questions: [...this.#questions],
      ...(end?.value && { value: end.value }),
      errors: end?.errors ?? [],
      warnings: end?.warnings ?? [],
      notes: end?.notes ?? [],
      ...(end?.tokens && { tokens: end.tokens }),
    };
  }

  /**
   * Anybody may have written the record, so its ticks cannot begin more operations than the record has calls and ticks.
   */
  #addTick({ at, tick }: EventOf<'tick'>): void {
    const begun = this.#begun + beginnings(tick);
    if (begun > this.#calls.size + this.#ticks.length + 1) this.damaged();
    else {
      this.#begun = begun;
      this.#ticks.push({ at, tick: tickOf(tick) });
    }
  }

  #addLater(event: Exclude<RunEvent, { t: 'begin' | 'stages' | 'end' }>): void {
    switch (event.t) {
      case 'script': {
        const { t: _type, results = {}, ...script } = event;
        this.#script ??= { ...script, results };
        return;
      }
      case 'conditions':
        this.#conditions ??= event.conditions;
        return;
      case 'tick':
        this.#addTick(event);
        return;
      case 'left': {
        const { t: _type, at: _at, ...rest } = event;
        this.#change(event.call, (known) => ({ ...known, ...rest }));
        return;
      }
      case 'asks':
        this.#questions.push({
          from: event.at,
          to: undefined,
          ...(event.call !== undefined && { call: event.call }),
        });
        return;
      case 'asked':
        this.#asked(event);
        return;
      case 'log':
      case 'display':
      case 'forUser': {
        const { t: kind, ...said } = event;
        this.#output.push({ kind, ...said } as RecordedOutput); // the types have the same members
        return;
      }
      case 'progress':
        this.#progressed(event);
        return;
      case 'call':
        this.#called(event);
        return;
      case 'decided':
        this.#change(event.call, (known) => withDecision(known, event));
        return;
      case 'sent': {
        const { at, call, decided } = event;
        this.#change(call, (known) => ({
          ...(decided ? withDecision(known, decided) : known),
          sentAt: at,
          state: 'unknown',
        }));
        return;
      }
      case 'answer':
        this.#change(event.call, (known) => withAnswer(known, event));
    }
  }

  #change(call: number, change: (known: RecordedCall) => RecordedCall): void {
    const known = this.#calls.get(call);
    if (known) this.#calls.set(call, change(known));
  }

  #asked({ at, call }: EventOf<'asked'>): void {
    const index = this.#questions.findLastIndex(
      (question) => question.to === undefined && question.call === call,
    );
    const question = this.#questions[index];
    if (question) this.#questions[index] = { ...question, to: at };
  }

  #progressed({ at, call, message, fraction }: EventOf<'progress'>): void {
    const said = { at, message, ...(fraction !== undefined && { fraction }) };
    if (call === undefined) this.#output.push({ kind: 'progress', ...said });
    else if (this.#calls.has(call)) {
      const before = this.#progress.get(call);
      if (before) before.push(said);
      else this.#progress.set(call, [said]);
    }
  }

  /**
   * Most calls have no progress, and a run may have a hundred thousand calls, so a call without progress is not copied.
   */
  #withProgress(call: RecordedCall): RecordedCall {
    const said = this.#progress.get(call.call);
    return said ? { ...call, progress: [...said] } : call;
  }

  #called(event: EventOf<'call'>): void {
    const { at, call, target, server = 'codemode', name, form, input } = event;
    if (this.#calls.has(call)) return;
    this.#calls.set(call, {
      call,
      target,
      server,
      name,
      path: shapeName({ target, server, name }),
      writes: false,
      madeAt: at,
      state: 'not_called',
      progress: [],
      ...(form && { form }),
      ...(input && { input }),
    });
  }
}

function withAnswer(known: RecordedCall, { at, state, output, error }: EventOf<'answer'>): RecordedCall {
  const became = state ?? (error ? 'failed' : 'finished');
  return { ...known, answeredAt: at, state: became, ...(output && { output }), ...(error && { error }) };
}

function withDecision(known: RecordedCall, decided: RecordedDecision): RecordedCall {
  const { path, writes, isUndeclared, allowed, by, detail } = decided;
  const decision = { allowed, by, ...(detail !== undefined && { detail }) };
  return { ...known, path, writes, ...(isUndeclared && { isUndeclared }), decision };
}
