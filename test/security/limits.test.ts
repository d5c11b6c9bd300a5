// Tests that each limit ends a run with a code of its own and a message that names the limit, its value and its
// setting. The wasm engine has its own code for time, memory and messages, so it runs the tests of these limits; `npm
// run test:full` runs all tests on it.
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { SandboxLimits } from '../../src/sandbox/host/sandboxPort.ts';
import type { SandboxFailureCode } from '../../src/sandbox/protocol/messages.ts';
import {
  failure,
  onProcessEngine,
  RecordingHandlers,
  returned,
  untilAborted,
  value,
} from '../sandbox/sandboxBed.ts';

const onBoth =
  /ends (a loop|a sleep|a heap|memory|calls without|a result that is too large with|console lines|displays)|aborts the calls|holds a script back/;

onProcessEngine('a limit', onBoth, (sandbox, engine) => {
  const codes = {
    cpuMs: 'cpu_limit',
    wallMs: 'timeout',
    heapMb: 'memory_limit',
    residentMb: 'memory_limit',
    calls: 'call_limit',
    resultBytes: 'result_limit',
    logBytes: 'log_limit',
  } as const satisfies Partial<Record<keyof SandboxLimits, SandboxFailureCode>>;
  // The wasm engine has one limit for all memory.
  const resident = engine === 'process' ? 'residentMb' : 'heapMb';
  // faults.test.ts has more ways to break each limit.
  const breaches: readonly (readonly [
    what: string,
    body: string,
    limits: Partial<SandboxLimits>,
    broken: keyof typeof codes,
    said?: string,
  ])[] = [
    ['a loop that never ends', 'for (;;);', { cpuMs: 200 }, 'cpuMs', '200 ms'],
    [
      'a sleep that is too long',
      'await new Promise((r) => setTimeout(r, 60000))',
      { wallMs: 200 },
      'wallMs',
      '200 ms',
    ],
    [
      'a heap that is full',
      'const a = []; for (;;) a.push([1, 2, 3])',
      { heapMb: 32, cpuMs: 30_000 },
      'heapMb',
      '32 MB',
    ],
    [
      'memory outside the heap',
      'const a = []; for (;;) a.push(new Uint8Array(1e7).fill(1))',
      { [resident]: 200 },
      resident,
      '200 MB',
    ],
    ['calls without end', 'for (;;) tools.geo.getCity({})', { calls: 50 }, 'calls', '50 calls'],
    [
      'a result that is too large',
      'return "x".repeat(2000)',
      { resultBytes: 1000 },
      'resultBytes',
      '1,000 bytes',
    ],
    [
      'a result that is too large in bytes only',
      'return "ü".repeat(900)',
      { resultBytes: 1000 },
      'resultBytes',
    ],
    ['an array of a billion holes', 'return new Array(1e9)', {}, 'resultBytes'],
    [
      'console lines without end',
      'for (;;) console.log("x")',
      { logBytes: 10_000 },
      'logBytes',
      '10,000 bytes',
    ],
    ['long console lines', 'for (;;) console.log("x".repeat(1e5))', {}, 'logBytes'],
    [
      'displays without end',
      'for (;;) codemode.display("x".repeat(1e5))',
      {},
      'resultBytes',
      '8,388,608 bytes, 8 times .*',
    ],
  ];
  for (const [what, body, limits, broken, said = ''] of breaches) {
    it(`ends ${what} with ${codes[broken]}`, async () => {
      const { code, message } = await failure(sandbox(), body, { limits });
      assert.equal(code, codes[broken], message);
      assert.match(message, new RegExp(`${said} \\(codeMode\\.limits\\.${broken}\\)`));
    });
  }

  it('of processor time does not count the time of calls', async () => {
    const handlers = new RecordingHandlers(async () => {
      await delay(1_500);
      return value(1);
    });
    assert.equal(
      await returned(sandbox(), 'return await tools.geo.getCity()', { handlers, limits: { cpuMs: 1_000 } }),
      1,
    );
  });

  it('of time stands still while a person decides', async () => {
    const handlers = new RecordingHandlers((_call, context) =>
      context.pauseClockWhile(() => delay(3_500, value('yes'))),
    );
    assert.equal(
      await returned(sandbox(), 'return await tools.geo.getCity()', { handlers, limits: { wallMs: 3_000 } }),
      'yes',
    );
  });

  it('of time goes on when the person has decided', async () => {
    const handlers = new RecordingHandlers(async (call, context) => {
      await context.pauseClockWhile(() => delay(20));
      return untilAborted(call, context);
    });
    const { code } = await failure(sandbox(), 'return await tools.geo.getCity()', {
      handlers,
      limits: { wallMs: 300 },
    });
    assert.equal(code, 'timeout');
  });

  it('aborts the calls under way', async () => {
    const handlers = new RecordingHandlers((call, context) =>
      call.target === 'codemode' ? value([]) : untilAborted(call, context),
    );
    const body =
      'tools.geo.getCity(); await codemode.store.keys(); tools.geo.getCity(); await new Promise(() => {})';
    const { code } = await failure(sandbox(), body, { handlers, limits: { calls: 2 } });
    assert.deepEqual([code, handlers.contexts[0]?.signal.aborted], ['call_limit', true]);
  });

  it('of unanswered input holds a script back without failing it', async () => {
    const handlers = new RecordingHandlers(async () => {
      await delay(1);
      return value(null);
    });
    const body =
      'const text = "x".repeat(900); return (await Promise.all(Array.from({ length: 60 }, (_, i) => tools["s" + i].put(text)))).length';
    assert.equal(await returned(sandbox(), body, { handlers, limits: { resultBytes: 1000 } }), 60);
  });

  it('leaves the thread and its other runs as they were', async () => {
    const bomb = failure(sandbox(), 'const a = []; for (;;) a.push([1, 2, 3])', {
      limits: { heapMb: 32, cpuMs: 30_000 },
    });
    const calm = returned(sandbox(), 'await new Promise((r) => setTimeout(r, 300)); return "calm"');
    assert.deepEqual([(await bomb).code, await calm], ['memory_limit', 'calm']);
  });
});
