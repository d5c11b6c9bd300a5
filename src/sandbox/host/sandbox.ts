// Implements the sandbox port with one worker thread, the supervisor thread. The thread owns the processes or
// WebAssembly instances that scripts run in, and starts at first need.
import { randomBytes } from 'node:crypto';
import { MessageChannel, type Transferable } from 'node:worker_threads';
import type {
  FromSupervisor,
  RunCourse,
  RunLocale,
  RunReplay,
  ToSupervisor,
  SandboxFailureCode,
} from '../protocol/messages.ts';
import {
  statusAtFirst,
  type EngineChoice,
  type SandboxStatus,
  type SupervisorOptions,
} from '../protocol/sandboxOptions.ts';
import { linesBefore } from '../protocol/bounds.ts';
import { HostRun } from './hostRun.ts';
import { RunSlots } from '../../base/runSlots.ts';
import {
  defaultLimits,
  type Sandbox,
  type SandboxHandlers,
  type SandboxLimits,
  type SandboxOutcome,
  type SandboxScript,
  type ScriptSource,
} from './sandboxPort.ts';
import { ValueTurns } from '../../base/valueTurns.ts';
import { SupervisorThread } from './supervisorThread.ts';
import { stringifyExact } from '../../base/exactJson.ts';

export interface SupervisedSandboxOptions
  extends Pick<SupervisorOptions, 'guestFile'>, Partial<Omit<SupervisorOptions, 'guestFile' | 'debug'>> {
  /** Path of dist/sandbox/thread.js. */
  readonly threadFile: string;
  /** Takes one line for the log. */
  readonly log: (line: string) => void;
  /**
   * Called at most once, when WebAssembly takes over because no process can be started. `why` is one or more sentences.
   */
  readonly onFallback?: (why: string) => void;
  /** Maximum number of scripts that run at once. The clocks of a waiting script do not run. Default 32. */
  readonly mostRuns?: number;
  /**
   * Debugs scripts: each process listens for a debugger, waits until one attaches, and this function gets the address.
   * No clock ends a script then, and the process is less confined, which the status reports. For one run, without
   * waiting processes.
   */
  readonly onInspector?: (address: string) => void;
}

/** Code that matches may give other results in an engine without `Intl`. */
const usesLanguages = /\b(?:Intl|toLocale\w*|localeCompare)\b/;
const noLanguages =
  'This ran in WebAssembly, as no sandbox process works here. It has no Intl: dates, numbers and sorting ignore languages.';

export class SupervisedSandbox implements Sandbox {
  readonly #options: SupervisedSandboxOptions;
  readonly #runs = new Set<HostRun>();
  /** The latest status that a thread has sent. */
  #status: SandboxStatus;
  /** Settles with the next status that a thread sends on request. */
  #asked: PromiseWithResolvers<SandboxStatus> | undefined;
  /** The engine with which the next thread starts, so that the engine does not change while a window is open. */
  #engine: EngineChoice;
  #supervisor: SupervisorThread | undefined;
  readonly #turns = new ValueTurns();
  /** Slots by depth. A script that waits for another script must not occupy the slot that the other one needs. */
  readonly #slots: RunSlots[] = [];
  #limits = defaultLimits;
  #disposed = false;

  /** Starts neither the thread nor a process. */
  constructor(options: SupervisedSandboxOptions) {
    const { engine = 'auto', osConfinement = 'auto' } = options;
    this.#options = options;
    this.#engine = engine;
    this.#status = statusAtFirst(engine, osConfinement);
  }

