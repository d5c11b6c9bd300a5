// Runs the scripts of `faults/` and measures their effect on the host: the time for which the event loop was blocked,
// and the growth of the process. The tests compare both with limits; the benchmark prints the worst.
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { JsonValue } from '../../src/base/json.ts';
import type { SupervisedSandbox } from '../../src/sandbox/host/sandbox.ts';
import type {
  CallContext,
  CallReply,
  GuestCall,
  SandboxHandlers,
  SandboxLimits,
  SandboxOutcome,
} from '../../src/sandbox/host/sandboxPort.ts';
import type { SandboxEngine } from '../../src/sandbox/protocol/sandboxOptions.ts';
import { EventLoopWatch, wideObject } from '../sandbox/eventLoopWatch.ts';
import { echo, returned, run, toolError, untilAborted, value } from '../sandbox/sandboxBed.ts';
import type { ScriptFile } from './scriptFiles.ts';

type Answer = (call: GuestCall, context: CallContext) => CallReply | Promise<CallReply>;

const huge = value('x'.repeat(2_000_000));
const wide = value(wideObject);
const deep = value(nested(5_000));

const answers: Readonly<Record<string, Answer>> = {
  echo,
  small: () => value(1),
  never: untilAborted,
  fail: () => ({ ok: false, error: toolError() }),
  huge: () => huge,
  wide: () => wide,
  deep: () => deep,
};

function nested(depth: number): JsonValue {
  let inner: JsonValue = 1;
  for (let level = 0; level < depth; level += 1) inner = [inner];
  return inner;
}

/** Keeps nothing, so that only the sandbox can grow. The run is recorded, as in the product. */
function forgetful(answer: Answer): SandboxHandlers {
  const nothing = () => undefined;
  return {
    call: async (call, context) => answer(call, context),
    log: nothing,
    display: nothing,
    progress: nothing,
    tick: nothing,
  };
}

function field(script: ScriptFile, name: string): string | undefined {
  return new RegExp(`^// ${name}: (.*)$`, 'm').exec(script.comment)?.[1];
}

const collectGarbage = (() => {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
})();

/** Returns the memory of the host after a garbage collection. */
function memory(): number {
  collectGarbage();
  return process.memoryUsage.rss();
}

/** Time limit in milliseconds for scripts whose fault is not their duration, which is long on a slow machine. */
const longestMs = 90_000;
/** Growth in bytes below which no ending machine is left. */
const mostSettled = 20 * 1_048_576;

export interface FaultCost {
  readonly outcome: SandboxOutcome;
  readonly stillMs: number;
  readonly grownBytes: number;
}

/** Returns the code with which the script must end; `ok` if it must not fail. */
export function expectedEnd(fault: ScriptFile, engine: SandboxEngine): string {
  return (engine === 'wasm' ? field(fault, 'Wasm') : undefined) ?? field(fault, 'Expect') ?? '';
}

/** Makes runs that are not measured: the first calls and logs of a host cost more than later ones. */
export async function warmUp(sandbox: SupervisedSandbox): Promise<void> {
  for (let warm = 0; warm < 3; warm += 1)
    await returned(sandbox, 'console.log("x".repeat(1e5)); return tools.geo.getCity({ a: 1 })');
}

/** The wasm engine has one limit for all memory. */
function limitsOf(fault: ScriptFile, engine: SandboxEngine): Partial<SandboxLimits> {
  const limits = JSON.parse(field(fault, 'Limits') ?? '{}') as Partial<SandboxLimits>;
  return engine === 'wasm' && limits.residentMb !== undefined
    ? { ...limits, heapMb: limits.residentMb }
    : limits;
}

/**
 * Returns the growth of the host in bytes after the memory of the run is released, since a thread takes a moment to
 * end.
 */
async function settledGrowth(before: number): Promise<number> {
  let grown = memory() - before;
  for (let tries = 0; tries < 20 && grown > mostSettled; tries += 1) {
    await delay(50);
    grown = memory() - before;
  }
  return grown;
}

/** Runs a fault and measures its host. */
export async function measureFault(
  sandbox: SupervisedSandbox,
  fault: ScriptFile,
  engine: SandboxEngine = 'process',
): Promise<FaultCost> {
  const before = memory();
  const watch = new EventLoopWatch();
  const outcome = await runFault(sandbox, fault, engine);
  const stillMs = watch.stop();
  return {
    outcome,
    stillMs,
    grownBytes: engine === 'wasm' ? await settledGrowth(before) : memory() - before,
  };
}

export function runFault(
  sandbox: SupervisedSandbox,
  fault: ScriptFile,
  engine: SandboxEngine,
): Promise<SandboxOutcome> {
  const answer = answers[field(fault, 'Answer') ?? 'echo'] ?? echo;
  return run(sandbox, fault.source, {
    handlers: forgetful(answer),
    names: { geo: ['getCity'] },
    limits: { wallMs: longestMs, cpuMs: longestMs, ...limitsOf(fault, engine) },
  });
}
