// Records of scripts that run in steps: one record for each script, from its first step to its end. Each step runs the
// script from the beginning, so only actions that no earlier step performed are recorded.
import type { RunJournal, RunRecorder, RunStage, RunStart, RunOutcome } from '../../engine/index.ts';

/** Data about the scripts of a request, other than their code. */
export interface ScriptAbout {
  /** Name of the model. */
  readonly name: string;
  /** The request of the user; its first line is the title of a script to which the model gives none. */
  readonly title?: string;
  /** The stages that led to the script, if the turn has stages. */
  readonly stages?: readonly RunStage[];
}

export interface ScriptRecordsOptions {
  readonly journal: RunJournal;
  /** Called when a run begins; `cancel` cancels it. The returned function is called when the run ends. */
  readonly onBegun?: (id: string, cancel: () => void) => () => void;
  /** Time in milliseconds without an answer after which a script counts as abandoned. Default: 1 hour. */
  readonly idleMs?: number;
}

const hourMs = 3_600_000;
/** Maximum number of scripts that wait for their client. */
const mostOpen = 100;
/** The most characters of the user's first line. */
const longestLine = 4_000;
/** Maximum number of cancelled scripts that are remembered, by key. */
const mostCancelled = 1_000;

export class ScriptRecords implements Disposable {
  readonly #options: ScriptRecordsOptions;
  readonly #open = new Map<string, OpenScript>();
  readonly #cancelled = new Set<string>();

  constructor(options: ScriptRecordsOptions) {
    this.#options = options;
  }

  /**
   * Returns the record for one step of the script with this key. Undefined while another step of the script runs, if
   * the user cancelled the script, or if `about` is undefined and no record is open.
   */
  step(key: string, about: ScriptAbout | undefined): OpenScript | undefined {
    if (this.#cancelled.has(key)) return undefined;
    const script = this.#open.get(key) ?? (about && this.#newScript(key, about));
    if (!script || script.isRunning) return undefined;
    script.beginStep();
    return script;
  }

  /** True if the user cancelled the script. */
  isCancelled(key: string): boolean {
    return this.#cancelled.has(key);
  }

  /** Ends the record because the conversation continued without answers to the script's calls. */
  abandon(key: string): void {
    this.#open.get(key)?.abandon('The conversation went on before its calls were answered.');
  }

  /** Closes open records without an end. */
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
    // A running script is not abandoned, because it ends or waits soon.
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

const nothing = { warnings: [], notes: [], logs: [], forUser: [], progress: [], displays: [], durationMs: 0 };

/**
 * The record of one script over all its steps. Passes on only actions that occur for the first time. Calls are
 * recognized by their numbers, all other actions by their count within a step.
 */
class OpenScript {
  isRunning = false;
  /** Journal for the engine. */
  readonly journal: RunJournal = { begin: (run) => this.#begin(run) };
  readonly #options: OpenScriptOptions;
  #recorder: RunRecorder | undefined;
  readonly #counts = new Map<string, number>();
  /** Times of the calls by number, on the clock of `performance.now()`. */
  readonly #made = new Map<number, number>();
  readonly #answered = new Set<number>();
  #steps = 0;
  /** The outcome of the last step. */
  #outcome: RunOutcome | undefined;
  #left: (() => void) | undefined;
  #idle: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(options: OpenScriptOptions) {
    this.#options = options;
  }

  /** ID of the record; undefined before the record begins. */
  get id(): string | undefined {
    return this.#recorder?.id;
  }

  beginStep(): void {
    this.isRunning = true;
    clearTimeout(this.#idle);
  }

  /** Called when the client has calls to make. */
  waits(): void {
    if (this.#isOver) return;
    this.isRunning = false;
    // No record has begun, so the next step asks again.
    if (!this.#recorder) this.close();
    else
      this.#idle = setTimeout(
        () => this.abandon('No answers to its calls came.'),
        this.#options.idleMs ?? hourMs,
      ).unref();
  }

  /** Called when the script itself has ended. */
  ended(outcome: RunOutcome): void {
    if (this.#isOver) return;
    this.#recorder?.ended(outcome);
    this.close();
  }

  /** Ends the record of a script that has not ended itself. Open calls count as lasting until now. */
  abandon(message: string): void {
    if (this.#isOver) return;
    const now = performance.now();
    const calls = (this.#outcome?.calls ?? []).map((call) => ({
      ...call,
      ms: now - (this.#made.get(call.sequence) ?? now),
    }));
    this.#recorder?.ended({
      ...nothing,
      ...this.#outcome,
      ok: false,
      value: undefined,
      errors: [{ code: 'cancelled', message }],
      calls,
    });
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
    // Nothing would end a record that begins now.
    if (this.#isOver) return undefined;
    if (!this.#recorder) {
      const { journal, key, about, onBegun, onCancelled } = this.#options;
      const { name, title, stages } = about;
      const origin = { door: 'provider', name } as const;
      const [asked] = (title ?? '').slice(0, longestLine).trimStart().split('\n');
      this.#recorder = journal.begin({
        ...run,
        origin,
        session: `provider ${key}`,
        ...(run.title === undefined && asked && { title: asked }),
        ...(stages && { stages }),
      });
      if (this.#recorder?.id !== undefined) this.#left = onBegun?.(this.#recorder.id, onCancelled);
    }
    return this.#recorder && this.#forStep(this.#recorder);
  }

  #forStep(recorder: RunRecorder): RunRecorder {
    const inStep = new Map<string, number>();
    const once = (kind: string, tell: () => void) => {
      const count = (inStep.get(kind) ?? 0) + 1;
      inStep.set(kind, count);
      if (count <= (this.#counts.get(kind) ?? 0)) return;
      this.#counts.set(kind, count);
      tell();
    };
    /** Calls of this step that are made for the first time. */
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
      progress: (message, fraction, sequence) =>
        once('progress', () => recorder.progress(message, fraction, sequence)),
      forUser: (path, text) => once('forUser', () => recorder.forUser(path, text)),
      // The user is not asked here; the client that owns the tools asks if necessary.
      asks: () => () => undefined,
      ended: (outcome) => (this.#outcome = outcome),
    };
  }
}
