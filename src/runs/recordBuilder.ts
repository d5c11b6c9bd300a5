// Puts a record together from its lines, in their order. Lines that fit nothing are passed over.
import type { RunStage } from '../engine/runJournal.ts';
import type { CallState } from '../engine/runOutcome.ts';
import type { RunConditions, Tick } from '../sandbox/host/sandboxPort.ts';
import type { RecordedDecision, RecordedValue, RunEvent, RunState } from './runEvent.ts';
import type { RecordedCall, RecordedOutput, RunRecord, RunSummary } from './runRecord.ts';

type Begin = Extract<RunEvent, { t: 'begin' }>;
type End = Extract<RunEvent, { t: 'end' }>;
type Question = RunRecord['questions'][number];

/** Of those after the run. */
const mostStages = 100;

/** Of a record that was read so far. */
export class RecordBuilder {
  #begin: Begin | undefined;
  #end: End | undefined;
  #script: RunRecord['script'];
  #conditions: RunConditions | undefined;
  readonly #ticks: { readonly at: number; readonly tick: Tick }[] = [];
  readonly #calls = new Map<number, RecordedCall>();
  /** Of each call. */
  readonly #progress = new Map<number, RecordedCall['progress'][number][]>();
  readonly #output: RecordedOutput[] = [];
  readonly #questions: Question[] = [];
  /** Of them, those after the run. */
  readonly #later: RunStage[] = [];
  /** The files of values that it names. */
  readonly #files = new Set<string>();
  #isWhole = true;

  /** Something of it was lost. */
  damaged(): void {
    this.#isWhole = false;
  }