  warm(runs = 1): void {
    if (!this.#disposed) this.#post({ type: 'warm', limits: this.#limits, locale: localeHere(), runs });
  }

  async run(
    script: SandboxScript,
    handlers: SandboxHandlers,
    limits: SandboxLimits,
    signal: AbortSignal,
  ): Promise<SandboxOutcome> {
    const { mostRuns = 32 } = this.#options;
    const { depth = 0 } = script;
    const slots = (this.#slots[depth] ??= new RunSlots(depth === 0 ? mostRuns : Math.ceil(mostRuns / 4)));
    if (!(await slots.take(signal))) return failed('cancelled', 'Run cancelled.');
    try {
      return await this.#run(script, handlers, limits, signal);
    } finally {
      slots.giveBack();
    }
  }

  async #run(
    script: SandboxScript,
    handlers: SandboxHandlers,
    given: SandboxLimits,
    signal: AbortSignal,
  ): Promise<SandboxOutcome> {
    if (this.#disposed) return failed('cancelled', 'Sandbox closed.');
    if (signal.aborted) return failed('cancelled', 'Run cancelled.');
    const limits = this.#options.onInspector ? { ...given, ...withoutClocks } : given;
    const { body, args, results, names, replay, source } = script;
    this.#limits = limits;
    const course: RunCourse = { ...(replay ?? newCourse()), record: handlers.tick !== undefined };
    const text = {
      body,
      ...(source && { sourceMap: sourceMapOf(source) }),
      args: stringifyExact(args),
      results: stringifyExact(results),
      names: JSON.stringify(names),
    };
    const { port1, port2 } = new MessageChannel();
    const run = new HostRun({ port: port1, turns: this.#turns, handlers, limits, log: this.#options.log });
    const cancel = () => run.end(failed('cancelled', 'Run cancelled.'));
    this.#runs.add(run);
    handlers.conditions?.(course.conditions);
    signal.addEventListener('abort', cancel, { once: true });
    this.#post(
      { type: 'run', script: text, limits, course, startsOthers: script.startsOthers === true, port: port2 },
      [port2],
    );
    const outcome = await this.#thread().hold(run.outcome);
    const isFallback = run.engine === 'wasm' && this.#options.engine !== 'wasm';
    if (isFallback && usesLanguages.test(body)) handlers.log({ level: 'warn', text: noLanguages, ms: 0 });
    signal.removeEventListener('abort', cancel);
    this.#runs.delete(run);
    return outcome;
  }

  /**
   * Returns the status as far as it is known without running a script; it has more once a script has run. Starts the
   * thread. Never rejects.
   */
  async status(): Promise<SandboxStatus> {
    if (this.#disposed) return this.#status;
    this.#asked ??= Promise.withResolvers();
    this.#post({ type: 'status' });
    return this.#thread().hold(this.#asked.promise);
  }

  async dispose(): Promise<void> {
    this.#disposed = true;
    const supervisor = this.#supervisor;
    this.#endAll('Sandbox closed.', failed('cancelled', 'Sandbox closed.'));
    await supervisor?.close();
  }

  #post(message: ToSupervisor, transfer: readonly Transferable[] = []): void {
    this.#thread().worker.postMessage(message, transfer);
  }

  #thread(): SupervisorThread {
    if (this.#supervisor !== undefined) return this.#supervisor;
    const { threadFile, guestFile, ...given } = this.#options;
    const debug = given.onInspector !== undefined;
    const supervisor = new SupervisorThread({
      threadFile,
      thread: {
        engine: this.#engine,
        guestFile,
        execPath: given.execPath ?? process.execPath,
        spares: given.spares ?? (debug ? 0 : 1),
        replaces: given.replaces ?? !debug,
        allowUnconfined: given.allowUnconfined ?? false,
        osConfinement: given.osConfinement ?? 'auto',
        idleMs: given.idleMs ?? 300_000,
        startLimitMs: given.startLimitMs ?? (debug ? attachLimitMs : 10_000),
        meter: given.meter ?? {},
        debug,
      },
      onMessage: (message) => this.#onMessage(message),
      onGone: (reason, spoke) => this.#onGone(supervisor, reason, spoke),
    });
    this.#supervisor = supervisor;
    return supervisor;
  }

  #onMessage(message: FromSupervisor): void {
    if (message.type === 'inspector') this.#options.onInspector?.(message.address);
    else if (message.type === 'status') this.#onStatus(message.status, message.isAnswer === true);
    else this.#options.log(message.text);
  }

  #onStatus(status: SandboxStatus, isAnswer: boolean): void {
    const { choice, fallback } = this.#status;
    // A later thread is started with a fixed engine and does not know the reason for it, so the first choice and reason
    // are kept.
    this.#status = { ...status, choice, ...(fallback !== undefined && { fallback }) };
    if (status.fallback !== undefined && fallback === undefined) this.#options.onFallback?.(status.fallback);
    if (status.ready || status.fallback !== undefined) this.#engine = status.engine;
    if (!isAnswer) return;
    this.#asked?.resolve(this.#status);
    this.#asked = undefined;
  }

  /**
   * Ends all runs after the thread is gone; the next run starts a new thread. If the thread never sent a message, it
   * could not start.
   */
  #onGone(supervisor: SupervisorThread, reason: string, spoke: boolean): void {
    if (this.#supervisor !== supervisor) return;
    this.#options.log(reason);
    const outcome = spoke
      ? failed('sandbox_died', `${reason} Rerun the script.`)
      : failed('sandbox_unavailable', `${reason} If this persists, reinstall Code Mode.`);
    this.#endAll(reason, outcome);
  }

  /** Settles everything that waits for the thread. A request for the status gets the latest one. */
  #endAll(reason: string, outcome: SandboxOutcome): void {
    this.#supervisor = undefined;
    this.#asked?.resolve({ ...this.#status, unavailable: this.#status.unavailable ?? reason });
    this.#asked = undefined;
    for (const run of this.#runs) run.end(outcome);
  }
}

/** Maximum time for which a process waits for a debugger to attach, in milliseconds. */
const attachLimitMs = 120_000;

/** Limits of a script that may stay at a breakpoint for a day. The values are the maximum delay of a timer. */
const withoutClocks = { cpuMs: 2_147_483_647, wallMs: 2_147_483_647 };

/** Returns the source map of the evaluated body as a data URL. */
function sourceMapOf({ url, mappings }: ScriptSource): string {
  const map = { version: 3, sources: [url], names: [], mappings: `${';'.repeat(linesBefore)}${mappings}` };
  return `data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`;
}

function failed(code: SandboxFailureCode, message: string): SandboxOutcome {
  return { ok: false, failure: { code, message } };
}

function newCourse(): RunReplay {
  const conditions = { startedAt: Date.now(), seed: randomBytes(32).toString('hex'), ...localeHere() };
  return { conditions, ticks: [], then: 'live' };
}

let here: RunLocale | undefined;

/**
 * Returns the time zone and locale of this process, which V8 reads once. A process without a language of its own
 * (`LANG=C`) uses English.
 */
function localeHere(): RunLocale {
  if (here) return here;
  const { timeZone, locale } = Intl.DateTimeFormat().resolvedOptions();
  return (here = { timeZone, locale: locale === 'und' ? 'en-US' : locale });
}
