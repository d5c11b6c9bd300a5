// The sandbox behind the port: one worker thread that owns what scripts run in, processes or vms of WebAssembly,
// started at first need.
import { randomBytes } from 'node:crypto';
import type { FromSupervisor, RunConditions, RunLocale } from '../protocol/messages.ts';
import type { MeterChoice } from '../protocol/sandboxOptions.ts';
import { HostRun } from './hostRun.ts';
import {
  defaultLimits,
  type EngineChoice,
  type OsConfinementMode,
  type Sandbox,
  type SandboxFailureCode,
  type SandboxHandlers,
  type SandboxLimits,
  type SandboxOutcome,
  type SandboxScript,
  type SandboxStatus,
} from './sandboxPort.ts';
import { StatusRequests } from './statusRequests.ts';
import { SupervisorClient } from './supervisorClient.ts';

export interface SupervisedSandboxOptions {
  /** dist/sandbox/thread.js */
  readonly threadFile: string;
  /** dist/sandbox/guest.cjs */
  readonly guestFile: string;
  /** Takes one line for the log. */
  readonly log: (line: string) => void;
  /** What scripts run in (`codeMode.sandbox.engine`). Default `auto`. */
  readonly engine?: EngineChoice;
  /** Called at most once, when WebAssembly takes over because no process can be had; `why` is one sentence or more. */
  readonly onFallback?: (why: string) => void;
  /** How many processes wait, started, for the next run. Default 1. */
  readonly spares?: number;
  /** Runs scripts also where Node's permission model is missing (`codeMode.sandbox.allowUnconfined`). Default false. */
  readonly allowUnconfined?: boolean;
  /** Whether scripts run behind a wall of the operating system (`codeMode.sandbox.os`). Default `auto`. */
  readonly osConfinement?: OsConfinementMode;
  /** After this long without a run the waiting processes are let go, in milliseconds. Default 5 minutes. */
  readonly idleMs?: number;
  /** The Node or Electron that runs scripts. Default: the one that runs this. */
  readonly execPath?: string;
  /** After this long a process that is not ready counts as failed, in milliseconds. Default 10 s. */
  readonly startLimitMs?: number;
  /** How processes are measured. Default: as this system does it. */
  readonly meter?: MeterChoice;
}

/** What gives other results without `Intl`, where it gives any. */
const usesLanguages = /\b(?:Intl|toLocale\w*|localeCompare)\b/;
const noLanguages =
  'This ran in WebAssembly, because no sandbox process works here. There is no Intl in it: dates, numbers and orders of texts are not those of a language.';

export class SupervisedSandbox implements Sandbox {
  readonly #options: SupervisedSandboxOptions;
  readonly #runs = new Map<number, HostRun>();
  readonly #statuses: StatusRequests;
  #link: SupervisorClient | undefined;
  #limits = defaultLimits;
  #lastRun = 0;
  #disposed = false;

  /** Starts nothing. */
  constructor(options: SupervisedSandboxOptions) {
    this.#options = options;
    this.#statuses = new StatusRequests(options);
  }

