// A sandbox without confinement: the modules of the guest and the supervisor of the thread around a function in this
// process. A script behaves as in a process (calls, ticks, records, replay, errors with their positions, quotas), but
// nothing confines the script, and no timer interrupts a loop. This fake is for tests of the engine; test/sandbox tests
// the confinement and the limits of the real sandbox.
import { AsyncLocalStorage } from 'node:async_hooks';
import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { compileFunction } from 'node:vm';
import { MessageChannel } from 'node:worker_threads';
import { boot } from '../../src/sandbox/guest/boot.ts';
import { makeDate } from '../../src/sandbox/guest/clock.ts';
import type { BorrowOptions } from '../../src/sandbox/guest/compartment.ts';
import type { HostBindings } from '../../src/sandbox/guest/hostBindings.ts';
import { languageGlobals } from '../../src/sandbox/guest/languageGlobals.ts';
import { headline } from '../../src/sandbox/guest/stackTraces.ts';
import { HostRun } from '../../src/sandbox/host/hostRun.ts';
import type {
  Sandbox,
  SandboxHandlers,
  SandboxLimits,
  SandboxOutcome,
  SandboxScript,
} from '../../src/sandbox/host/sandboxPort.ts';
import { stringifyExact } from '../../src/base/exactJson.ts';
import { ValueTurns } from '../../src/base/valueTurns.ts';
import type { RunCourse } from '../../src/sandbox/protocol/messages.ts';
import { InstanceLifecycle, type SandboxInstance } from '../../src/sandbox/supervisor/instance.ts';
import { Outbox } from '../../src/sandbox/supervisor/outbox.ts';
import { RunSupervisor } from '../../src/sandbox/supervisor/runSupervisor.ts';

/** SES adds this global, which the shared guest needs. */
Object.assign(globalThis, { harden: (value: unknown) => value });

export class FakeSandbox implements Sandbox {
  readonly #turns = new ValueTurns();
  readonly #runs = new Set<HostRun>();
  #disposed = false;

  warm(): void {}

