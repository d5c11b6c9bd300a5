// One sandbox process from its start to its end: it is started with every door shut, proves that, receives the guest,
// runs at most one script and is killed. Its bytes are framed, bounded and guarded here.
import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { bootFrameLimit, encodeFrame, FrameReader, frameLimit, outputDescriptor, type RunLimits } from '../protocol.ts';
import { readGuestMessages, type GuestMessage } from './guestMessage.ts';
import { commandLine, type ProcessShape } from './commandLine.ts';
import { breachReason, type Isolate, type IsolateEnd, type IsolateListener, type StartFailure, type UsageMeter } from './isolate.ts';
import { Outbox } from './outbox.ts';
import { endingSignal, type CommandLine, type OsWall } from './osWall.ts';
import type { ProcessMeter } from './processMeter.ts';

/** What every process is started with. */
export interface ProcessKit {
  readonly execPath: string;
  readonly allowUnconfined: boolean;
  readonly wall: OsWall;
  /** The guest's bundle. */
  readonly guest: Buffer;
  readonly meter: ProcessMeter;
  /** V8's code cache of the guest, once a process has made one. */
  readonly codeCache: { get(): Buffer | undefined; keep(made: Buffer): void };
}

const startLimitMs = 10_000;
const keptErrorOutput = 4_096;

export class SandboxProcess implements Isolate {
  readonly shape: ProcessShape;
  readonly ready: Promise<StartFailure | undefined>;
  readonly gone: Promise<undefined>;
  readonly meter: UsageMeter;
  readonly #kit: ProcessKit;
  readonly #child: ChildProcess | undefined;
  readonly #reader = new FrameReader(bootFrameLimit);
  readonly #outbox = new Outbox((json) => this.#write(json));
  readonly #started = Promise.withResolvers<StartFailure | undefined>();
  readonly #ended = Promise.withResolvers<undefined>();
  readonly #startTimer: NodeJS.Timeout;
  #listener: IsolateListener | undefined;
  #errorOutput = '';
  #breached = false;
  #killed = false;
  #alive = true;

  constructor(kit: ProcessKit, shape: ProcessShape) {
    this.shape = shape;
    this.#kit = kit;
    this.ready = this.#started.promise;
    this.gone = this.#ended.promise;
    this.meter = { periodMs: kit.meter.periodMs, sample: (done) => kit.meter.sample(this.#runtimePid(), done) };
    this.#startTimer = setTimeout(() => this.#fail(`The sandbox process was not ready after ${startLimitMs} ms.`), startLimitMs);
    this.#child = this.#spawn(commandLine(kit.execPath, shape, kit.allowUnconfined, kit.wall));
    this.#listen();
    this.#sendGuest();
  }

  get alive(): boolean {
    return this.#alive;
  }

  attach(listener: IsolateListener, limits: RunLimits): void {
    this.#listener = listener;
    this.#reader.maxBytes = frameLimit(limits);
  }

  send(json: string, onTaken?: () => void): void {
    this.#outbox.add(json, onTaken);
  }

  /** The process waits as soon as it has filled the pipe. */
  pauseReading(pause: boolean): void {
    if (pause) this.#output?.pause();
    else this.#output?.resume();
  }

  kill(): void {
    if (this.#killed) return;
    this.#killed = true;
    this.#listener = undefined;
    this.#settleStart({ message: 'The sandbox process was stopped.', final: true });
    // Ending a process takes a millisecond or two: what this turn has to tell the host goes first.
    setImmediate(() => {
      this.#killChild();
      for (const stream of this.#streams) stream?.destroy();
    });
  }

  /** undefined when the system refused at once; it may also refuse a moment later. */
  #spawn({ command, args, ...options }: CommandLine): ChildProcess | undefined {
    const refused = (error: unknown) =>
      this.#onClose(`it could not be started (${error instanceof Error ? error.message : String(error)})`);
    try {
      const child = spawn(command, args, { ...options, stdio: ['pipe', 'ignore', 'pipe', 'pipe'], windowsHide: true });
      child.on('error', refused);
      child.on('close', (code, given) => {
        const signal = given ?? endingSignal(code);
        this.#onClose(signal ? `it ended by ${signal}` : `it ended with exit code ${String(code)}`, signal);
      });
      return child;
    } catch (error) {
      refused(error);
      return undefined;
    }
  }

  #killChild(): void {
    if (this.#child !== undefined) this.#kit.wall.kill(this.#child);
  }

  /** The process whose time and memory are the script's. */
  #runtimePid(): number {
    const started = this.#child?.pid;
    return (started === undefined ? undefined : this.#kit.wall.runtimePid(started)) ?? 0;
  }

  /** None where the system had no descriptors left for them: contrary to its type, Node's object then has no list at all. */
  get #streams(): Partial<ChildProcess['stdio']> {
    return this.#child?.stdio ?? [];
  }

  get #output(): Readable | undefined {
    const stream = this.#streams[outputDescriptor];
    return stream && 'pause' in stream ? stream : undefined;
  }

  #listen(): void {
    this.#output?.on('data', (chunk: Buffer) => this.#onBytes(chunk));
    this.#child?.stdin?.on('drain', () => this.#outbox.drained());
    this.#child?.stderr?.on('data', (chunk: Buffer) => {
      if (this.#errorOutput.length < keptErrorOutput) this.#errorOutput += chunk.toString('latin1');
    });
    // A pipe to a process that is dying fails; 'close' tells what there is to tell.
    for (const stream of this.#streams) stream?.on('error', () => undefined);
  }

