// Bad luck, one file each in `faults/`: a script, what goes wrong in it, and how its run must end. After each the host
// is as it was: it did not stand still, it did not grow, and its next run works.
import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { JsonValue } from '../../src/catalog/json.ts';
import type { CallContext, CallReply, GuestCall, SandboxHandlers, SandboxLimits } from '../../src/sandbox/host/sandboxPort.ts';
import { EventLoopWatch } from './eventLoopWatch.ts';
import { readScripts, type ScriptFile } from './scriptFiles.ts';
import { echo, returned, run, sharedSandbox, toolError, untilAborted, value } from './sandboxBed.ts';

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

describe('a fault', () => {
  const sandbox = sharedSandbox();
  const faults = readScripts('faults');

  before(async () => {
    for (let warm = 0; warm < 3; warm += 1) await returned(sandbox(), 'console.log("x".repeat(1e5)); return tools.geo.getCity({ a: 1 })');
  });

  for (const fault of faults) {
    const expected = field(fault, 'Expect') ?? '';
    it(`of ${fault.name} ends with ${expected}, and the host is as before`, async () => {
      const limits = JSON.parse(field(fault, 'Limits') ?? '{}') as Partial<SandboxLimits>;
      const answer = answers[field(fault, 'Answer') ?? 'echo'] ?? echo;
      const before = memory();
      const watch = new EventLoopWatch();
      const outcome = await run(sandbox(), fault.source, {
        handlers: forgetful(answer),
        names: { geo: ['getCity'] },
        limits: { wallMs: 20_000, ...limits },
      });
      const stillMs = watch.stop();
      assert.equal(outcome.ok ? 'ok' : outcome.failure.code, expected, JSON.stringify(outcome).slice(0, 500));
      assert.ok(stillMs <= mostStillMs, `it stood still for ${stillMs} ms`);
      assert.ok(memory() - before <= mostGrowth, `it grew by ${Math.round((memory() - before) / 1_048_576)} MB`);
      assert.equal(await returned(sandbox(), 'return 1'), 1);
    });
  }

  it('was tried in at least 80 ways', () => assert.ok(faults.length >= 80));
});
