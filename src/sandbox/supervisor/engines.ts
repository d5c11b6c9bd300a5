// Creates the pools of instances for the chosen engine. It also looks for confinement by the operating system, tests
// the meter, and keeps the status. It starts no process for a script yet.
import { readFileSync } from 'node:fs';
import type { SupervisorOptions } from '../protocol/sandboxOptions.ts';
import { FallbackPool } from './fallbackPool.ts';
import { chooseOsConfinement } from './findOsConfinement.ts';
import type { InstanceStartFailure } from './instance.ts';
import { meterOf, testMeter } from './processMeter.ts';
import { InstancePool, type InstanceSource } from './instancePool.ts';
import { SandboxProcess } from './sandboxProcess.ts';
import type { StatusKeeper } from './statusKeeper.ts';
import { ConfinementInUse } from './confinementInUse.ts';
import { WasmInstance } from './wasmInstance.ts';
import { WasmEngine } from './wasmEngine.ts';

interface EngineContext {
  readonly options: SupervisorOptions;
  readonly status: StatusKeeper;
  readonly note: (text: string) => void;
  /** Called with the address to which a debugger is to attach (`SupervisorOptions.debug`). */
  readonly onInspector: (address: string) => void;
}

export interface Engines {
  /** The pool, or the reason why nothing can run. */
  readonly source: InstanceSource | InstanceStartFailure;
  /** Settles once the meter is tested, if the engine needs one. */
  readonly tested: Promise<unknown>;
}

const wasmAdvice =
  ' Without a process, use the setting codeMode.sandbox.engine = "wasm": several times slower, without Intl.';

export async function makeEngines(context: EngineContext): Promise<Engines> {
  const { options, status, note } = context;
  const engines =
    options.engine !== 'wasm'
      ? await withProcesses(context)
      : options.debug
        ? undebuggable
        : onlyVms(context);
  if ('message' in engines.source) status.set({ unavailable: engines.source.message });
  void engines.tested.then(
    (failure) => typeof failure === 'string' && note(`Cannot measure processes: ${failure}`),
  );
  return engines;
}

const undebuggable: Engines = {
  source: {
    kind: 'refused',
    message:
      'Scripts in WebAssembly cannot be debugged: set codeMode.sandbox.engine to "auto" or "process", and reload the window.',
    final: true,
  },
  tested: Promise.resolve(),
};

function onlyVms(context: EngineContext): Engines {
  const { osConfinement } = context.options;
  const unwalled = 'the wasm engine (codeMode.sandbox.engine, --engine) has no process to confine';
  const message = `codeMode.sandbox.os (--sandbox-os) is "required", but ${unwalled}.`;
  // The files are read before the first message is sent: the host treats a thread that ends without a message as one
  // that cannot start.
  const source =
    osConfinement === 'required' ? ({ kind: 'walls', message, final: true } as const) : vms(context);
  context.status.set({
    osConfinement: { mode: osConfinement, state: osConfinement === 'off' ? 'off' : 'none', reason: unwalled },
  });
  return { source, tested: Promise.resolve() };
}

/**
 * The files of the WebAssembly engine are next to the thread's own file. The operating system can confine processes
 * only.
 */
function vms({ options, status, note }: EngineContext): InstanceSource {
  const kit = new WasmEngine(new URL('wasm/', import.meta.url));
  return new InstancePool({
    ...options,
    start: (shape) => new WasmInstance(kit, shape),
    advice: '',
    note,
    onStart: (failure) => {
      if (failure === undefined) status.set({ ready: true });
    },
  });
}

async function withProcesses(context: EngineContext): Promise<Engines> {
  const { options, status, note } = context;
  const { execPath, allowUnconfined, osConfinement: mode, debug } = options;
  const guest = readFileSync(options.guestFile);
  const meter = meterOf(options.meter);
  status.set({ meter: { source: meter.source, state: 'untested' } });
  const tested = testMeter(meter).then((reason) => {
    const state = reason === undefined ? 'works' : 'failed';
    status.set({ meter: { source: meter.source, state, ...(reason !== undefined && { reason }) } });
    return reason;
  });
  const search = { platform: process.platform, path: process.env['PATH'] ?? '', execPath };
  // The trial comes first if the user has to know beforehand which confinement works: for `required`, and for a
  // debugger, which the user can refuse.
  const isTried = debug || mode === 'required';
  const found = await chooseOsConfinement(mode, search, isTried);
  if (!found.ok && mode === 'required') {
    status.set({ osConfinement: { mode, state: 'none', reason: found.why } });
    return { source: { kind: 'walls', message: found.why, final: true }, tested };
  }
  const wall = new ConfinementInUse(found, mode, status, note, isTried);
  const kit = {
    execPath,
    allowUnconfined,
    guest,
    codeCache: {},
    meter,
    startLimitMs: options.startLimitMs,
    ...(debug && { onInspector: context.onInspector }),
  };
  const makeProcesses = (onStart?: (failure: InstanceStartFailure | undefined) => void) =>
    new InstancePool({
      ...options,
      start: (shape) => new SandboxProcess({ ...kit, wall: wall.current }, shape),
      ...(debug && { startAttempts: 1 }),
      advice: mode === 'required' || debug ? '' : wasmAdvice,
      note,
      onStart: (failure, instance) => {
        if (failure === undefined) status.set({ ready: true });
        if (!(instance instanceof SandboxProcess && wall.judge(failure, instance.wall))) onStart?.(failure);
      },
    });
  if (options.engine === 'process' || mode === 'required' || debug)
    return { source: makeProcesses(), tested };
  const onFallback = (why: string) => {
    status.set({ engine: 'wasm', ready: false, fallback: why });
    note(`Scripts run in WebAssembly, slower and without Intl, until the next start: ${why}`);
  };
  return {
    source: new FallbackPool({
      makeProcesses,
      makeVms: () => vms(context),
      meterFailure: tested,
      onFallback,
    }),
    tested,
  };
}
