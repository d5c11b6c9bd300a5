// Records of scripts that run in steps: one for each script, from its first step to its end. Each step runs the script again from its beginning, so
// of what it does only what no step before it did is written down.
import type { RunJournal, RunRecorder, RunStage, RunStart } from '../engine/runJournal.ts';
import type { RunOutcome } from '../engine/runOutcome.ts';

/** What is said of the scripts of a request, beside their code. */
export interface ScriptAbout {
  /** Of the model. */
  readonly name: string;
  /** What the user asked for: its first line is the title of a script to which the model gives none. */
  readonly title?: string;
  /** What led to the script, where it was asked for in stages. */
  readonly stages?: readonly RunStage[];
}

export interface ScriptRecordsOptions {
  readonly journal: RunJournal;
  /** The run is on, and can be cancelled, until what this gives is called. */
  readonly onBegun?: (id: string, cancel: () => void) => () => void;
  /** After so long without an answer a script counts as abandoned, in milliseconds. Default 1 hour. */
  readonly idleMs?: number;
}

/** Of one step. */
interface StepRecord {
  /** What the engine writes to. */
  readonly journal: RunJournal;
  /** Of the record, once it has begun. */
  readonly id: string | undefined;
  /** The client has calls to make. */
  waits(): void;
  /** The script's own end. */
  ended(outcome: RunOutcome): void;
}

const hourMs = 3_600_000;
/** That wait for their client at once. */
const mostOpen = 100;
/** The most characters of the user's first line. */
const longestLine = 4_000;
/** That the user cancelled, by key. */
const mostCancelled = 1_000;

export class ScriptRecords implements Disposable {
  readonly #options: ScriptRecordsOptions;
  readonly #open = new Map<string, OpenScript>();
  readonly #cancelled = new Set<string>();

  constructor(options: ScriptRecordsOptions) {
    this.#options = options;
  }

