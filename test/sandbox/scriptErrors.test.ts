// What is said of a script that throws: name, message and the place in its own lines.
import assert from 'node:assert/strict';
import {
  agreed,
  agreedStack,
  failure,
  onEachEngine,
  RecordingHandlers,
  returned,
  toolError,
  wordsOf,
  type EngineWords,
} from './sandboxBed.ts';

const nullRead = (name: string): EngineWords => ({
  process: `TypeError: Cannot read properties of null (reading '${name}')`,
  wasm: `TypeError: cannot read property '${name}' of null`,
});

const failing = () => new RecordingHandlers(() => ({ ok: false, error: toolError() }));

onEachEngine('an error of a script', (sandbox, engine) => {
  const table: readonly (readonly [what: string, body: string, message: EngineWords, line?: number, column?: number])[] = [
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
      'Error: lost (in a promise that nothing awaits: put await before it)',
      1,
      22,
    ],
    [
      'the rejection that leaves a script waiting',
      'await new Promise((r) => { Promise.reject(new Error("why")) })',
      'Error: why (in a promise that nothing awaits: put await before it)',
      1,
      43,
    ],
    ['an error with another name', 'const e = new Error("a"); e.name = "Mine"; throw e', 'Mine: a', 1, 11],
    ['an error without a message', 'throw new Error()', 'Error', 1, 7],
    ['a class of error', 'class Mine extends Error { name = "Mine" }\nthrow new Mine("a")', 'Mine: a', 2, 7],
    ['an error with a cause', 'throw new Error("a", { cause: new TypeError("b") })', 'Error: a (caused by TypeError: b)', 1, 7],
    [
      'several errors in one',
      'await Promise.any([Promise.reject(new Error("a"))])',
      { process: 'AggregateError: All promises were rejected (Error: a)', wasm: 'AggregateError (Error: a)' },
      1,
      35,
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
      { process: "SyntaxError: Unexpected token ']'", wasm: "SyntaxError: unexpected token in expression: ']'" },
    ],
  ];
  for (const [what, body, message, line, column] of table) {
    it(`names ${what}`, async () => {
      const { position, ...said } = await failure(sandbox(), body);
      assert.deepEqual(said, { code: 'script_error', message: wordsOf(message, engine) });
      const expected = line !== undefined && column !== undefined ? { line, column } : undefined;
      if (engine === 'process' || expected !== undefined) assert.deepEqual(agreed(position, engine), agreed(expected, engine));
    });
  }

  const values: readonly (readonly [what: string, body: string, message: string])[] = [
    ['a thrown string', '\n throw "no"', "Uncaught 'no': throw an Error to say more"],
    ['a rejection with a value', 'await Promise.reject(7)', 'Uncaught 7: throw an Error to say more'],
    ['a thrown object', 'throw { a: 1 }', 'Uncaught { a: 1 }: throw an Error to say more'],
    ['a thrown undefined', 'throw undefined', 'Uncaught undefined: throw an Error to say more'],
    ['a thrown null', 'throw null', 'Uncaught null: throw an Error to say more'],
    ['an instance of a class', 'class Odd { n = 1 } throw new Odd()', 'Uncaught Odd { n: 1 }: throw an Error to say more'],
    [
      'a frozen object with a getter that throws',
      'throw Object.freeze({ get a() { throw 1 } })',
      'Uncaught { a: [Getter] }: throw an Error to say more',
    ],
  ];
  for (const [what, body, message] of values) {
    it(`shows ${what}, which has no place of its own`, async () => {
      assert.deepEqual(await failure(sandbox(), body), { code: 'script_error', message, clue: 'thrown' });
    });
  }

  it('is searched where it was thrown, if the script has written over its stack', async () => {
    const { clue, position } = await failure(sandbox(), 'const error = new Error("x");\nerror.stack = "mine";\nthrow error');
    // The wasm engine knows the place as soon as an error is made.
    assert.deepEqual([clue, position?.line], engine === 'process' ? ['thrown', undefined] : [undefined, 1]);
  });

  it('is searched nowhere, if it was made outside the script', async () => {
    const { clue, message } = await failure(sandbox(), 'await Promise.any([])');
    assert.deepEqual([clue, message], [undefined, engine === 'process' ? 'AggregateError: All promises were rejected' : 'AggregateError']);
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
    const handlers = new RecordingHandlers((call) => (call.sequence === 1 ? { ok: false, error: toolError() } : { ok: true, value: null }));
    const said = await failure(sandbox(), 'tools.geo.getCity({});\nawait tools.geo.getRiver({});\nreturn 1', { handlers });
    assert.deepEqual([said.code, said.toolError?.code, said.position], ['script_error', 'tool_failed', { line: 1, column: 11 }]);
  });

  it('is none when a rejection is awaited later', async () => {
    const body =
      'const p = tools.geo.getCity({}); await tools.geo.getRiver({}).catch(() => 0); await new Promise((r) => setTimeout(r, 5)); try { await p } catch { return "caught" }';
    assert.equal(await returned(sandbox(), body, { handlers: failing() }), 'caught');
  });

  it('shows the frames of the script and no others', async () => {
    const body = 'function inner() { return new Error("x") }\nfunction outer() { return inner() }\nreturn [1].map(outer)[0].stack';
    const stack = (await returned(sandbox(), body)) as string;
    const expected = 'Error: x\n    at inner (script:1:27)\n    at outer (script:2:27)\n    at script:3:12';
    assert.equal(agreedStack(stack, engine), agreedStack(expected, engine));
  });

  it('is found at once when nothing can wake the script any more', async () => {
    const started = performance.now();
    const { code } = await failure(sandbox(), 'await new Promise(() => {})');
    assert.deepEqual([code, performance.now() - started < 5_000], ['pending_forever', true]);
  });

  it('is not pending forever while a timer runs', async () => {
    assert.equal(await returned(sandbox(), 'return await new Promise((r) => setTimeout(() => r("woke"), 30))'), 'woke');
  });
});
