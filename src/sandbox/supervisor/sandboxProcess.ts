// One sandbox process from its start to its end. The process starts confined, proves that, receives the guest, runs at
// most one script, and is killed. This class splits its output into frames of limited size and validates them.
import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import {
  bootFrameLimit,
  encodeFrame,
  FrameReader,
  frameLimit,
  outputDescriptor,
} from '../protocol/frames.ts';
import type { RunLimits } from '../protocol/messages.ts';
import type { GuestMessage } from './guestMessage.ts';
import { unshutExitCode } from './bootStub.ts';
import { commandLine, debugsWithPermission, type ProcessShape } from './commandLine.ts';
import {
  type SandboxInstance,
  type InstanceEnd,
  type InstanceListener,
  type StartFailureKind,
  type ResourceMeter,
  InstanceLifecycle,
} from './instance.ts';
import { Outbox } from './outbox.ts';
import { endingSignal, type CommandLine, type OsConfinement } from './osConfinement.ts';
import type { ProcessMeter, Reading } from './processMeter.ts';
import { errorCode, errorMessage } from '../../base/errorMessage.ts';

/** Settings that are the same for every process. */
interface ProcessSettings {
  readonly execPath: string;
  readonly allowUnconfined: boolean;
  readonly wall: OsConfinement;
  readonly startLimitMs: number;
  /** Called with the address at which the process waits for a debugger. If absent, the process cannot be debugged. */
  readonly onInspector?: ((address: string) => void) | undefined;
  /** The bundled code of the guest. */
  readonly guest: Buffer;
  readonly meter: ProcessMeter;
  /** V8's code cache of the guest; absent until a process has created one. */
  readonly codeCache: { bytes?: Buffer };
}

const keptErrorOutput = 4_096;
/** Messages that Node writes about its inspector. */
const saidByInspector =
  /^(?:Debugger (?:listening|attached|ending)|For help, see|Waiting for the debugger).*$\n?/gm;
/** Stands for a frame that is too large to read. It contains no valid message, so it ends the process. */
const tooLarge = Buffer.alloc(0);