  #sendGuest(): void {
    const cache = this.#kit.codeCache.get() ?? Buffer.alloc(0);
    const sizes = Buffer.alloc(8);
    sizes.writeUInt32LE(this.#kit.guest.length, 0);
    sizes.writeUInt32LE(cache.length, 4);
    for (const bytes of [sizes, this.#kit.guest, cache]) this.#child?.stdin?.write(bytes);
  }

  /** Whether the pipe has room for more. */
  #write(json: string): boolean {
    return this.#alive && !this.#killed && this.#child?.stdin?.write(encodeFrame(json)) === true;
  }

  #onBytes(chunk: Buffer): void {
    for (const json of this.#reader.push(chunk) ?? ['']) {
      if (this.#killed || this.#breached) return;
      const messages = readGuestMessages(json);
      if (messages === undefined) {
        this.#breached = true;
        this.#killChild();
        return;
      }
      for (const message of messages) this.#onMessage(message);
    }
  }

  #onMessage(message: GuestMessage): void {
    if (this.#killed) return;
    if (this.#listener !== undefined) this.#listener.onMessage(message);
    else if (message.type === 'walls') this.#onWalls(message.inForce, message.detail);
    else if (message.type === 'ready') this.#settleStart(undefined);
    else if (message.type === 'cache') this.#kit.codeCache.keep(message.data);
  }

  #onWalls(inForce: boolean, detail: string): void {
    if (inForce || this.#kit.allowUnconfined) return;
    this.#fail(
      `The walls of the sandbox process are not in force: ${detail}. Use a runtime with Node's permission model (Node 22.13 or later), ` +
        'or accept scripts that are held back by the language alone with the setting codeMode.sandbox.allowUnconfined.',
      true,
    );
  }

  #fail(message: string, final = false): void {
    this.#settleStart({ message, final });
    this.kill();
  }

  #settleStart(failure: StartFailure | undefined): void {
    clearTimeout(this.#startTimer);
    this.#started.resolve(failure);
  }

  #onClose(how: string, signal: NodeJS.Signals | null = null): void {
    if (!this.#alive) return;
    this.#alive = false;
    const said = this.#errorOutput.trim().split('\n').slice(0, 8).join(' ');
    const reason = `The sandbox process is gone: ${how}${said === '' ? '' : `: ${said.slice(0, 500)}`}`;
    this.#settleStart({ message: `${reason}.`, final: false });
    this.#ended.resolve(undefined);
    this.#listener?.onEnd(
      this.#breached ? { reason: breachReason, cause: 'breach' } : { reason, cause: causeOf(signal, this.#errorOutput) },
    );
    this.#listener = undefined;
  }
}

/** V8 says on its error output that the heap is full, then aborts; the kernel ends a process over its processor time. */
function causeOf(signal: NodeJS.Signals | null, errorOutput: string): IsolateEnd['cause'] {
  if (/heap limit|out of memory|allocation failed/i.test(errorOutput) || signal === 'SIGABRT') return 'memory';
  return signal === 'SIGXCPU' ? 'cpu' : 'unknown';
}
