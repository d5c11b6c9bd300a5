// Tests the report about a script that throws: name, message and the position in the script's own lines.
import assert from 'node:assert/strict';
import {
  agreed,
  agreedStack,
  failure,
  onProcessEngine,
  RecordingHandlers,
  returned,
  toolError,
  untilAborted,
  wordsOf,
  type EngineWords,
} from './sandboxBed.ts';

const nullRead = (name: string): EngineWords => ({
  process: `TypeError: Cannot read properties of null (reading '${name}')`,
  wasm: `TypeError: cannot read property '${name}' of null`,
});

const failing = () => new RecordingHandlers(() => ({ ok: false, error: toolError() }));

onProcessEngine(
  'an error of a script',
  /^carries the ToolError that was not caught, with the place of the call$/,
  (sandbox, engine) => {
    const table: readonly (readonly [
      what: string,
      body: string,
      message: EngineWords,
      line?: number,
      column?: number,
    ])[] = [
      ['an error', '\n  throw new Error("a")', 'Error: a', 2, 9],
      ['an error on the first line', 'throw new Error("a")', 'Error: a', 1, 7],
      ['a fault of the language', 'const x = null;\nx.y', nullRead('y'), 2, 3],
      ['an error in a function', 'function f() {\n  null.x;\n}\nf()', nullRead('x'), 2, 8],
      ['an error after an await', 'await null;\nthrow new TypeError("late")', 'TypeError: late', 2, 7],
      [
        'an error of a built-in, at the call',
        '\nJSON.parse("{")',
        "SyntaxError: Expected property name or '}' in JSON at position 1 (line 1 column 2)",
        2,
        6,
      ],
      [
        'an error in a timer',
        'setTimeout(() => {\n  throw new Error("t")\n}, 1);\nawait new Promise((r) => setTimeout(r, 1000))',
        'Error: t',
        2,
        9,
      ],
      [
        'an error in a microtask',
        'queueMicrotask(() => { throw new Error("m") });\nawait new Promise((r) => setTimeout(r, 1000))',
        'Error: m',
        1,
        30,
      ],
      [
        'a rejection that nobody awaits',
        '(async () => { throw new Error("lost") })();\nreturn 5',
        'Error: lost (unawaited)',
        1,
        22,
      ],
      [
        'the rejection that leaves a script waiting',
        'await new Promise((r) => { Promise.reject(new Error("why")) })',
        'Error: why (unawaited)',
        1,
        43,
      ],
      ['an error with another name', 'const e = new Error("a"); e.name = "Mine"; throw e', 'Mine: a', 1, 11],
      ['an error without a message', 'throw new Error()', 'Error', 1, 7],
      [
        'a class of error',
        'class Mine extends Error { name = "Mine" }\nthrow new Mine("a")',
        'Mine: a',
        2,
        7,
      ],
      [
        'an error with a cause',
        'throw new Error("a", { cause: new TypeError("b") })',
        'Error: a (caused by TypeError: b)',
        1,
        7,
      ],
      [
        'several errors in one',
        'await Promise.any([Promise.reject(new Error("a"))])',
        {
          process: 'AggregateError: All promises were rejected (Error: a)',
          wasm: 'AggregateError (Error: a)',
        },
        1,
        35,
      ],
      [
        'the first of many errors in one',
        'throw new AggregateError([1, 2, 3, 4, 5].map((n) => new Error(`e${n}`)), "all")',
        'AggregateError: all (Error: e1; Error: e2; Error: e3; 2 more)',
        1,
        7,
      ],
      [
        'an error that resists',
        'const e = new Error("a"); Object.defineProperty(e, "message", { get() { throw 1 } }); throw e',
        'Error',
        1,
        11,
      ],
      [
        'a global that is absent',
        'fetch("http://a.test")',
        { process: 'TypeError: fetch is not a function', wasm: 'ReferenceError: fetch is not defined' },
        1,
        1,
      ],
      ['an assignment to nothing', 'x = 1', 'ReferenceError: x is not defined', 1, 3],
      [
        'a syntax error',
        'return ][',
        {
          process: "SyntaxError: Unexpected token ']'",
          wasm: "SyntaxError: unexpected token in expression: ']'",
        },
      ],
    ];
    for (const [what, body, message, line, column] of table) {
      it(`names ${what}`, async () => {
        const { position, stack: _stack, ...said } = await failure(sandbox(), body);
        const heard = said.message.replace(/\(in an unawaited promise: .*\)$/, '(unawaited)');
        assert.deepEqual(
          { ...said, message: heard },
          { code: 'script_error', message: wordsOf(message, engine) },
        );
        const expected = line !== undefined && column !== undefined ? { line, column } : undefined;
        if (engine === 'process' || expected !== undefined)
          assert.deepEqual(agreed(position, engine), agreed(expected, engine));
      });
    }

    const inner = 'function inner() {\n  throw new Error("a");\n}\n';
    const stacks: readonly (readonly [what: string, body: string, frames: readonly string[]])[] = [
      [
        'functions that call each other',
        `${inner}const outer = () => inner();\nouter()`,
        ['inner 2', 'outer 4', '- 5'],
      ],
      ['a function without a name', `${inner}[1].map((n) => inner(n))`, ['inner 2', '- 4', '- 4']],
      ['the script alone', 'throw new Error("a")', []],
      [
        'functions whose call failed',
        'const get = () => tools.geo.getCity({});\nawait get()',
        ['get 1', '- 2'],
      ],
    ];
    for (const [what, body, frames] of stacks) {
      it(`has the stack of ${what}`, async () => {
        const { stack = [] } = await failure(sandbox(), body, { handlers: failing() });
        const shown = stack.map(({ name = '-', line }) => `${name} ${line}`);
        // The wasm engine does not report the top level.
        assert.deepEqual(shown, engine === 'process' ? frames : frames.slice(0, shown.length));
        assert.ok(engine === 'process' || shown.length >= frames.length - 1);
      });
    }

    it('has no more of a deep stack than its beginning', async () => {
      const { stack = [] } = await failure(
        sandbox(),
        `const f = (n) => { if (n === 0) throw new Error("a"); return f(n - 1) };\nf(50)`,
      );
      assert.equal(stack.length, 10);
    });

    const values: readonly (readonly [what: string, body: string, message: string])[] = [
      ['a thrown string', '\n throw "no"', "Uncaught 'no': throw an Error for details"],
      ['a rejection with a value', 'await Promise.reject(7)', 'Uncaught 7: throw an Error for details'],
      ['a thrown object', 'throw { a: 1 }', 'Uncaught { a: 1 }: throw an Error for details'],
      ['a thrown undefined', 'throw undefined', 'Uncaught undefined: throw an Error for details'],
      ['a thrown null', 'throw null', 'Uncaught null: throw an Error for details'],
      [
        'an instance of a class',
        'class Odd { n = 1 } throw new Odd()',
        'Uncaught Odd { n: 1 }: throw an Error for details',
      ],
      [
        'a frozen object with a getter that throws',
        'throw Object.freeze({ get a() { throw 1 } })',
        'Uncaught { a: [Getter] }: throw an Error for details',
      ],
      [
        'a proxy that throws others like itself',
        'const odd = () => new Proxy({}, { getPrototypeOf() { throw odd() } });\nqueueMicrotask(() => { throw odd() });\nawait new Promise((r) => setTimeout(r, 1000))',
        'Uncaught [value that cannot be shown]: throw an Error for details',
      ],
    ];
    for (const [what, body, message] of values) {
      it(`shows ${what}, which has no place of its own`, async () => {
        assert.deepEqual(await failure(sandbox(), body), { code: 'script_error', message, clue: 'thrown' });
      });
    }

    it('is searched where it was thrown, if the script has written over its stack', async () => {
      const { clue, position } = await failure(
        sandbox(),
        'const error = new Error("x");\nerror.stack = "mine";\nthrow error',
      );
      // The wasm engine knows the position as soon as an error is made.
      assert.deepEqual([clue, position?.line], engine === 'process' ? ['thrown', undefined] : [undefined, 1]);
    });

    it('is searched nowhere, if it was made outside the script', async () => {
      const { clue, message } = await failure(sandbox(), 'await Promise.any([])');
      assert.deepEqual(
        [clue, message],
        [undefined, engine === 'process' ? 'AggregateError: All promises were rejected' : 'AggregateError'],
      );
    });

    it('carries the ToolError that was not caught, with the place of the call', async () => {
      const said = await failure(sandbox(), '\nawait tools.geo.getCity({})', { handlers: failing() });
      assert.deepEqual(said, {
        code: 'script_error',
        message: 'ToolError: It broke.',
        position: { line: 2, column: 17 },
        toolError: toolError(),
      });
    });

    it('carries the ToolError of a call that was not awaited', async () => {
      const handlers = new RecordingHandlers((call) =>
        call.sequence === 1 ? { ok: false, error: toolError() } : { ok: true, value: null },
      );
      const said = await failure(
        sandbox(),
        'tools.geo.getCity({});\nawait tools.geo.getRiver({});\nreturn 1',
        { handlers },
      );
      assert.deepEqual(
        [said.code, said.toolError?.code, said.position],
        ['script_error', 'tool_failed', { line: 1, column: 11 }],
      );
    });

    it('is none when a rejection is awaited later', async () => {
      const body =
        'const p = tools.geo.getCity({}); await tools.geo.getRiver({}).catch(() => 0); await new Promise((r) => setTimeout(r, 5)); try { await p } catch { return "caught" }';
      assert.equal(await returned(sandbox(), body, { handlers: failing() }), 'caught');
    });

    it('shows the frames of the script and no others', async () => {
      const body =
        'function inner() { return new Error("x") }\nfunction outer() { return inner() }\nreturn [1].map(outer)[0].stack';
      const stack = (await returned(sandbox(), body)) as string;
      const expected = 'Error: x\n    at inner (script:1:27)\n    at outer (script:2:27)\n    at script:3:12';
      assert.equal(agreedStack(stack, engine), agreedStack(expected, engine));
    });

    describe('in a promise that nothing awaits, while the script goes on,', () => {
      const sleep = 'const sleep = (ms) => new Promise((done) => setTimeout(done, ms));';
      const lost = 'not yet awaited: await it, or catch the error)';

      async function warnings(body: string, handlers = new RecordingHandlers()): Promise<string[]> {
        await returned(sandbox(), body, { handlers });
        return handlers.logs.map(({ level, text }) => `${level} ${text}`);
      }

      /** Returns the first line that an endless script writes. */
      async function firstLine(body: string): Promise<string | undefined> {
        const stop = new AbortController();
        const handlers = new RecordingHandlers(untilAborted);
        const record = handlers.log.bind(handlers);
        handlers.log = (entry) => {
          record(entry);
          stop.abort();
        };
        const { code } = await failure(sandbox(), body, { handlers, signal: stop.signal });
        assert.equal(code, 'cancelled');
        return handlers.texts[0];
      }

      it('is told while a timer runs, with its place', async () => {
        const body =
          'setInterval(async () => {\n  throw new Error("lost");\n}, 1);\nawait new Promise(() => {})';
        assert.equal(await firstLine(body), `Error: lost (line 2, in a promise ${lost}`);
      });

      it('is told while a call is under way', async () => {
        const body = '(async () => { throw new TypeError("early") })();\nawait tools.geo.getCity({})';
        assert.equal(await firstLine(body), `TypeError: early (line 1, in a promise ${lost}`);
      });

      it('is told once for each line', async () => {
        const body = `${sleep}\nconst kept = [];\nfor (const n of [1, 2, 3]) {\n  kept.push((async () => { throw new Error("a" + n) })());\n  kept.push(Promise.reject(n));\n  await sleep(1);\n}\nawait Promise.allSettled(kept)`;
        assert.deepEqual(await warnings(body), [
          `warn Error: a1 (line 4, in a promise ${lost}`,
          `warn Uncaught 1: throw an Error for details (in a promise ${lost}`,
        ]);
      });

      const fine: readonly (readonly [what: string, body: string])[] = [
        [
          'caught in the same turn',
          `${sleep}\nconst lost = Promise.reject(new Error("a")); await null; lost.catch(() => 0); await sleep(5)`,
        ],
        [
          'one of several that are awaited together',
          `${sleep}\nawait Promise.all([Promise.reject(1), sleep(5)]).catch(() => sleep(5))`,
        ],
        [
          'the second of several that fail',
          `${sleep}\nawait Promise.all([Promise.reject(1), Promise.reject(2), sleep(5)]).catch(() => sleep(5))`,
        ],
        [
          'a failed call that is awaited with others',
          `${sleep}\nawait Promise.allSettled([tools.geo.getCity({}), tools.geo.getCity({}), sleep(5)]); await sleep(5)`,
        ],
        [
          'too late for a race',
          `${sleep}\nawait Promise.race([1, sleep(1).then(() => { throw 1 })]); await sleep(5)`,
        ],
        ['a failed call that is caught', 'try { await tools.geo.getCity({}) } catch { await null }'],
      ];
      for (const [what, body] of fine) {
        it(`is not told when it is ${what}`, async () =>
          assert.deepEqual(await warnings(body, failing()), []));
      }
    });

    it('is found at once when nothing can wake the script any more', async () => {
      // No other limit can end the run before the limit of the test.
      const limits = { wallMs: 600_000, cpuMs: 600_000 };
      assert.equal(
        (await failure(sandbox(), 'await new Promise(() => {})', { limits })).code,
        'pending_forever',
      );
    });

    it('is not pending forever while a timer runs', async () => {
      assert.equal(
        await returned(sandbox(), 'return await new Promise((r) => setTimeout(() => r("woke"), 30))'),
        'woke',
      );
    });
  },
);
