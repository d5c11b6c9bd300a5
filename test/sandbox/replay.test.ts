// A recorded run runs again bit for bit: the same times, dice, order of events, console, calls and end.
import assert from 'node:assert/strict';
import { RunRecorder, replay, type RunRecording } from '../../src/sandbox/host/recording.ts';
import { defaultLimits, type GuestCall, type SandboxLimits, type SandboxOutcome } from '../../src/sandbox/host/sandboxPort.ts';
import { Random } from './random.ts';
import { echo, failure, onProcessEngine, RecordingHandlers, returned, run, toolError, untilAborted } from './sandboxBed.ts';

const never = new AbortController().signal;

onProcessEngine('a recorded run', /^has answers and timers in the same order$/, (sandbox, engine) => {
  async function record(body: string, handlers = new RecordingHandlers(), limits: Partial<SandboxLimits> = {}): Promise<RunRecording> {
    const recorder = new RunRecorder(handlers);
    const outcome = await run(sandbox(), body, { handlers: recorder, limits });
    const script = { body, args: {}, results: {}, names: {} };
    const recording = recorder.recording(script, { ...defaultLimits, ...limits }, outcome);
    assert.ok(recording, JSON.stringify(outcome));
    return recording;
  }

  /** Records, replays, and compares everything that can be seen from outside. */
  async function isRepeated(
    body: string,
    handlers = new RecordingHandlers(),
    limits: Partial<SandboxLimits> = {},
  ): Promise<SandboxOutcome> {
    const recording = await record(body, handlers, limits);
    const again = new RecordingHandlers();
    // A recording is plain data: it may have been kept in a file.
    const outcome = await replay(sandbox(), JSON.parse(JSON.stringify(recording)) as RunRecording, again, never);
    assert.deepEqual(
      [outcome, again.logs, again.displayed, again.progressed],
      [recording.outcome, handlers.logs, handlers.displayed, handlers.progressed],
    );
    return outcome;
  }

  /** Answers each call after a pause that its input names. */
  const afterPause = () =>
    new RecordingHandlers(async (call: GuestCall) => {
      const { ms } = (call.target === 'tool' ? call.input : {}) as { ms: number };
      await new Promise((resolve) => setTimeout(resolve, ms));
      return echo(call);
    });

  it('reads the same times', async () => {
    const localTime = engine === 'process' ? ", new Intl.DateTimeFormat('de', { dateStyle: 'full', timeStyle: 'long' }).format()" : '';
    await isRepeated(`const at = () => [Date.now(), new Date().toISOString(), Date(), performance.now()${localTime}];
      const seen = [at()]; await tools.a.b({}); seen.push(at()); await new Promise((done) => setTimeout(done, 15)); seen.push(at()); return seen;`);
  });

  it('throws the same dice', () =>
    isRepeated(
      'return [Math.random(), crypto.randomUUID(), [...crypto.getRandomValues(new Uint32Array(8))], Array.from({ length: 500 }, Math.random)];',
    ));

  it('has its timers in the same order', () =>
    isRepeated(`const order = []; const tick = setInterval(() => order.push("tick"), 3);
      await Promise.all([9, 1, 5, 5, 2].map((ms) => new Promise((done) => setTimeout(() => { order.push(ms); done(); }, ms))));
      clearInterval(tick); return order;`));

  it('has answers in the order in which they came', async () => {
    const outcome = await isRepeated(
      `const order = []; await Promise.all([20, 1, 10].map(async (ms) => order.push((await tools.a.b({ ms })).ms))); return order;`,
      afterPause(),
    );
    assert.deepEqual(outcome, { ok: true, value: [1, 10, 20] });
  });

  it('has answers and timers in the same order', () =>
    isRepeated(
      `const order = []; const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
      await Promise.all(Array.from({ length: 30 }, async (_, i) => { await (i % 2 ? sleep(i % 7) : tools.a.b({ ms: i % 5 })); order.push([i, Date.now()]); }));
      return order;`,
      afterPause(),
    ));

  it('is told of the same promises that nothing awaits', () =>
    isRepeated(
      `const lost = (async () => { await tools.a.b({ ms: 1 }); throw new Error("lost") })(); await tools.a.b({ ms: 15 }); console.log("x"); await lost.catch(() => 0)`,
      afterPause(),
    ));

  it('writes the same lines at the same times', () =>
    isRepeated(
      `console.log("a"); console.time(); await tools.a.b({ ms: 5 }); console.timeEnd(); codemode.progress("half", 0.5); codemode.display("x"); return 1;`,
      afterPause(),
    ));

  it('fails in the same way', () =>
    isRepeated(
      'try { await tools.a.b({}); } catch (error) { throw new Error(`${error.code} at ${Date.now()}`); }',
      new RecordingHandlers(() => ({ ok: false, error: toolError() })),
    ));

  it('fails with the same error of a tool', async () => {
    const outcome = await isRepeated('await tools.a.b({})', new RecordingHandlers(() => ({ ok: false, error: toolError() })));
    assert.equal(outcome.ok || outcome.failure.toolError?.code, 'tool_failed');
  });

  it('reports the same rejection that nobody awaited', () =>
    isRepeated(
      'setTimeout(() => console.log("late"), 1); Promise.reject(new Error("x")); await new Promise((done) => setTimeout(done, 5));',
    ));

  it('ends at the point where its time was up', async () => {
    const limits = { wallMs: 300 };
    const body = 'console.log("before"); await new Promise((done) => setTimeout(done, 5)); console.log("then"); await tools.a.b({});';
    const outcome = await isRepeated(body, new RecordingHandlers(untilAborted), limits);
    assert.equal(outcome.ok || outcome.failure.code, 'timeout');
  });

  it('ends in the same way where calls waited for their turn, and an answer came when it was too late', async () => {
    const body = `const [first] = [1, 2, 3, 4, 5].map((n) => tools.a.b({ n })); await first;
      for (let n = 0; n < 5; n += 1) await codemode.store.keys(); return "done";`;
    const handlers = new RecordingHandlers((call, context) =>
      call.target === 'codemode' || call.sequence === 1 ? echo(call) : untilAborted(call, context),
    );
    const { calls, ...recording } = await record(body, handlers, { callsAtOncePerServer: 2 });
    const allAnswered = calls.map(({ call }) => ({ call, reply: echo(call) }));
    const outcome = await replay(sandbox(), { ...recording, calls: allAnswered }, new RecordingHandlers(), never);
    assert.deepEqual(outcome, { ok: true, value: 'done' });
  });

  it('breaches the same limit', async () => {
    const outcome = await isRepeated('for (;;) await tools.a.b({});', new RecordingHandlers(), { calls: 7 });
    assert.equal(outcome.ok || outcome.failure.code, 'call_limit');
  });

  it('does the same whatever it is made of', async () => {
    for (let seed = 1; seed <= 12; seed += 1) {
      const random = new Random(seed);
      const handlers = new RecordingHandlers(async (call) => {
        if (random.below(3) > 0) await new Promise((resolve) => setTimeout(resolve, random.below(6)));
        return random.below(4) === 0 ? { ok: false, error: toolError() } : echo(call);
      });
      await isRepeated(mixture, handlers);
    }
  });

  /** Races, sleeps, fails, cancels and logs by its own dice. */
  const mixture = `const seen = [];
    const below = (n) => Math.floor(Math.random() * n);
    const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
    const work = async (depth) => {
      const what = below(6);
      seen.push([what, Date.now() % 100000]);
      if (what === 0) await sleep(below(5));
      if (what === 1) seen.push(await tools.a.b({ id: crypto.randomUUID() }).catch((error) => error.code));
      if (what === 2) await Promise.race([sleep(below(4)), tools.a.c({ depth }).catch(() => 0)]);
      if (what === 3 && depth < 5) await Promise.all([work(depth + 1), work(depth + 1)]);
      if (what === 4) console.log(depth, performance.now());
      if (what === 5) { const timer = setInterval(() => seen.push("tick"), 1); await sleep(3); clearInterval(timer); }
    };
    await Promise.all(Array.from({ length: 12 }, () => work(0)));
    return seen;`;

  it('keeps the time zone and the language of its recording', async () => {
    // The wasm engine knows time zones and no languages.
    const language = ', new Date(0).toString(), (1234.5).toLocaleString(), new Intl.NumberFormat().resolvedOptions().locale';
    const body = `return [new Date(0).getHours()${engine === 'process' ? language : ''}];`;
    const recording = await record(body);
    const elsewhere = { ...recording, trace: { ...recording.trace, timeZone: 'Asia/Tokyo', locale: 'de-DE' } };
    const outcome = await replay(sandbox(), elsewhere, new RecordingHandlers(), never);
    const german = ['Thu Jan 01 1970 09:00:00 GMT+0900 (Japanische Normalzeit)', '1.234,5', 'de-DE'];
    assert.deepEqual(outcome.ok && outcome.value, engine === 'process' ? [9, ...german] : [9]);
  });

  const changes: readonly (readonly [what: string, was: string, is: string, message: RegExp])[] = [
    [
      'another input',
      'await tools.a.b({ x: 1 })',
      'await tools.a.b({ x: 2 })',
      /call 1 is tools\.a\.b\({"x":2}\), and was tools\.a\.b\({"x":1}\)/,
    ],
    ['another tool', 'await tools.a.b({})', 'await tools.a.c({})', /call 1 is tools\.a\.c\({}\), and was tools\.a\.b\({}\)/],
    [
      'one more call',
      'await tools.a.b({})',
      'await Promise.all([tools.a.b({}), tools.a.b({})])',
      /call 2 is tools\.a\.b\({}\), and was none/,
    ],
    ['a call less', 'await tools.a.b({})', 'await new Promise((done) => setTimeout(done, 1))', /call 1 was answered, .*made only 0/],
    [
      'a timer less',
      'await new Promise((done) => setTimeout(done, 1))',
      'await tools.a.b({})',
      /call 1 is tools\.a\.b\({}\), and was none/,
    ],
    [
      'a timer that is stopped',
      'const t = setTimeout(() => {}, 1); await new Promise((done) => setTimeout(done, 5))',
      'const t = setTimeout(() => {}, 1); clearTimeout(t); await new Promise((done) => setTimeout(done, 5))',
      /timer 1 was due, .*did not start it/,
    ],
  ];
  for (const [what, was, is, message] of changes) {
    it(`tells that a script has diverged by ${what}`, async () => {
      const recording = await record(was);
      const outcome = await replay(sandbox(), { ...recording, script: { ...recording.script, body: is } }, new RecordingHandlers(), never);
      assert.equal(outcome.ok || outcome.failure.code, 'diverged');
      assert.match(outcome.ok ? '' : outcome.failure.message, message);
    });
  }

  it('says so when the script goes on where its recording ends', async () => {
    const recording = await record('await tools.a.b({}); return 1;');
    const outcome = await replay(sandbox(), { ...recording, trace: { ...recording.trace, ticks: [] } }, new RecordingHandlers(), never);
    assert.equal(outcome.ok || outcome.failure.code, 'recording_ended');
  });

  it('is cancelled like any other', async () => {
    const recording = await record('await tools.a.b({});', new RecordingHandlers(untilAborted), { wallMs: 200 });
    const endless = { ...recording, script: { ...recording.script, body: 'for (;;);' } };
    const outcome = await replay(sandbox(), endless, new RecordingHandlers(), AbortSignal.timeout(50));
    assert.equal(outcome.ok || outcome.failure.code, 'cancelled');
  });
});

