// One WebAssembly virtual machine from its start to its end, in its own worker thread. An endless loop of a script
// therefore blocks neither other runs nor the supervisor thread, and terminating the worker ends the loop.
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { errorCode } from '../../base/errorMessage.ts';
import { frameLimit } from '../protocol/frames.ts';
import type { RunLimits } from '../protocol/messages.ts';
import type { ProcessShape } from './commandLine.ts';
import {
  type SandboxInstance,
  type InstanceEnd,
  type InstanceListener,
  type ResourceMeter,
  InstanceLifecycle,
} from './instance.ts';
import { Outbox } from './outbox.ts';
import { type Reading, parseStat } from './processMeter.ts';
import type { WasmEngine } from './wasmEngine.ts';
import { maxUntaken, type FromWasmWorker, type ToWasmWorker, type WasmWorkerData } from './wasmMessages.ts';

const samplePeriodMs = 25;
/**
 * Stack size of the worker in megabytes. The engine's own stack limit is smaller and must be reached first, because the
 * engine turns that into an error of the script.
 */
const workerStackMb = 16;

export class WasmInstance implements SandboxInstance {
  readonly engine = 'wasm';
  readonly shape: ProcessShape;
  readonly meter: ResourceMeter;
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
  /** Texts that arrived while reading is paused; undefined while reading is not paused. */
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
      // The output is not read, because the virtual machine cannot print.
      stdout: true,
      stderr: true,
      resourceLimits: { stackSizeMb: workerStackMb, maxYoungGenerationSizeMb: 4 },
    });
    this.#worker.on('message', (message: FromWasmWorker) => this.#onWorker(message));
    this.#worker.on(
      'error',
      (error) => (this.#end ??= { reason: `Sandbox failed: ${String(error)}`, cause: 'unknown' }),
    );
    this.#worker.on('exit', () =>
      this.lifecycle.closed(this.#end ?? { reason: 'The sandbox ended', cause: 'unknown' }),
    );
  }

  attach(listener: InstanceListener, limits: RunLimits): void {
    this.lifecycle.listener = listener;
    this.#worker.postMessage({ maxLength: frameLimit(limits) } satisfies ToWasmWorker);
  }

  pauseReading(pause: boolean): void {
    this.#measure();
    if (pause) this.#held ??= [];
    else {
      const held = this.#held ?? [];
      this.#held = undefined;
      // The texts keep their order. They are kept back again if one of them leads to another pause.
      for (const text of held) this.#take(text);
    }
  }

  /**
   * Reads the processor time from the kernel, if the system supports that. The virtual machine itself limits its
   * memory.
   */
  #read(): Reading {
    const [threadId = 0] = this.#threadId;
    if (threadId === 0)
      return { state: 'measured', usage: { cpuMs: this.#measure(), residentBytes: undefined } };
    try {
      const cpuMs = parseStat(readFileSync(`/proc/self/task/${threadId}/stat`, 'utf8'));
      return { state: 'measured', usage: { cpuMs, residentBytes: undefined } };
    } catch (error) {
      const code = errorCode(error);
      return code === 'ENOENT' || code === 'ESRCH'
        ? { state: 'gone' }
        : { state: 'failed', reason: String(error) };
    }
  }

  /**
   * Returns the time in which the worker was active or waited for a processor, in milliseconds, without the time in
   * which reading was paused.
   */
  #measure(): number {
    const { active } = this.#worker.performance.eventLoopUtilization();
    if (this.#held === undefined) this.#busyMs += active - this.#activeMs;
    this.#activeMs = active;
    return this.#busyMs;
  }

  /** Sends a frame. Returns false if the worker is behind. */
  #write(lines: readonly string[]): boolean {
    if (!this.lifecycle.open) return false;
    const frame = lines.join('\n');
    const before = Atomics.add(this.#untaken, 0, frame.length);
    this.#worker.postMessage(frame satisfies ToWasmWorker);
    return before + frame.length <= maxUntaken;
  }

  #onWorker(message: FromWasmWorker): void {
    if (typeof message === 'string') this.#take(message);
    else if ('cause' in message) this.#end ??= message;
    // The worker may be behind again by now; it will then report again.
    else if (Atomics.load(this.#untaken, 0) <= maxUntaken) this.outbox.drained();
  }

  #take(text: string): void {
    if (this.#held !== undefined) {
      this.#held.push(text);
      return;
    }
    Atomics.sub(this.#unread, 0, text.length);
    Atomics.notify(this.#unread, 0);
    if (this.#end === undefined) this.lifecycle.receive(Buffer.from(text));
  }
}