  warm(): void {
    if (!this.#disposed) this.#thread().send({ type: 'warm', limits: this.#limits, locale: localeHere() });
  }

  async run(script: SandboxScript, handlers: SandboxHandlers, limits: SandboxLimits, signal: AbortSignal): Promise<SandboxOutcome> {
    if (this.#disposed) return failed('cancelled', 'The sandbox was closed.');
    if (signal.aborted) return failed('cancelled', 'The run was cancelled.');
    const { body, args, results, names, replay } = script;
    this.#limits = limits;
    this.#lastRun += 1;
    const run = this.#lastRun;
    const link = this.#thread();
    const { ticks, ...conditions } = replay ?? { ...newConditions(), ticks: undefined };
    const hosted = new HostRun({ run, handlers, limits, conditions, send: (message) => link.send(message), log: this.#options.log });
    const cancel = () => {
      link.send({ type: 'cancel', run });
      hosted.end(failed('cancelled', 'The run was cancelled.'));
    };
    this.#runs.set(run, hosted);
    link.holdProcess(true);
    signal.addEventListener('abort', cancel, { once: true });
    const text = { body, args: JSON.stringify(args), results: JSON.stringify(results), names: JSON.stringify(names) };
    const course = { conditions, record: handlers.trace !== undefined, ...(ticks && { replay: ticks }) };
    link.send({ type: 'run', run, script: text, limits, course });
    const outcome = await hosted.outcome;
    if (this.#statuses.latest.fallback !== undefined && usesLanguages.test(body)) handlers.log({ level: 'warn', text: noLanguages, ms: 0 });
    signal.removeEventListener('abort', cancel);
    this.#runs.delete(run);
    if (this.#runs.size === 0) link.holdProcess(false);
    return outcome;
  }

  /** What is known without running a script; starts the thread. Tells more once a script has run. Never rejects. */
  status(): Promise<SandboxStatus> {
    if (this.#disposed) return Promise.resolve(this.#statuses.latest);
    const link = this.#thread();
    link.holdProcess(true);
    const asked = this.#statuses.ask((request) => link.send({ type: 'status', request }));
    return asked.finally(() => this.#runs.size === 0 && link.holdProcess(false));
  }

  async dispose(): Promise<void> {
    this.#disposed = true;
    this.#endAll(failed('cancelled', 'The sandbox was closed.'));
    const link = this.#link;
    this.#link = undefined;
    this.#statuses.onGone('The sandbox is closed.');
    await link?.close();
  }

  #thread(): SupervisorClient {
    if (this.#link !== undefined) return this.#link;
    const { threadFile, guestFile, spares = 1, allowUnconfined = false, osConfinement = 'auto', meter = {} } = this.#options;
    const { idleMs = 300_000, execPath = process.execPath, startLimitMs = 10_000 } = this.#options;
    // What one thread has settled counts for the next.
    const { engine } = this.#statuses;
    const link = new SupervisorClient({
      threadFile,
      thread: { engine, guestFile, execPath, spares, allowUnconfined, osConfinement, idleMs, startLimitMs, meter },
      onMessage: (message) => this.#onMessage(message),
      onGone: (reason, spoke) => this.#onGone(link, reason, spoke),
    });
    this.#link = link;
    return link;
  }

  #onMessage(message: FromSupervisor): void {
    if (message.type === 'event') this.#runs.get(message.run)?.onEvent(message.event);
    else if (message.type === 'end') this.#runs.get(message.run)?.onEnd(message.end, message.ticks);
    else if (message.type === 'status') this.#statuses.onStatus(message.status, message.request);
    else this.#options.log(message.text);
  }

  /** The next run starts a new thread; a thread that never spoke could not start, which the runs are told as such. */
  #onGone(link: SupervisorClient, reason: string, spoke: boolean): void {
    if (this.#link !== link) return;
    this.#link = undefined;
    this.#statuses.onGone(reason);
    this.#options.log(reason);
    this.#endAll(
      spoke
        ? failed('sandbox_died', `${reason} Run the script again.`)
        : failed('sandbox_unavailable', `${reason} Reinstall Code Mode if this persists.`),
    );
  }

  #endAll(outcome: SandboxOutcome): void {
    for (const run of this.#runs.values()) run.end(outcome);
  }
}

function failed(code: SandboxFailureCode, message: string): SandboxOutcome {
  return { ok: false, failure: { code, message } };
}

function newConditions(): RunConditions {
  return { startedAt: Date.now(), seed: randomBytes(32).toString('hex'), ...localeHere() };
}

/** The time zone and language of this process; without a language of its own (`LANG=C`) it has English. */
function localeHere(): RunLocale {
  const { timeZone, locale } = Intl.DateTimeFormat().resolvedOptions();
  return { timeZone, locale: locale === 'und' ? 'en-US' : locale };
}
