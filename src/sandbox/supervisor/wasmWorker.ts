// Entry point of the worker thread of one WebAssembly virtual machine, which is QuickJS with the guest. The machine can
// only use the functions of `#lend` and the overrides of WASI: one way out for messages, a clock with one alarm, and
// random bytes.
import { createCipheriv, type Cipher } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { Intrinsics, JSException, QuickJS, type JSValueHandle, type QuickJSOptions } from 'quickjs-wasi';
import { protocolViolation } from '../protocol/messages.ts';
import type { InstanceEnd } from './instance.ts';
import {
  maxUnread,
  maxUntaken,
  type FromWasmWorker,
  type ToWasmWorker,
  type WasmWorkerData,
} from './wasmMessages.ts';
import { localOffset, zoneOffset } from './zoneOffset.ts';

/**
 * Maximum stack size, in bytes. It is less than the stack with which the engine was built (512 kB), because the engine
 * does not check everywhere how much of its stack is left.
 */
const stackBytes = 393_216;
/**
 * Memory counts as full when only one part of this many is left, because the guest itself needs memory to report what
 * happened.
 */
const partsOfMemory = 16;
const maxLate = 1_000;
/** Maximum delay of Node's timers, in milliseconds. Node fires a timer with a longer delay at once. */
const maxDelayMs = 2_147_483_647;
const maxRandomBytes = 65_536;
/**
 * The engine's features without weak references, which show when memory is collected, and without its own clock, which
 * nothing needs.
 */
const intrinsics = Intrinsics.ALL & ~Intrinsics.WEAK_REF & ~Intrinsics.PERFORMANCE;
/** WASI's error "bad file descriptor". */
const badDescriptor = 8;

/** The functions of the guest that the worker calls, in the order of `listen`: see guest/quickjs/host.ts. */
const entryNames = ['receive', 'wake', 'proceed', 'rejection'] as const;
type EntryName = (typeof entryNames)[number];

/** The part of `WebAssembly.Memory` that is used here. Node's types lack the class. */
interface Memory {
  readonly buffer: ArrayBuffer;
}

class Machine {
  readonly #port: MessagePort;
  readonly #data: WasmWorkerData;
  #vm: QuickJS | undefined;
  readonly #entries = new Map<EntryName, JSValueHandle>();
  #alarm: NodeJS.Timeout | undefined;
  #random: Cipher | undefined;
  #maxLength = maxUnread;
  #memory: Memory | undefined;
  #asksForLocalTimes = false;
  /** Reports of rejections that could not be passed to the guest when they occurred. */
  readonly #late: (() => void)[] = [];

  constructor(port: MessagePort, data: WasmWorkerData) {
    this.#port = port;
    this.#data = data;
  }