  add(event: RunEvent): void {
    if (event.t === 'begin') {
      this.#begin ??= event;
      this.#names(event.code, event.args);
    } else if (event.t === 'stages') this.#later.push(...event.stages.slice(0, mostStages - this.#later.length));
    else if (this.#begin === undefined || this.#end) return;
    else this.#addLater(event);
  }

  /** The process that wrote it; undefined where nothing of it can be read. */
  get begin(): Begin | undefined {
    return this.#begin;
  }

  get hasEnded(): boolean {
    return this.#end !== undefined;
  }

  /** Named so far. */
  get files(): ReadonlySet<string> {
    return this.#files;
  }

  /** `state` of a record without an end. */
  summary(bytes: number, state: RunState): RunSummary | undefined {
    const [begin, end] = [this.#begin, this.#end];
    if (!begin) return undefined;
    const calls = [...this.#calls.values()].filter(({ target }) => target !== 'codemode');
    return {
      ...{ id: begin.id, door: begin.door, title: begin.title, startedAt: begin.startedAt },
      ...(begin.name !== undefined && { name: begin.name }),
      ...(end && { durationMs: end.at }),
      ...{ state: end?.state ?? state, dryRun: begin.dryRun === true },
      ...(begin.resumes !== undefined && { resumes: begin.resumes }),
      ...((begin.whole === 0 || !this.#isWhole) && { notWhole: true }),
      calls: calls.length,
      failedCalls: calls.filter(({ error }) => error !== undefined).length,
      writes: calls.filter(({ writes, sentAt }) => writes && sentAt !== undefined).length,
      bytes,
    };
  }

  record(bytes: number, state: RunState): RunRecord | undefined {
    const [begin, end] = [this.#begin, this.#end];
    const summary = this.summary(bytes, state);
    if (!begin || !summary) return undefined;
    return {
      ...summary,
      ...{ version: begin.version, session: begin.session, codeHash: begin.codeHash, code: begin.code },
      ...(begin.args && { args: begin.args }),
      stages: [...(begin.stages ?? []), ...this.#later],
      ...(this.#script && { script: this.#script }),
      ...(this.#conditions && { conditions: this.#conditions }),
      ticks: [...this.#ticks],
      callList: [...this.#calls.values()].map((call) => ({ ...call, progress: [...(this.#progress.get(call.call) ?? [])] })),
      output: [...this.#output],
      questions: [...this.#questions],
      ...(end?.value && { value: end.value }),
      ...{ errors: end?.errors ?? [], warnings: end?.warnings ?? [], notes: end?.notes ?? [] },
      ...(end?.tokens && { tokens: end.tokens }),
    };
  }

  #addLater(event: Exclude<RunEvent, Begin | { t: 'stages' }>): void {
    switch (event.t) {
      case 'script': {
        const { at, names, results = {}, limits, typeCheck } = event;
        this.#script ??= { at, names, results, limits, typeCheck };
        this.#names(names, ...Object.values(results));
        return;
      }
      case 'conditions':
        this.#conditions ??= event.conditions;
        return;
      case 'ticks':
        for (const tick of event.ticks) this.#ticks.push({ at: event.at, tick });
        return;
      case 'end':
        this.#end = event;
        for (const { call, ...rest } of event.calls ?? []) {
          const known = this.#calls.get(call);
          if (known) this.#calls.set(call, { ...known, ...rest });
        }
        this.#names(event.value);
        return;
      case 'asks':
        this.#questions.push({ from: event.at, to: undefined, ...(event.call !== undefined && { call: event.call }) });
        return;
      case 'asked':
        this.#answered(event);
        return;
      case 'log':
      case 'display':
      case 'forUser':
        this.#said(event);
        return;
      default:
        this.#addToCall(event);
    }
  }

  #said(event: Extract<RunEvent, { t: 'log' | 'display' | 'forUser' }>): void {
    this.#names(event.t === 'display' ? event.block : event.text);
    const { t: kind, ...said } = event;
    this.#output.push({ kind, ...said } as RecordedOutput); // the same members
  }

  #answered({ at, call }: Extract<RunEvent, { t: 'asks' | 'asked' }>): void {
    const index = this.#questions.findLastIndex((question) => question.to === undefined && question.call === call);
    const question = this.#questions[index];
    if (question) this.#questions[index] = { ...question, to: at };
  }

  #addToCall(event: Extract<RunEvent, { t: 'call' | 'decided' | 'sent' | 'answer' | 'progress' }>): void {
    if (event.t === 'call') {
      this.#called(event);
      return;
    }
    if (event.t === 'progress') {
      this.#progressed(event);
      return;
    }
    const known = this.#calls.get(event.call);
    if (!known) return;
    this.#calls.set(event.call, event.t === 'answer' ? this.#withAnswer(known, event) : changed(known, event));
  }

  #progressed({ at, call, message, fraction }: Extract<RunEvent, { t: 'progress' }>): void {
    const said = { at, message, ...(fraction !== undefined && { fraction }) };
    if (call === undefined) this.#output.push({ kind: 'progress', ...said });
    else this.#progress.get(call)?.push(said);
  }

  #called({ at, call, target, server = 'codemode', name, form, input }: Extract<RunEvent, { t: 'call' }>): void {
    if (this.#calls.has(call)) return;
    this.#names(input);
    this.#progress.set(call, []);
    const path = target === 'codemode' ? `codemode.${name}` : `tools.${server}.${name}`;
    this.#calls.set(call, {
      ...{ call, target, server, name, path, writes: false, madeAt: at, state: 'not_called', progress: [] },
      ...(form && { form }),
      ...(input && { input }),
    });
  }

  #withAnswer(known: RecordedCall, { at, state, output, error }: Extract<RunEvent, { t: 'answer' }>): RecordedCall {
    this.#names(output, error?.failure);
    const became: CallState = state ?? (error ? 'failed' : 'finished');
    return { ...known, answeredAt: at, state: became, ...(output && { output }), ...(error && { error }) };
  }

  #names(...values: readonly (RecordedValue | undefined)[]): void {
    for (const value of values) if (value && 'file' in value) this.#files.add(value.file);
  }
}

function changed(known: RecordedCall, event: Extract<RunEvent, { t: 'decided' | 'sent' }>): RecordedCall {
  if (event.t === 'decided') return withDecision(known, event);
  const decided = event.decided ? withDecision(known, event.decided) : known;
  return { ...decided, sentAt: event.at, state: 'unknown' };
}

function withDecision(known: RecordedCall, { path, writes, allowed, by, detail }: RecordedDecision): RecordedCall {
  return { ...known, path, writes, decision: { allowed, by, ...(detail !== undefined && { detail }) } };
}
