// Creates the pool of instances for the chosen engine, and decides when WebAssembly takes over in the engine `auto`. It
// also looks for confinement by the operating system, tests the meter, and keeps the status. It starts no process for a
// script yet.
import { readFileSync } from 'node:fs';
import type { OsConfinementMode, SandboxStatus, SupervisorOptions } from '../protocol/sandboxOptions.ts';
import { findOsConfinement, whyConfinementFailed, type ConfinementFinding } from './findOsConfinement.ts';
import type { InstanceStartFailure } from './instance.ts';
import { meterOf, testMeter } from './processMeter.ts';
import { InstancePool, type PoolOptions } from './instancePool.ts';
import { unconfined, type OsConfinement } from './osConfinement.ts';
import { SandboxProcess } from './sandboxProcess.ts';
import { WasmInstance } from './wasmInstance.ts';
import { WasmEngine } from './wasmEngine.ts';

interface EngineContext {
  readonly options: SupervisorOptions;
  readonly setStatus: (change: Partial<SandboxStatus>) => void;
  readonly note: (text: string) => void;
  /** Called with the address to which a debugger is to attach (`SupervisorOptions.debug`). */
  readonly onInspector: (address: string) => void;
}

export interface Engines {
  /** The pool, or the reason why nothing can run. */
  readonly pool: InstancePool | InstanceStartFailure;
  /** Resolves to the reason why processes cannot be measured, once that is tested; undefined if there is none. */
  readonly tested: Promise<string | undefined>;
}

const wasmAdvice =
  ' Without a process, use the setting codeMode.sandbox.engine = "wasm": several times slower, without Intl.';

export async function makeEngines(context: EngineContext): Promise<Engines> {
  const { options, setStatus, note } = context;
  const engines: Engines =
    options.engine === 'wasm'
      ? { pool: onlyVms(context), tested: Promise.resolve(undefined) }
      : await withProcesses(context);
  if ('message' in engines.pool) setStatus({ unavailable: engines.pool.message });
  void engines.tested.then((why) => why !== undefined && note(`Cannot measure processes: ${why}`));
  return engines;
}

function onlyVms(context: EngineContext): Engines['pool'] {
  const { osConfinement: mode, debug } = context.options;
  if (debug) {
    const message =
      'Scripts in WebAssembly cannot be debugged: set codeMode.sandbox.engine to "auto" or "process", and reload the window.';
    return { kind: 'refused', message, final: true };
  }
  const unwalled = 'the wasm engine (codeMode.sandbox.engine, --engine) has no process to confine';
  const message = `codeMode.sandbox.os (--sandbox-os) is "required", but ${unwalled}.`;
  // The files are read before the first message is sent: the host treats a thread that ends without a message as one
  // that cannot start.
  const pool: Engines['pool'] =
    mode === 'required' ? { kind: 'walls', message, final: true } : new InstancePool(ofVms(context));
  context.setStatus({
    osConfinement: { mode, state: mode === 'off' ? 'off' : 'none', reason: unwalled },
  });
  return pool;
}

/**
 * The files of the WebAssembly engine are next to the thread's own file. The operating system can confine processes
 * only.
 */
function ofVms({ options, setStatus, note }: EngineContext): PoolOptions {
  const kit = new WasmEngine(new URL('wasm/', import.meta.url));
  return {
    ...options,
    start: (shape) => new WasmInstance(kit, shape),
    advice: '',
    note,
    onStart: (failure) => {
      if (failure === undefined) setStatus({ ready: true });
    },
  };
}

async function withProcesses(context: EngineContext): Promise<Engines> {
  const { options, setStatus, note } = context;
  const { execPath, osConfinement: mode, debug } = options;
  const guest = readFileSync(options.guestFile);
  const meter = meterOf(options.meter);
  setStatus({ meter: { source: meter.source, state: 'untested' } });
  const tested = testMeter(meter).then((reason) => {
    const state = reason === undefined ? 'works' : 'failed';
    setStatus({ meter: { source: meter.source, state, ...(reason !== undefined && { reason }) } });
    return reason;
  });
  const search = { platform: process.platform, path: process.env['PATH'] ?? '', execPath };
  // The trial comes first if the user has to know beforehand which confinement works: for `required`, and for a
  // debugger, which the user can refuse.
  const isTried = debug || mode === 'required';
  const found: ConfinementFinding =
    mode === 'off' ? { ok: true, wall: unconfined } : await findOsConfinement(search, isTried);
  if (!found.ok && mode === 'required') {
    const message =
      `codeMode.sandbox.os (--sandbox-os) is "required", but cannot be had: ${found.why} ` +
      'Restart Code Mode after a change, or choose "auto" or "off".';
    setStatus({ osConfinement: { mode, state: 'none', reason: message } });
    return { pool: { kind: 'walls', message, final: true }, tested };
  }
  const confinement = new ConfinementInUse(found, context, isTried);
  const inspected = debug && { onInspector: context.onInspector };
  const kit = { ...options, guest, codeCache: {}, meter, ...inspected };
  const canFallBack = options.engine === 'auto' && mode !== 'required' && !debug;
  const pool = new InstancePool({
    ...options,
    start: (shape) => new SandboxProcess({ ...kit, wall: confinement.wall }, shape),
    ...(debug && { startAttempts: 1 }),
    advice: mode === 'required' || debug ? '' : wasmAdvice,
    note,
    ...(canFallBack && { tested }),
    onStart: (failure, instance) => {
      if (failure === undefined) setStatus({ ready: true });
      const isByWall = instance instanceof SandboxProcess && confinement.judge(failure, instance.wall);
      if (!isByWall) fallback?.onStart(failure);
    },
  });
  const fallback = canFallBack ? new Fallback(context, pool) : undefined;
  void tested.then((why) => why !== undefined && fallback?.takeOver(`cannot measure processes: ${why}`));
  return { pool, tested };
}

