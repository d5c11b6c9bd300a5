// The entry of the worker thread of one WebAssembly machine: QuickJS with our guest in it. What is given to the machine
// is in `lend` and in the overrides of WASI: one way out for messages, a clock with one alarm, random bytes.
import { createCipheriv, type Cipher } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { Intrinsics, JSException, QuickJS, type JSValueHandle, type QuickJSOptions } from 'quickjs-wasi';
import { protocolViolation } from '../protocol/messages.ts';
import { maxUnread, maxUntaken, type FromWasmWorker, type ToWasmWorker, type WasmEnd, type WasmWorkerData } from './wasmMessages.ts';
import { localOffset, zoneOffset } from './zoneOffset.ts';

/** Less than the stack that the engine was built with (512 kB): it asks only here and there whether any is left. */
const stackBytes = 393_216;
/** Memory that is full but for so many parts counts as full: the guest itself needs some to say what happened. */
const partsOfMemory = 16;
const maxLate = 1_000;
/** The longest delay that Node's timers know; longer ones would fire at once. */
const maxDelayMs = 2_147_483_647;
const maxRandomBytes = 65_536;
/** Weak references tell when memory is collected; nothing needs the engine's own clock. */
const intrinsics = Intrinsics.ALL & ~Intrinsics.WEAK_REF & ~Intrinsics.PERFORMANCE;
/** WASI's error "bad file descriptor". */
const badDescriptor = 8;

/** What the guest hands over to be called: see guest/quickjs/host.ts. */
interface GuestEntries {
  readonly receive: JSValueHandle;
  readonly wake: JSValueHandle;
  readonly proceed: JSValueHandle;
  readonly rejection: JSValueHandle;
}

/** Of `WebAssembly.Memory`, which Node's types do not have. */
interface Memory {
  readonly buffer: ArrayBuffer;
}

class Machine {
  readonly #port: MessagePort;
  readonly #data: WasmWorkerData;
  #vm: QuickJS | undefined;
  #entries: GuestEntries | undefined;
  #alarm: NodeJS.Timeout | undefined;
  #random: Cipher | undefined;
  #maxLength = maxUnread;
  #memory: Memory | undefined;
  #asksForLocalTimes = false;
  /** Rejections that could not go to the guest when they came. */
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
      onUnhandledRejection: (promise, reason, isHandled) => this.#onRejection(promise, reason, isHandled ? vm.true : vm.false),
    };
    const vm = await QuickJS.create(options);
    this.#vm = vm;
    this.#lend(vm);
    this.#enter(() => vm.evalCode(guest, 'code-mode-guest').dispose());
    this.#port.on('message', (message: ToWasmWorker) => {
      if (typeof message === 'string') this.#take(message);
      else this.#maxLength = message.maxLength;
    });
  }

  /** The functions of guest/quickjs/host.ts. Their arguments are hostile. */
  #lend(vm: QuickJS): void {
    const host = vm.newObject();
    const lend = (name: string, use: (...args: (JSValueHandle | undefined)[]) => JSValueHandle | undefined) => {
      const lent = vm.newFunction(name, (...args) => use(...args) ?? vm.undefined);
      host.setProp(name, lent);
      lent.dispose();
    };
    lend('listen', (receive, wake, proceed, rejection) => {
      if (this.#entries !== undefined || !receive || !wake || !proceed || !rejection) return this.#end('breach', protocolViolation);
      this.#entries = { receive: receive.dup(), wake: wake.dup(), proceed: proceed.dup(), rejection: rejection.dup() };
      return undefined;
    });
    lend('send', (text) => this.#send(text));
    lend('now', () => vm.newNumber(performance.now()));
    lend('setAlarm', (ms) => {
      clearTimeout(this.#alarm);
      const delay = Math.min(maxDelayMs, numberOf(ms));
      this.#alarm = delay >= 0 ? setTimeout(() => this.#enter(() => this.#callEntry('wake')), delay) : undefined;
      return undefined;
    });
    lend('askForLocalTimes', (on) => {
      this.#asksForLocalTimes = on?.isBool === true && on.toBoolean();
      return undefined;
    });
    lend('seedRandom', (seed) => {
      const key = seed?.isString === true && seed.length === 64 ? Buffer.from(seed.toString(), 'hex') : Buffer.alloc(0);
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

  #take(json: string): void {
    const before = Atomics.sub(this.#data.untaken, 0, json.length);
    if (before > maxUntaken && before - json.length <= maxUntaken) this.#post({ drained: true });
    this.#receive(json);
  }

  #receive(json: string): void {
    const vm = this.#vm;
    if (vm === undefined) return;
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
      // The script's stack is full, perhaps: the guest learns it at the end of the tick. Nothing may be thrown here, through
      // the frames of the engine.
      const [keptPromise, keptReason] = [promise.dup(), reason.dup()];
      const tell = () => void this.#callEntry('rejection', keptPromise, keptReason, isHandled);
      if (this.#late.push(tell) > maxLate) this.#endBy(error);
    }
  }

  /** One tick of the machine: `work`, then its microtasks, then what the guest has put off, until nothing is left. */
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

  /** Whether the guest's function gave true. */
  #callEntry(entry: keyof GuestEntries, ...args: JSValueHandle[]): boolean {
    const vm = this.#vm;
    const target = this.#entries?.[entry];
    if (vm === undefined || target === undefined) throw new Error('The guest does not listen.');
    return vm.callFunction(target, vm.undefined, ...args).consume((result) => result.isBool && result.toBoolean());
  }

  #send(handle: JSValueHandle | undefined): undefined {
    if (handle?.isString !== true || handle.length > this.#maxLength) return this.#end('breach', protocolViolation);
    const text = handle.toString();
    // The library gives text in angle brackets when the machine has no memory for a copy; ours is JSON.
    if (!text.startsWith('[')) return this.#end('memory', 'Sandbox memory is full');
    // A machine without memory for an error throws null, with which the script ends.
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

  /** Tells the thread why, and ends this worker at once, whatever the machine was doing. */
  #end(cause: WasmEnd['cause'], reason: string): never {
    this.#post({ cause, reason });
    return process.exit();
  }
}

function numberOf(handle: JSValueHandle | undefined): number {
  return handle?.isNumber === true ? handle.toNumber() : Number.NaN;
}

/** Of this thread, by Linux (proc(5)); 0 elsewhere. */
function kernelThreadId(): number {
  try {
    return Number(basename(readlinkSync('/proc/thread-self'))) || 0;
  } catch {
    return 0;
  }
}

if (parentPort === null) throw new Error('The worker of a WebAssembly machine is started by the sandbox thread.');
const data = workerData as WasmWorkerData;
data.threadId[0] = kernelThreadId();
await new Machine(parentPort, data).start();
