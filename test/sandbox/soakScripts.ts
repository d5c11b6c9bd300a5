// The scripts of the soaks of the sandbox and of the engine, with a fault of each kind.
import type { SandboxLimits } from '../../src/sandbox/host/sandboxPort.ts';

export interface SoakScript {
  readonly body: string;
  readonly code: string;
  readonly limits?: Partial<SandboxLimits>;
}

const fine: SoakScript = {
  body: 'const list = await Promise.all([1, 2, 3].map((n) => tools.geo.getCity({ n })));\nconsole.log(list.length);\nreturn list;',
  code: 'ok',
};
export const faults: readonly SoakScript[] = [
  { body: 'throw new Error("x");', code: 'script_error' },
  { body: 'for (;;);', code: 'cpu_limit', limits: { cpuMs: 150 } },
  { body: 'const all = []; for (;;) all.push([1, 2, 3]);', code: 'memory_limit', limits: { heapMb: 48 } },
  { body: 'await new Promise(() => {});', code: 'pending_forever' },
  {
    body: 'await new Promise((resolve) => setTimeout(resolve, 60000));',
    code: 'timeout',
    limits: { wallMs: 200 },
  },
  { body: 'for (;;) console.log("x".repeat(1000));', code: 'log_limit' },
  { body: 'for (;;) tools.geo.getCity({}).catch(() => {});', code: 'call_limit' },
  { body: 'return "x".repeat(2e6);', code: 'result_limit' },
];

/** The script of a run: every tenth has a fault. */
export function scriptOf(index: number, withFaults = faults): SoakScript {
  return (index % 10 === 9 ? withFaults[Math.floor(index / 10) % withFaults.length] : undefined) ?? fine;
}

/** How much each measure may grow: a spare may just be starting or ending. */
export const most = { heapMb: 3.5, residentMb: 30, descriptors: 8, resources: 8, processes: 8 };