  async run(
    script: SandboxScript,
    handlers: SandboxHandlers,
    limits: SandboxLimits,
    signal: AbortSignal,
  ): Promise<SandboxOutcome> {
    if (this.#disposed || signal.aborted) return cancelled('Run cancelled.');
    const replay = script.replay ?? { conditions: conditionsNow(), ticks: [], then: 'live' };
    const course: RunCourse = { ...replay, record: handlers.tick !== undefined };
    const { port1, port2 } = new MessageChannel();
    const log = (line: string) => {
      throw new Error(line);
    };
    const run = new HostRun({ port: port1, turns: this.#turns, handlers, limits, log });
    const cancel = () => run.end(cancelled('Run cancelled.'));
    this.#runs.add(run);
    handlers.conditions?.(course.conditions);
    signal.addEventListener('abort', cancel, { once: true });
    const text = {
      body: script.body,
      args: stringifyExact(script.args),
      results: stringifyExact(script.results),
      names: JSON.stringify(script.names),
    };
    const supervisor = new RunSupervisor({
      script: text,
      limits,
      course,
      port: port2,
      onEnd: () => undefined,
    });
    const instance = new FakeInstance();
    await instance.lifecycle.ready;
    supervisor.start(instance);
    const outcome = await run.outcome;
    // The calls that arrive together with the end are sent by then, as they are when the end comes from another thread.
    await nextTurn();
    signal.removeEventListener('abort', cancel);
    this.#runs.delete(run);
    return outcome;
  }

  dispose(): Promise<void> {
    this.#disposed = true;
    for (const run of this.#runs) run.end(cancelled('Sandbox closed.'));
    return Promise.resolve();
  }
}

/**
 * Replaces a process. Ending the instance drops the timers and messages of its script, even if the script still
 * computes.
 */
class FakeInstance implements SandboxInstance {
  readonly engine = 'process';
  readonly shape = { heapMb: 0, cpuMs: 0, timeZone: '' };
  /** Measures nothing, since this process does not belong to the script alone. */
  readonly meter: SandboxInstance['meter'] = { periodMs: 1_000, read: (done) => done({ state: 'gone' }) };
  readonly outbox = new Outbox((lines) => this.#write(lines));
  readonly lifecycle = new InstanceLifecycle({
    name: 'The fake sandbox',
    end: () => this.#close(),
    onStarting: () => this.lifecycle.started(),
  });
  readonly #realm = new ScriptRealm((frame) => this.#read(frame));

  attach(listener: InstanceLifecycle['listener']): void {
    this.lifecycle.listener = listener;
  }

  /** A script in this process cannot be paused while it computes; its messages are few. */
  pauseReading(): void {}

  #write(lines: readonly string[]): boolean {
    // Messages arrive in a turn of their own, like a frame of another process.
    setImmediate(() => this.#realm.receive(lines.join('\n')));
    return true;
  }

  #read(frame: string): void {
    setImmediate(() => this.lifecycle.receive(Buffer.from(frame)));
  }

  #close(): void {
    this.#realm.close();
    this.lifecycle.closed({ reason: 'The fake sandbox ended', cause: 'unknown' });
  }
}

type StackFormat = (error: Error, frames: NodeJS.CallSite[]) => unknown;

const noop = () => undefined;

/** Returns the hook that V8 calls for the text of each stack; undefined if no hook is set. */
function stackFormat(): StackFormat | undefined {
  return Reflect.get(Error, 'prepareStackTrace') as StackFormat | undefined; // V8's contract
}

function frameText(frame: NodeJS.CallSite): string {
  return `    at ${frame.getFunctionName() ?? '<anonymous>'} (${frame.getFileName() ?? ''}:${frame.getLineNumber() ?? 0}:${frame.getColumnNumber() ?? 0})`;
}

/** The guest of one run, with the functions that the engine provides to it. */
class ScriptRealm {
  static readonly #current = new AsyncLocalStorage<ScriptRealm>();
  static #last = 0;
  /** Open realms by the name of their script in V8. */
  static readonly #open = new Map<string, ScriptRealm>();

  readonly #name = `script-${(ScriptRealm.#last += 1)}`;
  readonly #send: (frame: string) => void;
  readonly #timers = new Set<NodeJS.Timeout>();
  #onFrames: (frames: readonly string[]) => void = noop;
  #onUnhandled: (reason: unknown, promise: Promise<unknown>) => void = noop;
  #onHandled: (promise: Promise<unknown>) => void = noop;
  #formatStack: StackFormat = noop;

  constructor(send: (frame: string) => void) {
    this.#send = send;
    ScriptRealm.#listen();
    ScriptRealm.#open.set(this.#name, this);
    const harnessFormat = stackFormat();
    const { stackTraceLimit } = Error;
    boot({
      bindings: this.#bindings(),
      borrowGlobals,
      lockDown: (stackTraces) => {
        stackTraces.install();
        this.#formatStack = stackFormat() ?? noop;
        Reflect.set(Error, 'prepareStackTrace', harnessFormat);
        Error.stackTraceLimit = stackTraceLimit;
      },
      makeRealm: (own, tools) => (source) => this.#evaluate(source, { ...own, ...tools }),
    });
  }

  receive(frame: string): void {
    ScriptRealm.#current.run(this, () => this.#onFrames([frame]));
  }

  close(): void {
    ScriptRealm.#open.delete(this.#name);
    this.#onFrames = noop;
    for (const timer of this.#timers) clearTimeout(timer);
  }

  get #isOpen(): boolean {
    return ScriptRealm.#open.has(this.#name);
  }

  /** Parameters hide Node's own globals, since another realm would have another `Error` than the guest. */
  #evaluate(source: string, globals: Readonly<Record<string, unknown>>): unknown {
    const hidden = Object.getOwnPropertyNames(globalThis).filter(
      (name) => !languageGlobals.has(name) && name !== 'eval',
    );
    const scope: Record<string, unknown> = {
      ...Object.fromEntries(hidden.map((name) => [name, undefined])),
      ...globals,
    };
    scope['globalThis'] = Object.freeze({ ...globals });
    const named = source.replace(/\n\/\/# sourceURL=.*$/, '');
    const evaluate = compileFunction(`"use strict"; return ${named}`, Object.keys(scope), {
      filename: this.#name,
    });
    return Reflect.apply(evaluate, undefined, Object.values(scope)) as unknown;
  }

  #bindings(): HostBindings {
    const inRun = (work: () => void) => () => {
      if (this.#isOpen) ScriptRealm.#current.run(this, work);
    };
    return {
      writeFrame: (lines) => this.#isOpen && this.#send(lines.join('\n')),
      onFrames: (listener) => (this.#onFrames = listener),
      atEndOfTick: (work) => process.nextTick(inRun(work)),
      inNextTick: (work) => setImmediate(inRun(work)),
      onUnhandledRejection: (listener) => (this.#onUnhandled = listener),
      onHandledRejection: (listener) => (this.#onHandled = listener),
      // Every entry into the script catches errors itself.
      onUncaughtException: noop,
      setTimeout: (work, ms) => {
        const timer = setTimeout(() => {
          this.#timers.delete(timer);
          inRun(work)();
        }, ms);
        this.#timers.add(timer);
        return timer;
      },
      clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout), // made above
      now: () => performance.now(),
      byteLength: (text) => Buffer.byteLength(text),
      keyStream: (seed) => {
        const cipher = createCipheriv('aes-256-ctr', Buffer.from(seed, 'hex'), Buffer.alloc(16));
        return (length) => cipher.update(Buffer.alloc(length));
      },
      digest: (algorithm, bytes) => createHash(algorithm).update(bytes).digest(),
      captureStack: (target, above) => Error.captureStackTrace(target, above),
      isOfScript: (frame) => frame.getFileName() === this.#name,
      isOutOfMemory: () => false,
    };
  }

  static #isListening = false;

  /**
   * Handles rejections that no script awaits and the stacks of errors of scripts, so that they do not reach the test
   * runner.
   */
  static #listen(): void {
    if (ScriptRealm.#isListening) return;
    ScriptRealm.#isListening = true;
    const emit = process.emit.bind(process) as (name: string, ...args: readonly unknown[]) => boolean;
    process.emit = ((name: string, ...args: readonly unknown[]) => {
      const realm = name === 'unhandledRejection' ? ScriptRealm.#current.getStore() : undefined;
      if (!realm) return emit(name, ...args);
      const [reason, promise] = args;
      realm.#onUnhandled(reason, promise as Promise<unknown>); // Node passes a promise
      return true;
    }) as typeof process.emit;
    process.on('rejectionHandled', (promise) => {
      for (const realm of ScriptRealm.#open.values()) realm.#onHandled(promise);
    });
    const before = stackFormat();
    Error.prepareStackTrace = (error, frames) => {
      const files = new Set(frames.map((frame) => frame.getFileName()));
      for (const [name, realm] of ScriptRealm.#open)
        if (files.has(name)) return realm.#formatStack(error, frames);
      // An error that was made outside of every script has no position in a script.
      for (const realm of ScriptRealm.#open.values()) realm.#formatStack(error, []);
      return before?.(error, frames) ?? [headline(error), ...frames.map(frameText)].join('\n');
    };
  }
}

function borrowGlobals({ clock }: BorrowOptions): Record<string, unknown> {
  const { structuredClone, atob, btoa, URL, URLSearchParams, TextEncoder, TextDecoder, Intl } = globalThis;
  return {
    Date: makeDate(clock.now),
    Intl,
    URL,
    URLSearchParams,
    TextEncoder,
    TextDecoder,
    structuredClone,
    atob,
    btoa,
  };
}

function conditionsNow(): RunCourse['conditions'] {
  const { timeZone, locale } = Intl.DateTimeFormat().resolvedOptions();
  return { startedAt: Date.now(), seed: randomBytes(32).toString('hex'), timeZone, locale };
}

function cancelled(message: string): SandboxOutcome {
  return { ok: false, failure: { code: 'cancelled', message } };
}