export class SandboxProcess implements SandboxInstance {
  readonly engine = 'process';
  readonly shape: ProcessShape;
  readonly meter: ResourceMeter;
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
    this.#child = this.#spawn(
      commandLine(kit.execPath, shape, { ...kit, debug: kit.onInspector !== undefined }),
    );
    this.#listen();
    this.#sendGuest();
  }

  attach(listener: InstanceListener, limits: RunLimits): void {
    this.lifecycle.listener = listener;
    this.#reader.maxBytes = frameLimit(limits);
  }

  /** While paused, the process blocks once it has filled the pipe. */
  pauseReading(pause: boolean): void {
    if (pause) this.#output?.pause();
    else this.#output?.resume();
  }

  /** Starts the process. Returns undefined if the system refuses at once; the system may also refuse a moment later. */
  #spawn({ command, args, ...options }: CommandLine): ChildProcess | undefined {
    const refused = (error: unknown) =>
      this.#onClose(`it did not start (${errorMessage(error)})`, startFailureKind(error));
    try {
      const child = spawn(command, args, {
        ...options,
        stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
        windowsHide: true,
      });
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

  /** Measures the process that runs the script, which is not always the process that was started. */
  #measure(done: (reading: Reading) => void): void {
    const child = this.#child;
    const isGone = child?.pid === undefined || child.exitCode !== null || child.signalCode !== null;
    const pid = isGone ? undefined : this.wall.runtimePid(child.pid);
    if (isGone) done({ state: 'gone' });
    else if (pid === undefined) done({ state: 'failed', reason: 'no confined process found' });
    else this.#kit.meter.read(pid, done);
  }

  /**
   * The streams of the process. Despite its type, Node's object has no list of streams if the system had no file
   * descriptors left for them.
   */
  get #streams(): Partial<ChildProcess['stdio']> {
    return this.#child?.stdio ?? [];
  }

  get #output(): Readable | undefined {
    const stream = this.#streams[outputDescriptor];
    return stream && 'pause' in stream ? stream : undefined;
  }

  #listen(): void {
    this.#output?.on('data', (chunk: Buffer) => {
      for (const frame of this.#reader.push(chunk) ?? [tooLarge]) this.lifecycle.receive(frame);
    });
    this.#child?.stdin?.on('drain', () => this.outbox.drained());
    this.#child?.stderr?.on('data', (chunk: Buffer) => {
      if (this.#errorOutput.length < keptErrorOutput) this.#errorOutput += chunk.toString('latin1');
    });
    // Writing to a dying process fails; the event `close` reports the reason.
    for (const stream of this.#streams) stream?.on('error', () => undefined);
  }

  #sendGuest(): void {
    const cache = this.#kit.codeCache.bytes ?? Buffer.alloc(0);
    const sizes = Buffer.alloc(8);
    sizes.writeUInt32LE(this.#kit.guest.length, 0);
    sizes.writeUInt32LE(cache.length, 4);
    for (const bytes of [sizes, this.#kit.guest, cache]) this.#child?.stdin?.write(bytes);
  }

  /** Returns true if the pipe has room for more. */
  #write(lines: readonly string[]): boolean {
    return this.lifecycle.open && this.#child?.stdin?.write(encodeFrame(lines)) === true;
  }

  #onStarting(message: GuestMessage): void {
    if (message.type === 'walls') this.#onWalls(message.inForce, message.detail);
    else if (message.type === 'inspector') this.#kit.onInspector?.(message.address);
    else if (message.type === 'ready') this.lifecycle.started();
    else if (message.type === 'cache') this.#kit.codeCache.bytes = message.data;
  }

  #onWalls(inForce: boolean, detail: string): void {
    const { allowUnconfined, onInspector } = this.#kit;
    if (inForce || allowUnconfined || (onInspector !== undefined && !debugsWithPermission())) return;
    this.lifecycle.fail(
      'walls',
      `The sandbox process is not confined: ${detail}. Use a runtime with Node's permission model (Node 22.13 or later); ` +
        'or run scripts with the setting codeMode.sandbox.engine = "wasm", which is slower and lacks Intl; ' +
        'or let the language alone confine scripts with the setting codeMode.sandbox.allowUnconfined.',
      true,
    );
  }

  #onClose(how: string, kind: StartFailureKind, signal: NodeJS.Signals | null = null): void {
    const printed = this.#errorOutput
      .replace(saidByInspector, '')
      .trim()
      .split('\n')
      .slice(0, 8)
      .join(' ')
      .slice(0, 500);
    const reason = `The sandbox process failed: ${how}${printed === '' ? '' : `: ${printed}`}`;
    this.lifecycle.closed({ reason, cause: causeOf(signal, this.#errorOutput), start: { kind, printed } });
  }
}

/** Returns the kind of a failure that `spawn` reported, which decides whether another attempt makes sense. */
export function startFailureKind(
  error: unknown,
  platform: NodeJS.Platform = process.platform,
): StartFailureKind {
  const code = errorCode(error);
  // libuv has no code of its own for a program that a Windows policy or virus scanner forbids.
  if (code === 'UNKNOWN' && platform === 'win32') return 'refused';
  return code === 'EPERM' || code === 'EACCES' || code === 'ENOENT' ? 'refused' : 'unstarted';
}

/** Returns the kind of a failure from the exit code and error output of a process that was not ready. */
export function exitFailureKind(code: number | null, printed: string): StartFailureKind {
  if (code === unshutExitCode) return 'walls';
  // Node rejects an option with 9; a shell that does not find the program ends with 127.
  if (code === 9 || code === 127) return 'refused';
  // Some shells end with 126 for any reason why the program could not be started.
  return code === 126 && /permission denied|not permitted/i.test(printed) ? 'refused' : 'ended';
}

/**
 * Returns the cause of the end. V8 reports a full heap on its error output and aborts; the kernel ends a process that
 * exceeds its processor time.
 */
function causeOf(signal: NodeJS.Signals | null, errorOutput: string): InstanceEnd['cause'] {
  if (/heap limit|out of memory|allocation failed/i.test(errorOutput) || signal === 'SIGABRT')
    return 'memory';
  return signal === 'SIGXCPU' ? 'cpu' : 'unknown';
}
