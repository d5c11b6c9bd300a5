// Tests the differences between the wasm engine and the process that docs/values.md lists. Both engines promise all
// other behaviour, and both are tested for it.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import {
  echo,
  failure,
  itReturns,
  itThrows,
  makeSandbox,
  RecordingHandlers,
  returned,
  sharedSandbox,
  unavailable,
} from './sandboxBed.ts';
import { eventually, sandboxProcesses } from './sandboxProcesses.ts';

describe('the wasm engine', () => {
  const sandbox = sharedSandbox({ engine: 'wasm' });

  const refusals = [
    ['Intl', 'new Intl.NumberFormat("en")'],
    ['a number in a language', '(1234.5).toLocaleString("de")'],
    ['a number with options', '(5).toLocaleString(undefined, { style: "currency", currency: "USD" })'],
    ['a large whole number in a language', '(5n).toLocaleString("de")'],
    ['a date in a language', 'new Date(0).toLocaleDateString("de")'],
    ['a date in a time zone', 'new Date(0).toLocaleString("en", { timeZone: "Asia/Tokyo" })'],
    ['an order of a language', '"a".localeCompare("b", "de")'],
    ['an order by numbers', '["a10", "a2"].sort((a, b) => a.localeCompare(b, undefined, { numeric: true }))'],
    ['letters of a language', '"i".toLocaleUpperCase("tr")'],
  ] as const;
  const noIntl = /Intl\b.* wasm engine.*no sandbox process.*codeMode\.sandbox\.engine/;
  itThrows(
    sandbox,
    refusals.map(([what, body]) => [what, body, noIntl]),
    (what) => `does not know ${what}, and names the setting`,
  );

  it('knows the place where a language is asked for', async () => {
    const { code, message, position } = await failure(sandbox(), '\n(1234.5).toLocaleString("de")');
    assert.deepEqual([code, noIntl.test(message), position?.line], ['script_error', true, 2]);
  });

  itReturns(sandbox, [
    ['can be asked whether it has Intl', 'return [typeof Intl, "Intl" in globalThis]', ['undefined', false]],
    [
      'formats plain numbers as in English',
      'return [1234567.8917, -1234, 0, 0.5, 12, 123456789n, NaN].map((n) => n.toLocaleString()).concat((1e6).toLocaleString("en-US"))',
      ['1,234,567.892', '-1,234', '0', '0.5', '12', '123,456,789', 'NaN', '1,000,000'],
    ],
    [
      'formats dates in one way',
      'return new Date(2026, 0, 31, 15).toLocaleString()',
      '01/31/2026, 03:00:00 PM',
    ],
    [
      'compares text by its characters',
      'return ["b", "ä", "B", "a"].sort((a, b) => a.localeCompare(b))',
      ['B', 'a', 'b', 'ä'],
    ],
    [
      'decodes UTF-8 and UTF-16 alone',
      'return ["utf-8", "utf-16be", "latin1"].map((label) => { try { return new TextDecoder(label).encoding } catch (error) { return error.name } })',
      ['utf-8', 'utf-16be', 'RangeError'],
    ],
    [
      'lets functions call themselves a few hundred times, and then throws as every engine does',
      'let depth = 0; const call = () => { depth += 1; call() }; try { call() } catch (error) { return [depth > 500, error.name] }',
      [true, 'RangeError'],
    ],
  ]);

  it('names no time zone in the text of a date', async () => {
    const text = (await returned(sandbox(), 'return String(new Date(2026, 0, 31))')) as string;
    assert.match(text, /^Sat Jan 31 2026 00:00:00 GMT[+-]\d{4}$/);
  });

  it('refuses whole numbers that are too large, where the process computes until its time is up', async () => {
    const { code, message } = await failure(sandbox(), 'let x = 3n; for (;;) x = x * x');
    assert.deepEqual([code, message], ['script_error', 'RangeError: BigInt is too large to allocate']);
  });

  it('bounds all memory by heapMb, and does not know residentMb', async () => {
    const bytes =
      'const all = []; for (let i = 0; i < 20; i += 1) all.push(new Uint8Array(5e6).fill(1)); return all.length';
    const failed = await failure(sandbox(), bytes, { limits: { heapMb: 64 } });
    assert.deepEqual(
      [failed.code, /64 MB \(codeMode\.limits\.heapMb\)/.test(failed.message)],
      ['memory_limit', true],
    );
    assert.equal(await returned(sandbox(), bytes, { limits: { residentMb: 64 } }), 20);
  });

  it('grows the host by the memory of its machine and little more', async () => {
    await returned(sandbox(), 'return 1');
    const before = process.memoryUsage.rss();
    let most = before;
    const timer = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 2);
    await failure(sandbox(), 'const all = []; for (;;) all.push("x".repeat(1000) + all.length);', {
      limits: { heapMb: 64 },
    });
    clearInterval(timer);
    const grownMb = Math.round((most - before) / 1_048_576);
    assert.ok(grownMb <= 64 + 30, `${grownMb} MB`);
  });

  it('points at the line of an error, and perhaps at another word of it', async () => {
    const { position } = await failure(sandbox(), '\n  throw new Error("a")');
    assert.deepEqual(position, { line: 2, column: 13 });
  });

  describe('does not know the place of a pattern that takes a value apart, and says so', () => {
    const note = / \(in a pattern such as .*\)$/;
    const toObject = /^TypeError: Cannot convert .* to object/;
    const patterns: readonly (readonly [
      what: string,
      body: string,
      engineSays: RegExp,
      line: number | undefined,
    ])[] = [
      [
        'of an object',
        'const city = JSON.parse("{}");\nconsole.log(1);\nconst { at: { x } } = city;',
        toObject,
        2,
      ],
      [
        'of an object in a function',
        'function f(city) {\n  const n = 1;\n  const { at: { x } } = city;\n}\nf({});',
        toObject,
        1,
      ],
      [
        'of a list',
        'let all;\nconsole.log(1);\nconst [first] = all;',
        /^TypeError: cannot read property 'Symbol/,
        2,
      ],
      [
        'of what is no list',
        'console.log(1);\nconst n = 5;\nconst [first] = n;',
        /^TypeError: value is not iterable/,
        1,
      ],
      ['that nothing stands before', 'const { at: { x } } = {};', toObject, undefined],
    ];
    for (const [what, body, engineSays, line] of patterns) {
      it(what, async () => {
        const { message, position } = await failure(sandbox(), body);
        assert.match(message, engineSays);
        assert.deepEqual([note.test(message), position?.line], [true, line]);
      });
    }

    it('but not in a loop that awaits what is no list', async () => {
      const { message, position } = await failure(
        sandbox(),
        'console.log(1);\nfor await (const n of 5) console.log(n);',
      );
      assert.deepEqual([message, position?.line], ['TypeError: not a function', 1]);
    });

    it('but not of what a function of the language refuses', async () => {
      const { message, position } = await failure(sandbox(), '\nObject.keys(null)');
      assert.match(message, /^TypeError: Cannot convert .* to object$/);
      assert.equal(position?.line, 2);
    });
  });

  it('knows another line of an expression over several', async () => {
    const { position } = await failure(sandbox(), '"abc".repeat(\n  -1)');
    assert.equal(position?.line, 2);
  });

  it('does not know the place where the stack was full', async () => {
    const { message, position } = await failure(sandbox(), 'function f() { return f() }\nf()');
    assert.deepEqual([message, position], ['RangeError: Maximum call stack size exceeded', undefined]);
  });

  it('refuses to run where a wall of the operating system is required: it has no process to put behind one', async () => {
    const message = await unavailable({ engine: 'wasm', osConfinement: 'required' });
    assert.match(message, /codeMode\.sandbox\.os .*"required".* wasm engine/);
  });

  it('starts no process', async () => {
    const handlers: RecordingHandlers = new RecordingHandlers((call) => {
      assert.deepEqual(sandboxProcesses(), []);
      return echo(call);
    });
    await returned(sandbox(), 'await tools.a.b({})', { handlers });
    assert.equal(handlers.calls.length, 1);
  });

  it('leaves no thread behind when it is closed', async () => {
    const threads = () => readdirSync('/proc/self/task').length;
    const own = makeSandbox({ engine: 'wasm', spares: 0 });
    await returned(own, 'return 1');
    const running = threads();
    await own.dispose();
    assert.ok(threads() < running, `${threads()} of ${running}`);
  });

  it('lets its spare go when it is idle, and starts again', async () => {
    const threads = () => readdirSync('/proc/self/task').length;
    await using own = makeSandbox({ engine: 'wasm', idleMs: 500 });
    await own.status();
    const before = threads();
    own.warm();
    await eventually(threads, (count) => count > before);
    assert.equal(await eventually(threads, (count) => count <= before), before);
    assert.equal(await returned(own, 'return 1'), 1);
  });
});

describe('the process engine', () => {
  it('names the other engine when no process can be started', async () => {
    assert.match(await unavailable({ execPath: '/nowhere/node' }), /codeMode\.sandbox\.engine = "wasm"/);
  });
});
