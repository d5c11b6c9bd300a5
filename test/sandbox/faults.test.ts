// Bad luck, one file each in `faults/`: a script, what goes wrong in it, and how its run must end. After each the host
// is as it was: it did not stand still, it did not grow, and its next run works.
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { JsonValue } from '../../src/catalog/json.ts';
import type {
  CallContext,
  CallReply,
  GuestCall,
  SandboxEngine,
  SandboxHandlers,
  SandboxLimits,
} from '../../src/sandbox/host/sandboxPort.ts';
import { readScripts, type ScriptFile } from './scriptFiles.ts';
import { echo, onEachEngine, returned, run, toolError, untilAborted, value } from './sandboxBed.ts';
import { StillMeter } from './stillMeter.ts';

/** How long the host's event loop may stand still, in milliseconds, and how far the host may grow, in bytes. */
const mostStillMs = 50;
const mostGrowth = 30 * 1_048_576;

type Answer = (call: GuestCall, context: CallContext) => CallReply | Promise<CallReply>;

const huge = value('x'.repeat(2_000_000));
const wide = value(Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`key${i}`, i])));
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

/** Keeps nothing, so that what grows is the sandbox. */
function forgetful(answer: Answer): SandboxHandlers {
  const nothing = () => undefined;
  return { call: async (call, context) => answer(call, context), log: nothing, display: nothing, progress: nothing };
}

function field(script: ScriptFile, name: string): string | undefined {
  return new RegExp(`^// ${name}: (.*)$`, 'm').exec(script.comment)?.[1];
}

const collectGarbage = (() => {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
})();

/** The host's memory when what can be let go is let go. */
function memory(): number {
  collectGarbage();
  return process.memoryUsage.rss();
}

/** How far the host has grown, when what the run used is let go: that takes the operating system a moment. */
async function settledGrowth(before: number): Promise<number> {
  for (let tries = 0; tries < 40 && memory() - before > mostGrowth; tries += 1) await setTimeout(50);
  return memory() - before;
}

/** The wasm engine has one bound for all memory. */
function limitsOf(fault: ScriptFile, engine: SandboxEngine): Partial<SandboxLimits> {
  const limits = JSON.parse(field(fault, 'Limits') ?? '{}') as Partial<SandboxLimits>;
  return engine === 'wasm' && limits.residentMb !== undefined ? { ...limits, heapMb: limits.residentMb } : limits;
}

onEachEngine('a fault', (sandbox, engine) => {
  const faults = readScripts('faults');

  before(async () => {
    for (let warm = 0; warm < 3; warm += 1) await returned(sandbox(), 'console.log("x".repeat(1e5)); return tools.geo.getCity({ a: 1 })');
  });

  for (const fault of faults) {
    const expected = (engine === 'wasm' ? field(fault, 'Wasm') : undefined) ?? field(fault, 'Expect') ?? '';
    it(`of ${fault.name} ends with ${expected}, and the host is as before`, async () => {
      const limits = limitsOf(fault, engine);
      const answer = answers[field(fault, 'Answer') ?? 'echo'] ?? echo;
      const before = memory();
      const still = new StillMeter();
      const outcome = await run(sandbox(), fault.source, {
        handlers: forgetful(answer),
        names: { geo: ['getCity'] },
        limits: { wallMs: 20_000, ...limits },
      });
      still.stop();
      assert.equal(outcome.ok ? 'ok' : outcome.failure.code, expected, JSON.stringify(outcome).slice(0, 500));
      assert.ok(still.longest <= mostStillMs, `it stood still for ${still.longest} ms`);
      const growth = await settledGrowth(before);
      assert.ok(growth <= mostGrowth, `it grew by ${Math.round(growth / 1_048_576)} MB`);
      assert.equal(await returned(sandbox(), 'return 1'), 1);
    });
  }

  it('was tried in at least 80 ways', () => assert.ok(faults.length >= 80));
});
