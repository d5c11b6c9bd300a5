// Tests that a recorded run is repeated exactly: the same times, random numbers, order of events, console, calls and
// end.
import assert from 'node:assert/strict';
import {
  defaultLimits,
  type CallContext,
  type CallReply,
  type GuestCall,
  type SandboxLimits,
  type SandboxOutcome,
} from '../../src/sandbox/host/sandboxPort.ts';
import { everyTest } from '../fakes/everyTest.ts';
import { Random } from './random.ts';
import { replay, RunRecorder, type RunRecording } from './runRecorder.ts';
import {
  echo,
  failure,
  itReturns,
  onProcessEngine,
  RecordingHandlers,
  returned,
  run,
  toolError,
  untilAborted,
  type Fact,
} from './sandboxBed.ts';

const onBoth = /^goes on live wherever/;

onProcessEngine('a recorded run', onBoth, (sandbox, engine) => {
  async function record(
    body: string,
    handlers = new RecordingHandlers(),
    limits: Partial<SandboxLimits> = {},
  ) {
    const recorder = new RunRecorder(handlers);
    const outcome = await run(sandbox(), body, { handlers: recorder, limits });
    const script = { body, args: {}, results: {}, names: {} };
    const recordingOf = (length?: number) =>
      recorder.recording(script, { ...defaultLimits, ...limits }, length);
    return { recorder, recordingOf, recording: recordingOf(), outcome };
  }

  /** Records and replays a run, and compares everything that is visible from outside. Returns how both ended. */
  async function isRepeated(body: string, handlers = new RecordingHandlers()): Promise<SandboxOutcome> {
    const { recording, outcome } = await record(body, handlers);
    const again = await replay(sandbox(), recording);
    const { logs, displayed, progressed } = again.handlers;
    assert.deepEqual(
      [again.outcome, logs, displayed, progressed, again.recorder.ticks],
      [outcome, handlers.logs, handlers.displayed, handlers.progressed, recording.ticks],
    );
    return outcome;
  }

  function withBody(recording: RunRecording, body: string): RunRecording {
    return { ...recording, script: { ...recording.script, body } };
  }

  /** Answers each call after a pause that its input names. */
  const afterPause = () =>
    new RecordingHandlers(async (call: GuestCall) => {
      const { ms } = (call.target === 'tool' ? call.input : {}) as { ms: number };
      await new Promise((resolve) => setTimeout(resolve, ms));
      return echo(call);
    });

  /** Answers three calls once all have arrived, in the order of the numbers in their inputs. */
  const inOrder = () => {
    const waiting: { readonly ms: number; readonly answer: () => void }[] = [];
    return new RecordingHandlers(async (call: GuestCall) => {
      const { ms } = (call.target === 'tool' ? call.input : {}) as { ms: number };
      const { promise, resolve } = Promise.withResolvers<undefined>();
      waiting.push({ ms, answer: () => resolve(undefined) });
      const answerAll = () => waiting.sort((a, b) => a.ms - b.ms).forEach(({ answer }) => answer());
      // The last call waits by then like the others.
      if (waiting.length === 3) setImmediate(answerAll);
      await promise;
      return echo(call);
    });
  };

  it('reads the same times', async () => {
    const localTime =
      engine === 'process'
        ? ", new Intl.DateTimeFormat('de', { dateStyle: 'full', timeStyle: 'long' }).format()"
        : '';
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
      inOrder(),
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
    const outcome = await isRepeated(
      'await tools.a.b({})',
      new RecordingHandlers(() => ({ ok: false, error: toolError() })),
    );
    assert.equal(outcome.ok || outcome.failure.toolError?.code, 'tool_failed');
  });

  it('reports the same rejection that nobody awaited', () =>
    isRepeated(
      'setTimeout(() => console.log("late"), 1); Promise.reject(new Error("x")); await new Promise((done) => setTimeout(done, 5));',
    ));

  it('ends at the point where its time was up', async () => {
    const handlers = new RecordingHandlers(untilAborted);
    const body =
      'console.log("before"); await new Promise((done) => setTimeout(done, 5)); console.log("then"); await tools.a.b({});';
    const { recording, outcome } = await record(body, handlers, { wallMs: 300 });
    const again = await replay(sandbox(), recording);
    assert.deepEqual(
      [outcome.ok || outcome.failure.code, again.outcome.ok || again.outcome.failure.code],
      ['timeout', 'recording_ended'],
    );
    assert.deepEqual(again.handlers.logs, handlers.logs);
  });

  it('ends in the same way where calls waited for their turn, and an answer came when it was too late', async () => {
    const body = `const [first] = [1, 2, 3, 4, 5].map((n) => tools.a.b({ n })); await first;
      for (let n = 0; n < 5; n += 1) await codemode.store.keys(); return "done";`;
    const handlers = new RecordingHandlers((call, context) =>
      call.target === 'codemode' || call.sequence === 1 ? echo(call) : untilAborted(call, context),
    );
    const { recording } = await record(body, handlers, { callsAtOncePerServer: 2 });
    const allAnswered = recording.calls.map(({ call }) => ({ call, reply: echo(call) }));
    const { outcome } = await replay(sandbox(), { ...recording, calls: allAnswered });
    assert.deepEqual(outcome, { ok: true, value: 'done' });
  });

  it('breaches the same limit', async () => {
    const { recording, outcome } = await record('for (;;) await tools.a.b({});', new RecordingHandlers(), {
      calls: 7,
    });
    assert.equal(outcome.ok || outcome.failure.code, 'call_limit');
    assert.deepEqual((await replay(sandbox(), recording)).outcome, outcome);
  });

  it('does the same whatever it is made of', async () => {
    for (let seed = 1; seed <= (everyTest ? 12 : 3); seed += 1) {
      const random = new Random(seed);
      const handlers = new RecordingHandlers(async (call) => {
        if (random.below(3) > 0) await new Promise((resolve) => setTimeout(resolve, random.below(6)));
        return random.below(4) === 0 ? { ok: false, error: toolError() } : echo(call);
      });
      await isRepeated(mixture, handlers);
    }
  });

  /** A script that races, sleeps, fails, cancels and logs by its own random numbers. */
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

  /**
   * A script with races, timers, failures and waits of every kind whose result does not depend on the speed of the
   * machine.
   */
  const mixed = `const seen = [];
    const sleep = (ms, fails) => new Promise((done, fail) => setTimeout(() => { seen.push(ms); (fails ? fail : done)(ms); }, ms));
    seen.push(await Promise.race([sleep(60000), tools.a.b({ n: 1 })]));
    const lost = tools.a.fails({}); await sleep(5); seen.push(await lost.catch((error) => error.code));
    seen.push(await Promise.allSettled([sleep(24), sleep(8, true), sleep(16), tools.a.b({ n: 2 })]));
    let beats = 0; await new Promise((done) => { const beat = setInterval(() => { beats += 1; if (beats === 3) { clearInterval(beat); done(); } }, 2); });
    const lap = performance.now(); await Promise.race([tools.a.never({}), sleep(3)]); seen.push(performance.now() >= lap + 3);
    for (const n of [3, 4]) seen.push((await tools.a.b({ n })).n, Math.random());
    seen.push(await Promise.any([Promise.reject(new Error("no")), tools.a.b({ n: 5 })]), crypto.randomUUID());
    return { seen, beats };`;
  /** Removes the order of live timers and answers, which may differ. */
  const inAnyOrder = (ended: SandboxOutcome) => {
    const { seen, ...value } = (ended.ok ? ended.value : {}) as { seen?: unknown[] };
    return {
      ended: ended.ok || ended.failure,
      ...value,
      seen: seen?.map((part) => JSON.stringify(part)).sort(),
    };
  };
  const answerMixed = (call: GuestCall, context: CallContext): CallReply | Promise<CallReply> => {
    const tool = call.target === 'tool' ? call.tool : '';
    if (tool === 'never') return untilAborted(call, context);
    return tool === 'fails' ? { ok: false, error: toolError() } : echo(call);
  };

  it('keeps the time zone and the language of its recording', async () => {
    // The wasm engine has time zones and no languages.
    const language =
      ', new Date(0).toString(), (1234.5).toLocaleString(), new Intl.NumberFormat().resolvedOptions().locale';
    const body = `return [new Date(0).getHours()${engine === 'process' ? language : ''}];`;
    const { recording } = await record(body);
    const elsewhere = {
      ...recording,
      conditions: { ...recording.conditions, timeZone: 'Asia/Tokyo', locale: 'de-DE' },
    };
    const { outcome } = await replay(sandbox(), elsewhere);
    const german = ['Thu Jan 01 1970 09:00:00 GMT+0900 (Japanische Normalzeit)', '1.234,5', 'de-DE'];
    assert.deepEqual(outcome.ok && outcome.value, engine === 'process' ? [9, ...german] : [9]);
  });

  const otherCalls: readonly (readonly [what: string, was: string, is: string, call: Partial<GuestCall>])[] =
    [
      [
        'another input',
        'await tools.a.b({ x: 1 })',
        'await tools.a.b({ x: 2 })',
        { sequence: 1, input: { x: 2 } },
      ],
      ['another tool', 'await tools.a.b({})', 'await tools.a.c({})', { sequence: 1, tool: 'c' }],
      [
        'one more call',
        'await tools.a.b({})',
        'await Promise.all([tools.a.b({}), tools.a.b({})])',
        { sequence: 2 },
      ],
      [
        'a timer less',
        'await new Promise((done) => setTimeout(done, 1))',
        'await tools.a.b({})',
        { sequence: 1 },
      ],
    ];
  for (const [what, was, is, call] of otherCalls) {
    it(`has its calls compared, and ends at the first that differs by ${what}`, async () => {
      const { recording } = await record(was);
      const { outcome, unknown } = await replay(sandbox(), withBody(recording, is));
      assert.equal(outcome.ok || outcome.failure.code, 'cancelled');
      assert.deepEqual(unknown, [
        { target: 'tool', server: 'a', tool: 'b', form: 'value', input: {}, ...call },
      ]);
    });
  }

  const otherTicks: readonly (readonly [what: string, was: string, is: string, message: RegExp])[] = [
    [
      'a call less',
      'await tools.a.b({})',
      'await new Promise((done) => setTimeout(done, 1))',
      /call 1 was answered, .*made only 0/,
    ],
    [
      'a timer that is stopped',
      'const t = setTimeout(() => {}, 1); await new Promise((done) => setTimeout(done, 5))',
      'const t = setTimeout(() => {}, 1); clearTimeout(t); await new Promise((done) => setTimeout(done, 5))',
      /timer 1 was due, .*did not start it/,
    ],
  ];
  for (const [what, was, is, message] of otherTicks) {
    it(`says that a script has diverged by ${what}, or goes on live`, async () => {
      const { recording } = await record(was);
      const { outcome } = await replay(sandbox(), withBody(recording, is));
      assert.equal(outcome.ok || outcome.failure.code, 'diverged');
      assert.match(outcome.ok ? '' : outcome.failure.message, message);
      const live = await replay(sandbox(), withBody(recording, is), { live: new RecordingHandlers() });
      assert.deepEqual(live.outcome, { ok: true, value: undefined });
    });
  }

  it('says so when the script goes on where its recording ends', async () => {
    const { recording } = await record('await tools.a.b({}); return 1;');
    const { outcome } = await replay(sandbox(), { ...recording, ticks: [] });
    assert.equal(outcome.ok || outcome.failure.code, 'recording_ended');
  });

  it('is heard as it happens: each tick before the calls that the script makes in it', async () => {
    const body =
      'await tools.a.b({}); await new Promise((done) => setTimeout(done, 1)); await Promise.all([tools.a.c({}), tools.a.d({})]);';
    const { recorder } = await record(body);
    const seen = recorder.events.map((event) =>
      'tick' in event
        ? event.tick.slice(1).join()
        : 'call' in event
          ? `call ${event.call.sequence}`
          : `answer ${event.answered.sequence}`,
    );
    assert.deepEqual(seen.slice(0, 6), ['call 1', 'answer 1', '1', '-1', 'call 2', 'call 3']);
  });

  it('goes on live wherever it was cut off, with the same result, and makes no call twice', async () => {
    const { recorder, recordingOf, outcome } = await record(mixed, new RecordingHandlers(answerMixed));
    assert.ok(outcome.ok, JSON.stringify(outcome));
    const ends = recorder.events.flatMap((event, index) => ('tick' in event ? [index + 1] : []));
    assert.ok(ends.length >= 12, String(ends.length));
    // `npm run test:full` cuts the record off after each tick.
    const lengths = [0, ...ends].filter((_, index) => everyTest || index % 4 === 0);
    for (const length of lengths) {
      const recording = recordingOf(length);
      const live = new RecordingHandlers(answerMixed);
      const again = await replay(sandbox(), recording, { live });
      assert.deepEqual(inAnyOrder(again.outcome), inAnyOrder(outcome), `cut at event ${length}`);
      const answered = recording.calls
        .filter(({ reply }) => reply !== undefined)
        .map(({ call }) => call.sequence);
      assert.deepEqual(
        live.calls.filter(({ sequence }) => answered.includes(sequence)),
        [],
      );
      assert.deepEqual(again.recorder.ticks.slice(0, recording.ticks.length), recording.ticks);
    }
  });

  it('goes on live and is recorded whole: that record runs again without anything live', async () => {
    const { recordingOf, recorder, recording } = await record(mixed, new RecordingHandlers(answerMixed));
    const again = await replay(sandbox(), recordingOf(recorder.events.length / 2), {
      live: new RecordingHandlers(answerMixed),
    });
    const whole = await replay(sandbox(), again.recorder.recording(recording.script, recording.limits));
    assert.deepEqual([whole.outcome, whole.recorder.ticks], [again.outcome, again.recorder.ticks]);
  });

  it('goes on live from a record that has no ticks, with its time and dice', async () => {
    const body =
      'const seen = [Date.now(), Math.random(), crypto.randomUUID()]; await tools.a.b({}); return [...seen, Math.random()];';
    const { recording, outcome } = await record(body);
    const again = await replay(
      sandbox(),
      { ...recording, ticks: [], calls: [] },
      { live: new RecordingHandlers() },
    );
    assert.deepEqual(again.outcome, outcome);
  });

  it('that was cancelled runs again up to there', async () => {
    const aborter = new AbortController();
    const handlers = new RecordingHandlers((call, context) => {
      if (call.sequence < 5) return echo(call);
      aborter.abort();
      return untilAborted(call, context);
    });
    const recorder = new RunRecorder(handlers);
    const body = 'for (let n = 1; ; n += 1) { await tools.a.b({ n }); console.log(n, Date.now()); }';
    const outcome = await run(sandbox(), body, { handlers: recorder, signal: aborter.signal });
    const again = await replay(
      sandbox(),
      recorder.recording({ body, args: {}, results: {}, names: {} }, defaultLimits),
    );
    assert.deepEqual(
      [outcome.ok || outcome.failure.code, again.outcome.ok || again.outcome.failure.code],
      ['cancelled', 'recording_ended'],
    );
    assert.deepEqual([again.handlers.calls, again.handlers.logs], [handlers.calls, handlers.logs]);
  });

  it('is cancelled like any other', async () => {
    const { recording } = await record('await tools.a.b({});', new RecordingHandlers(untilAborted), {
      wallMs: 200,
    });
    const { outcome } = await replay(sandbox(), withBody(recording, 'for (;;);'), {
      signal: AbortSignal.timeout(50),
    });
    assert.equal(outcome.ok || outcome.failure.code, 'cancelled');
  });
});