  /** For one step of the script of that key. Undefined while another step of it runs; with `about` undefined, where it is not open. */
  step(key: string, about: ScriptAbout | undefined): StepRecord | undefined {
    if (this.#cancelled.has(key)) return undefined;
    const script = this.#open.get(key) ?? (about && this.#newScript(key, about));
    if (!script || script.isRunning) return undefined;
    script.beginStep();
    return script;
  }

  /** Whether the user cancelled it. */
  isCancelled(key: string): boolean {
    return this.#cancelled.has(key);
  }

  /** The conversation has gone on without answers to its calls. */
  abandon(key: string): void {
    this.#open.get(key)?.abandon('The conversation went on before its calls were answered.');
  }

  /** What is open stays so: its record ends where it is. */
  [Symbol.dispose](): void {
    for (const script of this.#open.values()) script.close();
    this.#open.clear();
  }

  #newScript(key: string, about: ScriptAbout): OpenScript {
    const script = new OpenScript({
      ...this.#options,
      key,
      about,
      onEnded: () => this.#open.delete(key),
      onCancelled: () => this.#cancel(key),
    });
    this.#open.set(key, script);
    // One that runs does not wait: it ends, or waits then.
    for (const one of this.#open.values()) {
      if (this.#open.size <= mostOpen) break;
      if (one !== script && !one.isRunning) one.abandon('Too many scripts wait for answers.');
    }
    return script;
  }

  #cancel(key: string): void {
    this.#cancelled.add(key);
    const [oldest = key] = this.#cancelled;
    if (this.#cancelled.size > mostCancelled) this.#cancelled.delete(oldest);
    this.#open.get(key)?.abandon('Cancelled by the user.');
  }
}

interface OpenScriptOptions extends ScriptRecordsOptions {
  readonly key: string;
  readonly about: ScriptAbout;
  readonly onEnded: () => void;
  readonly onCancelled: () => void;
}

class OpenScript implements StepRecord {
  isRunning = false;
  readonly journal: RunJournal = { begin: (run) => this.#begin(run) };
  readonly #options: OpenScriptOptions;
  #recorder: ScriptRecorder | undefined;
  #left: (() => void) | undefined;
  #idle: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(options: OpenScriptOptions) {
    this.#options = options;
  }

  get id(): string | undefined {
    return this.#recorder?.id;
  }

  beginStep(): void {
    this.isRunning = true;
    clearTimeout(this.#idle);
  }

  waits(): void {
    if (this.#isOver) return;
    this.isRunning = false;
    // Nothing is recorded: the next step asks again.
    if (!this.#recorder) this.close();
    else this.#idle = setTimeout(() => this.abandon('No answers to its calls came.'), this.#options.idleMs ?? hourMs).unref();
  }

  ended(outcome: RunOutcome): void {
    if (this.#isOver) return;
    this.#recorder?.end(outcome);
    this.close();
  }

  abandon(message: string): void {
    if (this.#isOver) return;
    this.#recorder?.leave({ code: 'cancelled', message });
    this.close();
  }

  close(): void {
    this.#isOver = true;
    clearTimeout(this.#idle);
    this.#left?.();
    this.#left = undefined;
    this.#options.onEnded();
  }

  #begin({ resumes: _resumes, ...run }: RunStart): RunRecorder | undefined {
    // Nobody would end what began now.
    if (this.#isOver) return undefined;
    if (!this.#recorder) {
      const { journal, key, about, onBegun, onCancelled } = this.#options;
      const { name, title, stages } = about;
      const origin = { door: 'provider', name } as const;
      const [asked] = (title ?? '').slice(0, longestLine).trimStart().split('\n');
      const recorder = journal.begin({
        ...run,
        origin,
        session: `provider ${key}`,
        ...(run.title === undefined && asked && { title: asked }),
        ...(stages && { stages }),
      });
      if (!recorder) return undefined;
      this.#recorder = new ScriptRecorder(recorder);
      if (recorder.id !== undefined) this.#left = onBegun?.(recorder.id, onCancelled);
    }
    return this.#recorder.forStep();
  }
}

const nothing = { warnings: [], notes: [], logs: [], forUser: [], progress: [], displays: [], durationMs: 0 };

/** Passes on what a step does for the first time: by the numbers of calls, and of all else by how often it was there. */
class ScriptRecorder {
  readonly #recorder: RunRecorder;
  readonly #counts = new Map<string, number>();
  /** Calls, with when they were made. */
  readonly #made = new Map<number, number>();
  readonly #answered = new Set<number>();
  #steps = 0;
  #outcome: RunOutcome | undefined;

  constructor(recorder: RunRecorder) {
    this.#recorder = recorder;
  }

  get id(): string | undefined {
    return this.#recorder.id;
  }

  forStep(): RunRecorder {
    const recorder = this.#recorder;
    const inStep = new Map<string, number>();
    const once = (kind: string, tell: () => void) => {
      const count = (inStep.get(kind) ?? 0) + 1;
      inStep.set(kind, count);
      if (count <= (this.#counts.get(kind) ?? 0)) return;
      this.#counts.set(kind, count);
      tell();
    };
    /** Made in this step. */
    const calls = new Set<number>();
    const isFirst = (this.#steps += 1) === 1;
    return {
      ready: () => (isFirst && recorder.ready ? recorder.ready() : Promise.resolve(undefined)),
      trace: (sequence) => (calls.has(sequence) ? recorder.trace?.(sequence) : undefined),
      scriptStarted: (script) => once('script', () => recorder.scriptStarted(script)),
      ...(recorder.tick && {
        conditions: (conditions) => once('conditions', () => recorder.conditions?.(conditions)),
        tick: (tick) => once('tick', () => recorder.tick?.(tick)),
      }),
      called: (call) => {
        if (this.#made.has(call.sequence)) return;
        this.#made.set(call.sequence, performance.now());
        calls.add(call.sequence);
        recorder.called(call);
      },
      decided: (sequence, tool, decision) => {
        if (calls.has(sequence)) recorder.decided(sequence, tool, decision);
      },
      sending: (sequence, writes) => (calls.has(sequence) ? recorder.sending(sequence, writes) : undefined),
      answered: (sequence, reply, record) => {
        const isOpen = !reply.ok && reply.error.code === 'unanswered';
        if (isOpen || this.#answered.has(sequence)) return;
        this.#answered.add(sequence);
        recorder.answered(sequence, reply, record);
      },
      log: (entry) => once('log', () => recorder.log(entry)),
      display: (block) => once('display', () => recorder.display(block)),
      progress: (message, fraction, sequence) => once('progress', () => recorder.progress(message, fraction, sequence)),
      forUser: (path, text) => once('forUser', () => recorder.forUser(path, text)),
      // Nobody is: who has the tools asks, where it does.
      asks: () => () => undefined,
      ended: (outcome) => (this.#outcome = outcome),
    };
  }

  end(outcome: RunOutcome): void {
    this.#recorder.ended(outcome);
  }

  /** Without an end of its own: what is open was for as long as it is. */
  leave(error: RunOutcome['errors'][number]): void {
    const now = performance.now();
    const calls = (this.#outcome?.calls ?? []).map((call) => ({ ...call, ms: now - (this.#made.get(call.sequence) ?? now) }));
    this.#recorder.ended({ ...nothing, ...this.#outcome, ok: false, value: undefined, errors: [error], calls });
  }
}
