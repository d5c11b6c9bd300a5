// One sandbox process from its start to its end: it is started with every door shut, proves that, receives the guest,
// runs at most one script and is killed. Its bytes are framed, bounded and guarded here.
import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { bootFrameLimit, encodeFrame, FrameReader, frameLimit, outputDescriptor } from '../protocol/frames.ts';
import type { RunLimits } from '../protocol/messages.ts';
import type { GuestMessage } from './guestMessage.ts';
import { unshutExitCode } from './bootStub.ts';
import { commandLine, debugsWithPermission, type ProcessShape } from './commandLine.ts';
import {
  type SandboxInstance,
  type InstanceEnd,
  type InstanceListener,
  type StartFailureKind,
  type UsageMeter,
  InstanceLifecycle,
} from './instance.ts';
import { Outbox } from './outbox.ts';
import { endingSignal, type CommandLine, type OsConfinement } from './osConfinement.ts';
import type { ProcessMeter, Reading } from './processMeter.ts';
import { errorMessage } from '../../base/errorMessage.ts';

/** What every process is started with. */
interface ProcessSettings {
  readonly execPath: string;
  readonly allowUnconfined: boolean;
  readonly wall: OsConfinement;
  readonly startLimitMs: number;
  /** Hears where a debugger is to attach, for which the process waits; without it there is no way for one. */
  readonly onInspector?: ((address: string) => void) | undefined;
  /** The guest's bundle. */
  readonly guest: Buffer;
  readonly meter: ProcessMeter;
  /** V8's code cache of the guest, once a process has made one. */
  readonly codeCache: { get(): Buffer | undefined; keep(made: Buffer): void };
}

const keptErrorOutput = 4_096;
/** What Node writes of its inspector. */
const saidByInspector = /^(?:Debugger (?:listening|attached|ending)|For help, see|Waiting for the debugger).*$\n?/gm;
/** Stands for a frame that is not read: no message of ours. */
const tooLarge = Buffer.alloc(0);

export class SandboxProcess implements SandboxInstance {
  readonly engine = 'process';
  readonly shape: ProcessShape;
  readonly meter: UsageMeter;
  readonly #kit: ProcessSettings;
  readonly wall: OsConfinement;
  readonly #child: ChildProcess | undefined;
  readonly #reader = new FrameReader(bootFrameLimit);
  readonly outbox = new Outbox((lines) => this.#write(lines));
  readonly lifecycle: InstanceLifecycle;
  #errorOutput = '';

  constructor(kit: ProcessSettings, shape: ProcessShape) {
    this.shape = shape;
    this.#kit = kit;
    this.wall = kit.wall;
    this.lifecycle = new InstanceLifecycle({
      name: 'The sandbox process',
      end: () => this.#end(),
      onStarting: (message) => this.#onStarting(message),
      startLimitMs: kit.startLimitMs,
    });
    this.meter = { periodMs: kit.meter.periodMs, read: (done) => this.#measure(done) };
    this.#child = this.#spawn(commandLine(kit.execPath, shape, { ...kit, debug: this.#isDebugged }));
    this.#listen();
    this.#sendGuest();
  }

  attach(listener: InstanceListener, limits: RunLimits): void {
    this.lifecycle.listener = listener;
    this.#reader.maxBytes = frameLimit(limits);
  }

  /** The process waits as soon as it has filled the pipe. */
  pauseReading(pause: boolean): void {
    if (pause) this.#output?.pause();
    else this.#output?.resume();
  }

  /** undefined when the system refused at once; it may also refuse a moment later. */
  #spawn({ command, args, ...options }: CommandLine): ChildProcess | undefined {
    const refused = (error: unknown) => this.#onClose(`it did not start (${errorMessage(error)})`, startFailureKind(error));
    try {
      const child = spawn(command, args, { ...options, stdio: ['pipe', 'ignore', 'pipe', 'pipe'], windowsHide: true });
      child.on('error', refused);
      child.on('close', (code, given) => {
        const signal = given ?? endingSignal(code);
        const how = signal ? `it ended by ${signal}` : `it ended with exit code ${String(code)}`;
        this.#onClose(how, exitFailureKind(code, this.#errorOutput), signal);
      });
      return child;
    } catch (error) {
      refused(error);
      return undefined;
    }
  }

  #end(): void {
    if (this.#child !== undefined) this.wall.kill(this.#child);
    for (const stream of this.#streams) stream?.destroy();
  }

  /** The process whose time and memory are the script's is not always the one that was started. */
  #measure(done: (reading: Reading) => void): void {
    const child = this.#child;
    const isGone = child?.pid === undefined || child.exitCode !== null || child.signalCode !== null;
    const pid = isGone ? undefined : this.wall.runtimePid(child.pid);
    if (isGone) done({ state: 'gone' });
    else if (pid === undefined) done({ state: 'failed', reason: 'no confined process found' });
    else this.#kit.meter.read(pid, done);
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
    this.#child?.stdin?.on('drain', () => this.outbox.drained());
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

  get #isDebugged(): boolean {
    return this.#kit.onInspector !== undefined;
  }

  /** Whether the pipe has room for more. */
  #write(lines: readonly string[]): boolean {
    return this.lifecycle.open && this.#child?.stdin?.write(encodeFrame(lines)) === true;
  }

