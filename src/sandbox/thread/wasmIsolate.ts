// One machine of WebAssembly from its start to its end, in a worker thread of its own: an endless loop stalls neither
// other runs nor the clocks of this thread, and ending the worker ends the loop.
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { frameLimit, type RunLimits } from '../protocol.ts';
import type { ProcessShape } from './commandLine.ts';
import { readGuestMessages, type GuestMessage } from './guestMessage.ts';
import { breachReason, type Isolate, type IsolateEnd, type IsolateListener, type StartFailure, type UsageMeter } from './isolate.ts';
import { Outbox } from './outbox.ts';
import { parseStat, type Usage } from './processMeter.ts';
import type { WasmKit } from './wasmKit.ts';
import { maxUntaken, type FromWasmWorker, type ToWasmWorker, type WasmWorkerData } from './wasmMessages.ts';

const startLimitMs = 10_000;
const samplePeriodMs = 25;
/** The engine's own bound of its stack is smaller and must be reached first: what passes it is an error of the script. */
const workerStackMb = 16;

export class WasmIsolate implements Isolate {
  readonly shape: ProcessShape;
  readonly ready: Promise<StartFailure | undefined>;
  readonly gone: Promise<undefined>;
  readonly meter: UsageMeter;
  readonly #worker: Worker;
  readonly #unread = new Int32Array(new SharedArrayBuffer(4));
  readonly #untaken = new Int32Array(new SharedArrayBuffer(4));
  readonly #threadId = new Int32Array(new SharedArrayBuffer(4));
  readonly #outbox = new Outbox((json) => this.#write(json));
  readonly #started = Promise.withResolvers<StartFailure | undefined>();
  readonly #ended = Promise.withResolvers<undefined>();
  readonly #startTimer: NodeJS.Timeout;
  #listener: IsolateListener | undefined;
  /** What came while reading is paused; undefined while it is not. */
  #held: string[] | undefined;
  #end: IsolateEnd | undefined;
  #activeMs = 0;
  #busyMs = 0;
  #killed = false;
  #alive = true;

  constructor(kit: WasmKit, shape: ProcessShape) {
    this.shape = shape;
    this.ready = this.#started.promise;
    this.gone = this.#ended.promise;
    this.meter = { periodMs: samplePeriodMs, sample: (done) => done(this.#usage()) };
    const workerData: WasmWorkerData = {
      ...kit.parts(shape.heapMb),
      timeZone: shape.timeZone,
      unread: this.#unread,
      untaken: this.#untaken,
      threadId: this.#threadId,
    };
    this.#worker = new Worker(kit.workerFile, {
      workerData,
      execArgv: [],
      env: {},
      name: 'code-mode-script',
      // Read by nobody: the machine has nothing to print to.
      stdout: true,
      stderr: true,
      resourceLimits: { stackSizeMb: workerStackMb, maxYoungGenerationSizeMb: 4 },
    });
    this.#startTimer = setTimeout(() => this.#fail(`The sandbox was not ready after ${startLimitMs} ms.`), startLimitMs);
    this.#worker.on('message', (message: FromWasmWorker) => this.#onWorker(message));
    this.#worker.on('error', (error) => (this.#end ??= { reason: `The sandbox broke: ${String(error)}`, cause: 'unknown' }));
    this.#worker.on('exit', () => this.#onExit());
  }

  get alive(): boolean {
    return this.#alive;
  }

  attach(listener: IsolateListener, limits: RunLimits): void {
    this.#listener = listener;
    this.#post({ maxLength: frameLimit(limits) });
  }

  send(json: string, onTaken?: () => void): void {
    this.#outbox.add(json, onTaken);
  }

  pauseReading(pause: boolean): void {
    this.#measure();
    if (pause) this.#held ??= [];
    else {
      const held = this.#held ?? [];
      this.#held = undefined;
      // In order, and again held back when what they bring leads to another pause.
      for (const text of held) this.#take(text);
    }
  }

  kill(): void {
    if (this.#killed) return;
    this.#killed = true;
    this.#listener = undefined;
    this.#settleStart({ message: 'The sandbox was stopped.', final: true });
    // What this turn has to tell the host goes first.
    setImmediate(() => void this.#worker.terminate());
  }

  /** Processor time as the kernel counts it, where it can be asked; undefined when the thread has just ended. */
  #usage(): Usage | undefined {
    const [threadId = 0] = this.#threadId;
    if (threadId === 0) return { cpuMs: this.#measure(), residentBytes: undefined };
    try {
      return { cpuMs: parseStat(readFileSync(`/proc/self/task/${threadId}/stat`, 'utf8')), residentBytes: undefined };
    } catch {
      return undefined;
    }
  }

  /** Milliseconds in which the worker was at work, or waited for a processor, and was not held back by a pause. */
  #measure(): number {
    const { active } = this.#worker.performance.eventLoopUtilization();
    if (this.#held === undefined) this.#busyMs += active - this.#activeMs;
    this.#activeMs = active;
    return this.#busyMs;
  }

  #post(message: ToWasmWorker): void {
    this.#worker.postMessage(message);
  }

  /** Whether the worker keeps up. */
  #write(json: string): boolean {
    if (!this.#alive || this.#killed) return false;
    const before = Atomics.add(this.#untaken, 0, json.length);
    this.#post(json);
    return before + json.length <= maxUntaken;
  }

  #onWorker(message: FromWasmWorker): void {
    if (typeof message === 'string') this.#take(message);
    else if ('cause' in message) this.#end ??= message;
    // It may be behind again by now; then it will say so again.
    else if (Atomics.load(this.#untaken, 0) <= maxUntaken) this.#outbox.drained();
  }

  #take(text: string): void {
    if (this.#held !== undefined) {
      this.#held.push(text);
      return;
    }
    Atomics.sub(this.#unread, 0, text.length);
    Atomics.notify(this.#unread, 0);
    if (this.#killed || this.#end !== undefined) return;
    const messages = readGuestMessages(text);
    if (messages === undefined) {
      this.#end = { reason: breachReason, cause: 'breach' };
      void this.#worker.terminate();
      return;
    }
    for (const message of messages) this.#onMessage(message);
  }

  #onMessage(message: GuestMessage): void {
    if (this.#killed) return;
    if (this.#listener !== undefined) this.#listener.onMessage(message);
    else if (message.type === 'ready') this.#settleStart(undefined);
  }

  #fail(message: string): void {
    this.#settleStart({ message, final: false });
    this.kill();
  }

  #settleStart(failure: StartFailure | undefined): void {
    clearTimeout(this.#startTimer);
    this.#started.resolve(failure);
  }

  #onExit(): void {
    this.#alive = false;
    const end = this.#end ?? { reason: 'The sandbox ended', cause: 'unknown' };
    this.#settleStart({ message: `${end.reason}.`, final: false });
    this.#ended.resolve(undefined);
    this.#listener?.onEnd(end);
    this.#listener = undefined;
  }
}
