// Tests the lines of the console that a person or a model reads.
import assert from 'node:assert/strict';
import { agreedStack, onProcessEngine, RecordingHandlers, returned, run } from './sandboxBed.ts';

onProcessEngine('console', /^keeps level, order and time$/, (sandbox, engine) => {
  async function lines(body: string): Promise<string[]> {
    const handlers = new RecordingHandlers();
    await returned(sandbox(), body, { handlers });
    return handlers.texts;
  }

  it('keeps level, order and time', async () => {
    const handlers = new RecordingHandlers();
    const body =
      'console.debug(1); console.log(2); console.info(3); console.warn(4); await new Promise((r) => setTimeout(r, 30)); console.error(5)';
    const before = performance.now();
    await returned(sandbox(), body, { handlers });
    const took = performance.now() - before;
    assert.deepEqual(
      handlers.logs.map(({ level, text }) => `${level} ${text}`),
      ['debug 1', 'log 2', 'info 3', 'warn 4', 'error 5'],
    );
    const [first, last] = [handlers.logs[0], handlers.logs[4]];
    assert.ok(first && last && last.ms - first.ms >= 25 && last.ms <= took + 1);
  });

  const shown: readonly (readonly [what: string, args: string, text: string])[] = [
    ['strings as they are', '"a", "b"', 'a b'],
    ['strings inside values quoted', '["a", "it\'s"]', "['a', \"it's\"]"],
    [
      'short objects on one line',
      '{ a: 1, "b-c": [1, 2], d: null, e: undefined }',
      "{ a: 1, 'b-c': [1, 2], d: null, e: undefined }",
    ],
    [
      'long objects on several',
      `{ a: "${'x'.repeat(50)}", b: "${'y'.repeat(50)}" }`,
      `{\n  a: '${'x'.repeat(50)}',\n  b: '${'y'.repeat(50)}'\n}`,
    ],
    [
      'collections',
      'new Map([["k", { v: 1 }]]), new Set([1]), new Uint8Array(2)',
      "Map(1) { 'k' => { v: 1 } } Set(1) { 1 } Uint8Array(2) [0, 0]",
    ],
    [
      'classes and functions',
      'new (class Foo { a = 1 })(), function bar() {}, class Baz {}, () => 1',
      'Foo { a: 1 } [Function: bar] [Function: Baz] [Function (anonymous)]',
    ],
    ['primitives', '1n, -0, Symbol("s"), true, undefined', '1n -0 Symbol(s) true undefined'],
    [
      'dates, regular expressions and URLs',
      'new Date(0), /x/g, new URL("http://a.test/")',
      "1970-01-01T00:00:00.000Z /x/g URL { 'http://a.test/' }",
    ],
    ['the text of URL parameters', 'new URLSearchParams({ a: 1 })', "URLSearchParams { 'a=1' }"],
    [
      'values whose class has no name',
      'new (class { a = 1 })(), new (class { static name() {} })(), (function* () {})(), Object.create(null)',
      '{ a: 1 } {} Generator {} [Object: null prototype] {}',
    ],
    ['errors with their place', 'new TypeError("no")', 'TypeError: no\n    at script:1:13'],
    ['cycles', '(() => { const a = {}; a.a = a; return a })()', '{ a: [Circular] }'],
    ['depth up to a bound', '[[[[[[[[1]]]]]]]]', '[[[[[[[Array]]]]]]]'],
    ['the first hundred items', 'Array(150).fill(0)', `[\n${'  0,\n'.repeat(100)}  ... 50 more\n]`],
    ['getters without calling them', '{ get a() { throw 1 } }', '{ a: [Getter] }'],
    ['causes of errors', 'new Error("a", { cause: "why" })', "Error: a\n    at script:1:13 { cause: 'why' }"],
    [
      'the errors in an error',
      'new AggregateError(["x"], "all")',
      "AggregateError: all\n    at script:1:13 { errors: ['x'] }",
    ],
    [
      'all digits of large integers in formats',
      '"%d %i", 12345678901234567890n, 5n',
      '12345678901234567890n 5n',
    ],
    ['no styles', '"%cbig%c %s", "color: red", "", "x"', 'big x'],
    ['a symbol in a format of numbers', '"%d", Symbol("s")', 'NaN'],
    ['formats', '"%s is %d%% of %i, %j", "x", 5, 9.9, { a: 1 }, "rest"', 'x is 5% of 9, { a: 1 } rest'],
  ];
  // One script writes a line for each case, at the position that a script of its own would have.
  let allShown: Promise<string[]> | undefined;
  for (const [index, [what, , text]] of shown.entries()) {
    it(`shows ${what}`, async () => {
      allShown ??= lines(shown.map((each) => `console.log(${each[1]});`).join('\n'));
      const line = (await allShown)[index] ?? '';
      const here = text.replace('script:1:', `script:${index + 1}:`);
      assert.equal(agreedStack(line, engine), agreedStack(here, engine));
    });
  }

  it('counts, groups, asserts and times', async () => {
    const body =
      'console.count("c"); console.count("c"); console.group("g"); console.log("in\\nside"); console.groupEnd(); console.assert(1, "x"); console.assert(0, "%s", "y"); console.time(); console.timeEnd()';
    const said = await lines(body);
    assert.deepEqual(said.slice(0, 5), ['c: 1', 'c: 2', 'g', '  in\n  side', 'Assertion failed: y']);
    assert.match(said[5] ?? '', /^default: \d+\.\d ms$/);
  });

  it('says at which line of the script each method was called', async () => {
    const handlers = new RecordingHandlers();
    const body = `console.log(1);
      function inner() {
        console.warn(2);
      }
      inner();
      await null;
      [3].forEach(console.error);
      console.assert(false, { get a() { return 4; } }); console.count();
      console.time(); console.timeLog(); console.timeEnd();
      console.group("g"); console.dir({}); console.table([]);`;
    await returned(sandbox(), body, { handlers });
    assert.deepEqual(handlers.logLines, [1, 3, 7, 8, 8, 9, 9, 10, 10, 10]);
  });

  it('says no line where the script did not call the method itself', async () => {
    const handlers = new RecordingHandlers();
    await returned(
      sandbox(),
      'setTimeout(console.log, 1, "a"); await new Promise((r) => setTimeout(r, 5));',
      { handlers },
    );
    assert.deepEqual([handlers.texts, handlers.logLines], [['a'], [undefined]]);
  });

  it('keeps the whole stack of an error that is made after a line was written', async () => {
    const handlers = new RecordingHandlers();
    const body =
      'console.log(1);\nconst deep = (n) => { if (n === 0) throw new Error("x"); deep(n - 1); };\ntry { deep(6); } catch (e) { console.log(e); }';
    await returned(sandbox(), body, { handlers });
    assert.ok((handlers.texts[1] ?? '').split('\n').length >= 7, handlers.texts[1]);
  });

  it('cuts a line that is too long and says so', async () => {
    const [line = ''] = await lines('console.log("x".repeat(100000))');
    assert.match(line, /^x{1000,}… \[\d+ more characters\]$/);
    assert.ok(line.length <= 65_536);
  });

  it('shows a value whose proxy throws as what it is', async () => {
    assert.deepEqual(await lines('console.log(new Proxy({}, { ownKeys() { throw 1 } }))'), [
      '[value that cannot be shown]',
    ]);
  });

  it('is heard even when the script never ends', async () => {
    const handlers = new RecordingHandlers();
    await run(sandbox(), 'console.log("one"); console.log("two"); for (;;);', {
      handlers,
      limits: { cpuMs: 200 },
    });
    assert.deepEqual(handlers.texts, ['one', 'two']);
  });
});