/** Number of starts that were too slow after which WebAssembly takes over. */
const slowStarts = 2;

/**
 * The engine `auto` of `codeMode.sandbox.engine`. Scripts run in processes. They run in WebAssembly only if no process
 * was ever ready and starting one fails, or if processes cannot be measured. The engine never changes after a script
 * ran in a process.
 */
class Fallback {
  readonly #context: EngineContext;
  readonly #pool: InstancePool;
  #everReady = false;
  #slow = 0;

  constructor(context: EngineContext, pool: InstancePool) {
    this.#context = context;
    this.#pool = pool;
  }

  /** Must be called after each attempt to start a process. */
  onStart(failure: InstanceStartFailure | undefined): void {
    if (failure === undefined) this.#everReady = true;
    else if (failure.kind === 'slow') this.#slow += 1;
    if (failure === undefined || this.#everReady) return;
    const isOfStarting = failure.kind === 'refused' || failure.kind === 'walls' || this.#slow >= slowStarts;
    if (isOfStarting) this.takeOver(`no sandbox process starts. ${failure.message}`);
  }

  /** Lets WebAssembly take over, unless it is too late. `why` is one or more sentences. */
  takeOver(why: string): void {
    const { setStatus, note } = this.#context;
    if (!this.#pool.changeEngine(() => ofVms(this.#context))) return;
    setStatus({ engine: 'wasm', ready: false, fallback: why });
    note(`Scripts run in WebAssembly, slower and without Intl, until the next start: ${why}`);
  }
}

const withoutConfinement =
  'The operating system does not confine scripts (codeMode.sandbox.os, --sandbox-os):';

/**
 * The confinement with which processes are started. With the mode `auto`, it is dropped if the first confined process
 * does not start.
 */
class ConfinementInUse {
  readonly #context: EngineContext;
  readonly #mode: OsConfinementMode;
  readonly #program: string | undefined;
  /** The confinement of the next process. */
  wall: OsConfinement = unconfined;
  #stands = false;

  /** `tried` is true if a process has already started with the confinement that was found. */
  constructor(found: ConfinementFinding, context: EngineContext, tried: boolean) {
    this.#context = context;
    this.#mode = context.options.osConfinement;
    if (found.ok) {
      this.wall = found.wall;
      this.#program = found.program;
      this.#set(found.wall === unconfined ? 'off' : tried ? 'in force' : 'untried');
    } else this.#leave(found.why);
  }

  /**
   * Evaluates the start of a process. Returns true if the confinement `wall` was probably why the start failed; the
   * next process then starts without it.
   */
  judge(failure: InstanceStartFailure | undefined, wall: OsConfinement): boolean {
    if (wall === unconfined) return false;
    if (failure === undefined) {
      this.#stands = true;
      this.#set('in force');
      return false;
    }
    const mayBeConfinement = ['refused', 'ended', 'slow'].includes(failure.kind);
    if (!mayBeConfinement || this.#stands || this.#mode !== 'auto') return false;
    if (this.wall !== unconfined)
      this.#leave(
        whyConfinementFailed(process.platform, this.#program ?? '', failure.printed || failure.message),
      );
    return true;
  }

  #leave(why: string): void {
    this.wall = unconfined;
    this.#context.note(`${withoutConfinement} ${why}`);
    this.#context.setStatus({ osConfinement: { mode: this.#mode, state: 'none', reason: why } });
  }

  #set(state: 'off' | 'untried' | 'in force'): void {
    const program = this.#program === undefined ? {} : { program: this.#program };
    this.#context.setStatus({ osConfinement: { mode: this.#mode, state, ...program } });
  }
}