  #onBytes(chunk: Buffer): void {
    for (const frame of this.#reader.push(chunk) ?? [tooLarge]) {
      for (const message of this.lifecycle.messages(frame)) this.lifecycle.listener.onMessage(message);
    }
  }

  #onStarting(message: GuestMessage): void {
    if (message.type === 'walls') this.#onWalls(message.inForce, message.detail);
    else if (message.type === 'inspector') this.#kit.onInspector?.(message.address);
    else if (message.type === 'ready') this.lifecycle.started();
    else if (message.type === 'cache') this.#kit.codeCache.keep(message.data);
  }

  #onWalls(inForce: boolean, detail: string): void {
    if (inForce || this.#kit.allowUnconfined || (this.#isDebugged && !debugsWithPermission())) return;
    this.lifecycle.fail(
      'walls',
      `The sandbox process is not confined: ${detail}. Use a runtime with Node's permission model (Node 22.13 or later); ` +
        'or run scripts with the setting codeMode.sandbox.engine = "wasm", which is slower and lacks Intl; ' +
        'or let the language alone confine scripts with the setting codeMode.sandbox.allowUnconfined.',
      true,
    );
  }

  #onClose(how: string, kind: StartFailureKind, signal: NodeJS.Signals | null = null): void {
    const printed = this.#errorOutput.replace(saidByInspector, '').trim().split('\n').slice(0, 8).join(' ').slice(0, 500);
    const reason = `The sandbox process failed: ${how}${printed === '' ? '' : `: ${printed}`}`;
    this.lifecycle.closed({ reason, cause: causeOf(signal, this.#errorOutput), start: { kind, printed } });
  }
}

/** What an error of `spawn` means for whether another attempt may go better. */
export function startFailureKind(error: unknown, platform: NodeJS.Platform = process.platform): StartFailureKind {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  // What a policy or a virus scanner of Windows forbids has no code of its own in libuv.
  if (code === 'UNKNOWN' && platform === 'win32') return 'refused';
  return code === 'EPERM' || code === 'EACCES' || code === 'ENOENT' ? 'refused' : 'unstarted';
}

/** The same of the end of a process that was not ready, by what it printed. */
export function exitFailureKind(code: number | null, printed: string): StartFailureKind {
  if (code === unshutExitCode) return 'walls';
  // Node does not take an option; a shell does not find the program.
  if (code === 9 || code === 127) return 'refused';
  // Some shells end so for whatever reason the program could not be started.
  return code === 126 && /permission denied|not permitted/i.test(printed) ? 'refused' : 'ended';
}

/** V8 says on its error output that the heap is full, then aborts; the kernel ends a process over its processor time. */
function causeOf(signal: NodeJS.Signals | null, errorOutput: string): InstanceEnd['cause'] {
  if (/heap limit|out of memory|allocation failed/i.test(errorOutput) || signal === 'SIGABRT') return 'memory';
  return signal === 'SIGXCPU' ? 'cpu' : 'unknown';
}