onProcessEngine('time in a script', /^is that of the host$/, (sandbox, engine) => {
  it('is that of the host', async () => {
    const before = Date.now();
    const now = Number(await returned(sandbox(), 'return Date.now();'));
    assert.ok(now >= before && now <= Date.now(), String(now));
  });

  const ofIntl: Fact = [
    'is the same to Date and to Intl',
    `const f = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'full' });
      return [f.format() === f.format(new Date()), JSON.stringify(f.formatToParts()) === JSON.stringify(f.formatToParts(Date.now())), f.format === f.format, f.format(0) !== f.format()];`,
    [true, true, true, true],
  ];
  itReturns(sandbox, [
    [
      'stands still while the script computes',
      'const t = [Date.now(), performance.now()]; let n = 0; for (let i = 0; i < 3e6; i += 1) n += i; return t[0] === Date.now() && t[1] === performance.now();',
      true,
    ],
    [
      'comes from a Date like any other',
      `class Day extends Date {} const day = new Day(0);
      return [new Date() instanceof Date, day instanceof Day, day.getTime(), new Date(2020, 1, 1).getFullYear(), typeof Date(), Date.name, Date.length, Date.UTC(1970, 0), Date.parse("1970-01-01")];`,
      [true, true, 0, 2020, 'string', 'Date', 7, 0, 0],
    ],
    ...(engine === 'process' ? [ofIntl] : []),
  ]);

  it('moves on while a timer is awaited', async () => {
    const body =
      'const t = performance.now(); await new Promise((done) => setTimeout(done, 30)); return performance.now() - t;';
    assert.ok(Number(await returned(sandbox(), body)) >= 29);
  });

  it('moves on while a call is awaited', async () => {
    const handlers = new RecordingHandlers(
      async (call) => (await new Promise((resolve) => setTimeout(resolve, 30)), echo(call)),
    );
    const body = 'const t = Date.now(); await tools.a.b({}); return Date.now() - t;';
    assert.ok(Number(await returned(sandbox(), body, { handlers })) >= 28);
  });

  it('does not come to an end for a script that waits in a loop, which is told what to do', async () => {
    const body = 'const until = Date.now() + 10; while (Date.now() < until);';
    const { code, message } = await failure(sandbox(), body, { limits: { cpuMs: 200 } });
    assert.deepEqual([code, /setTimeout/.test(message)], ['cpu_limit', true]);
  });
});

onProcessEngine('chance in a script', /^is new in each run$/, (sandbox) => {
  it('is new in each run', async () => {
    const [a, b] = await Promise.all(
      [1, 2].map(() => returned(sandbox(), 'return [Math.random(), crypto.randomUUID()];')),
    );
    assert.notDeepEqual(a, b);
  });

  it('is spread evenly', async () => {
    const counts = (await returned(
      sandbox(),
      'const counts = Array(16).fill(0); for (let i = 0; i < 160000; i += 1) counts[Math.floor(Math.random() * 16)] += 1; return counts;',
    )) as number[];
    // Each count is about ten thousand; six standard deviations are about 580.
    assert.ok(
      counts.every((count) => Math.abs(count - 10_000) < 600),
      String(counts),
    );
  });
});
