// One machine of WebAssembly from its start to its end, in a worker thread of its own: an endless loop stalls neither
// other runs nor the clocks of this thread, and ending the worker ends the loop.
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { frameLimit } from '../protocol/frames.ts';
import type { RunLimits } from '../protocol/messages.ts';
import type { ProcessShape } from './commandLine.ts';
import { type SandboxInstance, type InstanceEnd, type InstanceListener, type UsageMeter, InstanceLifecycle } from './instance.ts';
import { Outbox } from './outbox.ts';
import { type Reading, parseStat } from './processMeter.ts';
import type { WasmEngine } from './wasmEngine.ts';
import { maxUntaken, type FromWasmWorker, type ToWasmWorker, type WasmWorkerData } from './wasmMessages.ts';

const samplePeriodMs = 25;
/** The engine's own bound of its stack is smaller and must be reached first: what passes it is an error of the script. */
const workerStackMb = 16;

export class WasmInstance implements SandboxInstance {
  readonly engine = 'wasm';
  readonly shape: ProcessShape;
  readonly meter: UsageMeter;
  readonly #worker: Worker;
  readonly #unread = new Int32Array(new SharedArrayBuffer(4));
  readonly #untaken = new Int32Array(new SharedArrayBuffer(4));
  readonly #threadId = new Int32Array(new SharedArrayBuffer(4));
  readonly outbox = new Outbox((lines) => this.#write(lines));
  readonly lifecycle = new InstanceLifecycle({
    name: 'The sandbox',
    end: () => void this.#worker.terminate(),
    onStarting: (message) => message.type === 'ready' && this.lifecycle.started(),
  });
  /** What came while reading is paused; undefined while it is not. */
  #held: string[] | undefined;
  #end: InstanceEnd | undefined;
  #activeMs = 0;
  #busyMs = 0;

  constructor(kit: WasmEngine, shape: ProcessShape) {
    this.shape = shape;
    this.meter = { periodMs: samplePeriodMs, read: (done) => done(this.#read()) };
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
      // Not read: the machine has nothing to print to.
      stdout: true,
      stderr: true,
      resourceLimits: { stackSizeMb: workerStackMb, maxYoungGenerationSizeMb: 4 },
    });
    this.#worker.on('message', (message: FromWasmWorker) => this.#onWorker(message));
    this.#worker.on('error', (error) => (this.#end ??= { reason: `Sandbox failed: ${String(error)}`, cause: 'unknown' }));
    this.#worker.on('exit', () => this.lifecycle.closed(this.#end ?? { reason: 'The sandbox ended', cause: 'unknown' }));
  }

  attach(listener: InstanceListener, limits: RunLimits): void {
    this.lifecycle.listener = listener;
    this.#post({ maxLength: frameLimit(limits) });
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

  /** Processor time as the kernel counts it, where it can be asked. The memory is bounded by itself. */
  #read(): Reading {
    const [threadId = 0] = this.#threadId;
    if (threadId === 0) return { state: 'measured', usage: { cpuMs: this.#measure(), residentBytes: undefined } };
    try {
      const cpuMs = parseStat(readFileSync(`/proc/self/task/${threadId}/stat`, 'utf8'));
      return { state: 'measured', usage: { cpuMs, residentBytes: undefined } };
    } catch (error) {
      const isGone = error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH');
      return isGone ? { state: 'gone' } : { state: 'failed', reason: String(error) };
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
  #write(lines: readonly string[]): boolean {
    if (!this.lifecycle.open) return false;
    const frame = lines.join('\n');
    const before = Atomics.add(this.#untaken, 0, frame.length);
    this.#post(frame);
    return before + frame.length <= maxUntaken;
  }

  #onWorker(message: FromWasmWorker): void {
    if (typeof message === 'string') this.#take(message);
    else if ('cause' in message) this.#end ??= message;
    // It may be behind again by now; then it will say so again.
    else if (Atomics.load(this.#untaken, 0) <= maxUntaken) this.outbox.drained();
  }

  #take(text: string): void {
    if (this.#held !== undefined) {
      this.#held.push(text);
      return;
    }
    Atomics.sub(this.#unread, 0, text.length);
    Atomics.notify(this.#unread, 0);
    if (this.#end !== undefined) return;
    for (const message of this.lifecycle.messages(Buffer.from(text))) this.lifecycle.listener.onMessage(message);
  }
}