  async start(): Promise<void> {
    const { engine, extensions, guest, timeZone } = this.#data;
    const offsetAt = zoneOffset(timeZone);
    const offsetAtLocal = localOffset(offsetAt);
    const options: QuickJSOptions = {
      wasm: engine,
      extensions: [...extensions],
      intrinsics,
      maxStackSize: stackBytes,
      timezoneOffset: (seconds) => (this.#asksForLocalTimes ? offsetAtLocal : offsetAt)(seconds),
      wasi: (memory: Memory) => {
        this.#memory = memory;
        return { fd_write: () => badDescriptor };
      },
      interruptHandler: () => {
        this.#judgeMemory();
        return false;
      },
      onUnhandledRejection: (promise, reason, isHandled) =>
        this.#onRejection(promise, reason, isHandled ? vm.true : vm.false),
    };
    const vm = await QuickJS.create(options);
    this.#vm = vm;
    this.#lend(vm);
    this.#enter(() => vm.evalCode(guest, 'code-mode-guest').dispose());
    this.#port.on('message', (message: ToWasmWorker) => {
      if (typeof message === 'string') this.#take(vm, message);
      else this.#maxLength = message.maxLength;
    });
  }

  /** Defines the functions of guest/quickjs/host.ts. Their arguments are not trusted. */
  #lend(vm: QuickJS): void {
    const host = vm.newObject();
    const lend = (
      name: string,
      use: (...args: (JSValueHandle | undefined)[]) => JSValueHandle | undefined,
    ) => {
      const lent = vm.newFunction(name, (...args) => use(...args) ?? vm.undefined);
      host.setProp(name, lent);
      lent.dispose();
    };
    lend('listen', (...functions) => {
      if (this.#entries.size > 0) return this.#end('breach', protocolViolation);
      for (const [index, name] of entryNames.entries()) {
        const entry = functions[index];
        if (!entry) return this.#end('breach', protocolViolation);
        this.#entries.set(name, entry.dup());
      }
      return undefined;
    });
    lend('send', (text) => this.#send(text));
    lend('now', () => vm.newNumber(performance.now()));
    lend('setAlarm', (ms) => {
      clearTimeout(this.#alarm);
      const delay = Math.min(maxDelayMs, numberOf(ms));
      this.#alarm =
        delay >= 0 ? setTimeout(() => this.#enter(() => this.#callEntry('wake')), delay) : undefined;
      return undefined;
    });
    lend('askForLocalTimes', (on) => {
      this.#asksForLocalTimes = on?.isBool === true && on.toBoolean();
      return undefined;
    });
    lend('seedRandom', (seed) => {
      const key =
        seed?.isString === true && seed.length === 64 ? Buffer.from(seed.toString(), 'hex') : Buffer.alloc(0);
      if (key.length !== 32) return this.#end('breach', protocolViolation);
      this.#random = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
      return undefined;
    });
    lend('randomBytes', (length) => {
      const count = numberOf(length);
      if (!Number.isInteger(count) || count < 0 || count > maxRandomBytes || this.#random === undefined)
        return this.#end('breach', protocolViolation);
      return vm.newUint8Array(this.#random.update(Buffer.alloc(count)));
    });
    vm.global.setProp('host', host);
    host.dispose();
  }

  #take(vm: QuickJS, json: string): void {
    const before = Atomics.sub(this.#data.untaken, 0, json.length);
    if (before > maxUntaken && before - json.length <= maxUntaken) this.#post({ drained: true });
    this.#enter(() => {
      const text = vm.newString(json);
      this.#callEntry('receive', text);
      text.dispose();
    });
  }

  #onRejection(promise: JSValueHandle, reason: JSValueHandle, isHandled: JSValueHandle): void {
    try {
      this.#callEntry('rejection', promise, reason, isHandled);
    } catch (error) {
      // The script's stack may be full, so the guest is told at the end of the tick. An error must not be thrown here,
      // because it would pass through the frames of the engine.
      const [keptPromise, keptReason] = [promise.dup(), reason.dup()];
      const tell = () => void this.#callEntry('rejection', keptPromise, keptReason, isHandled);
      if (this.#late.push(tell) > maxLate) this.#endBy(error);
    }
  }

  /**
   * Runs one tick of the virtual machine: `work`, then its microtasks and the work that the guest has put off, until
   * nothing is left.
   */
  #enter(work: () => void): void {
    try {
      work();
      do {
        this.#vm?.executePendingJobs();
        for (const tell of this.#late.splice(0)) tell();
      } while (this.#callEntry('proceed'));
      this.#judgeMemory();
    } catch (error) {
      this.#endBy(error);
    }
  }

  /** Calls a function of the guest. Returns true if that function returned true. */
  #callEntry(entry: EntryName, ...args: JSValueHandle[]): boolean {
    const vm = this.#vm;
    const target = this.#entries.get(entry);
    if (vm === undefined || target === undefined) throw new Error('The guest does not listen.');
    return vm
      .callFunction(target, vm.undefined, ...args)
      .consume((result) => result.isBool && result.toBoolean());
  }

  #send(handle: JSValueHandle | undefined): undefined {
    if (handle?.isString !== true || handle.length > this.#maxLength)
      return this.#end('breach', protocolViolation);
    const text = handle.toString();
    // The library returns a text in angle brackets if the machine has no memory for a copy. Messages of the guest are
    // JSON arrays.
    if (!text.startsWith('[')) return this.#end('memory', 'Sandbox memory is full');
    // A virtual machine without memory for an error object throws null, with which the script fails.
    if (this.#isFull() && text.includes('["fail",')) this.#judgeMemory();
    const { unread } = this.#data;
    let waiting = Atomics.add(unread, 0, text.length) + text.length;
    this.#post(text);
    while (waiting > maxUnread) {
      Atomics.wait(unread, 0, waiting);
      waiting = Atomics.load(unread, 0);
    }
    return undefined;
  }

  #post(message: FromWasmWorker): void {
    this.#port.postMessage(message);
  }

  #isFull(): boolean {
    const { memoryBytes } = this.#data;
    return (this.#memory?.buffer.byteLength ?? 0) > memoryBytes - memoryBytes / partsOfMemory;
  }

  #judgeMemory(): void {
    if (this.#isFull()) this.#end('memory', 'Sandbox memory is full');
  }

  #endBy(error: unknown): never {
    const text = error instanceof JSException ? `${error.name}: ${error.message}` : String(error);
    const cause = this.#isFull() || /out of memory|malloc failed/i.test(text) ? 'memory' : 'unknown';
    return this.#end(cause, `Sandbox failed: ${text.slice(0, 500)}`);
  }

  /** Tells the thread the reason and ends this worker at once, even in the middle of the machine's work. */
  #end(cause: InstanceEnd['cause'], reason: string): never {
    this.#post({ cause, reason });
    return process.exit();
  }
}

function numberOf(handle: JSValueHandle | undefined): number {
  return handle?.isNumber === true ? handle.toNumber() : Number.NaN;
}

/** Returns Linux's id of this thread (proc(5)); 0 on other systems. */
function kernelThreadId(): number {
  try {
    return Number(basename(readlinkSync('/proc/thread-self'))) || 0;
  } catch {
    return 0;
  }
}

if (parentPort === null)
  throw new Error('The worker of a WebAssembly machine is started by the sandbox thread.');
const data = workerData as WasmWorkerData;
data.threadId[0] = kernelThreadId();
await new Machine(parentPort, data).start();