onProcessEngine('time in a script', /^is that of the host$/, (sandbox, engine) => {
  it('is that of the host', async () => {
    const before = Date.now();
    const now = Number(await returned(sandbox(), 'return Date.now();'));
    assert.ok(now >= before && now <= Date.now(), String(now));
  });

  it('stands still while the script computes', async () => {
    const body =
      'const t = [Date.now(), performance.now()]; let n = 0; for (let i = 0; i < 3e6; i += 1) n += i; return t[0] === Date.now() && t[1] === performance.now();';
    assert.equal(await returned(sandbox(), body), true);
  });

  it('moves on while a timer is awaited', async () => {
    const body = 'const t = performance.now(); await new Promise((done) => setTimeout(done, 30)); return performance.now() - t;';
    assert.ok(Number(await returned(sandbox(), body)) >= 29);
  });

  it('moves on while a call is awaited', async () => {
    const handlers = new RecordingHandlers(async (call) => (await new Promise((resolve) => setTimeout(resolve, 30)), echo(call)));
    const body = 'const t = Date.now(); await tools.a.b({}); return Date.now() - t;';
    assert.ok(Number(await returned(sandbox(), body, { handlers })) >= 28);
  });

  if (engine === 'process')
    it('is the same to Date and to Intl', async () => {
      const body = `const f = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'full' });
      return [f.format() === f.format(new Date()), JSON.stringify(f.formatToParts()) === JSON.stringify(f.formatToParts(Date.now())), f.format === f.format, f.format(0) !== f.format()];`;
      assert.deepEqual(await returned(sandbox(), body), [true, true, true, true]);
    });

  it('comes from a Date like any other', async () => {
    const body = `class Day extends Date {} const day = new Day(0);
      return [new Date() instanceof Date, day instanceof Day, day.getTime(), new Date(2020, 1, 1).getFullYear(), typeof Date(), Date.name, Date.length, Date.UTC(1970, 0), Date.parse("1970-01-01")];`;
    assert.deepEqual(await returned(sandbox(), body), [true, true, 0, 2020, 'string', 'Date', 7, 0, 0]);
  });

  it('does not come to an end for a script that waits in a loop, which is told what to do', async () => {
    const body = 'const until = Date.now() + 10; while (Date.now() < until);';
    const { code, message } = await failure(sandbox(), body, { limits: { cpuMs: 200 } });
    assert.deepEqual([code, /setTimeout/.test(message)], ['cpu_limit', true]);
  });
});

onProcessEngine('chance in a script', /^is new in each run$/, (sandbox) => {
  it('is new in each run', async () => {
    const [a, b] = await Promise.all([1, 2].map(() => returned(sandbox(), 'return [Math.random(), crypto.randomUUID()];')));
    assert.notDeepEqual(a, b);
  });

  it('is spread evenly', async () => {
    const counts = (await returned(
      sandbox(),
      'const counts = Array(16).fill(0); for (let i = 0; i < 160000; i += 1) counts[Math.floor(Math.random() * 16)] += 1; return counts;',
    )) as number[];
    // Ten thousand each; six standard deviations are about 580.
    assert.ok(
      counts.every((count) => Math.abs(count - 10_000) < 600),
      String(counts),
    );
  });

  it('makes identifiers of version 4', async () => {
    const ids = (await returned(sandbox(), 'return Array.from({ length: 200 }, () => crypto.randomUUID());')) as string[];
    assert.ok(ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)));
    assert.equal(new Set(ids).size, 200);
  });
});
