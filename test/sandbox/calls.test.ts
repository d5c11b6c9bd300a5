// Tests `tools`, `codemode` and `ToolError` from the view of a script.
import assert from 'node:assert/strict';
import {
  agreed,
  echo,
  failure,
  itReturns,
  onProcessEngine,
  RecordingHandlers,
  returned,
  toolError,
  value,
} from './sandboxBed.ts';

const names = { geo: ['getCity', 'getRiver'], my_weather: ['forecast'] };

onProcessEngine('tools', /^pass names, form, sequence and input as they are$/, (sandbox, engine) => {
  it('pass names, form, sequence and input as they are', async () => {
    const handlers = new RecordingHandlers();
    await returned(
      sandbox(),
      'await tools.geo.getCity({ a: [1] }); await tools["my weather"]["get-it"].raw(); await tools.geo.getCity(null)',
      { handlers },
    );
    assert.deepEqual(handlers.calls, [
      { target: 'tool', sequence: 1, server: 'geo', tool: 'getCity', form: 'value', input: { a: [1] } },
      { target: 'tool', sequence: 2, server: 'my weather', tool: 'get-it', form: 'raw', input: undefined },
      { target: 'tool', sequence: 3, server: 'geo', tool: 'getCity', form: 'value', input: null },
    ]);
  });

  it('tell the size of each answer, as UTF-8', async () => {
    const handlers = new RecordingHandlers(({ sequence }) => {
      return sequence === 1 ? value({ name: 'Zürich' }) : { ok: false, error: toolError({ message: 'ö' }) };
    });
    await returned(sandbox(), 'await tools.geo.getCity(); await tools.geo.getCity().catch(() => undefined)', {
      handlers,
    });
    const sizes = [{ name: 'Zürich' }, toolError({ message: 'ö' })].map((answer) =>
      Buffer.byteLength(JSON.stringify(answer)),
    );
    assert.deepEqual([...handlers.sizes.values()], sizes);
  });

  it('give the answer, also when it is undefined', async () => {
    const handlers = new RecordingHandlers(() => value(undefined));
    assert.equal(
      await returned(sandbox(), 'return (await tools.geo.getCity()) === undefined', { handlers }),
      true,
    );
  });

  it('run at the same time under Promise.all', async () => {
    const open = Promise.withResolvers<undefined>();
    const handlers: RecordingHandlers = new RecordingHandlers(async (call) => {
      if (handlers.calls.length === 20) open.resolve(undefined);
      await open.promise;
      return echo(call);
    });
    const body =
      'return (await Promise.all(Array.from({ length: 20 }, (_, i) => tools.geo.getCity(i)))).reduce((a, b) => a + b)';
    assert.equal(await returned(sandbox(), body, { handlers }), 190);
  });

  itReturns(
    sandbox,
    [
      [
        'list the names of the run and nothing else',
        'return [Object.keys(tools), Object.keys(tools.geo), "getCity" in tools.geo, "x" in tools.geo, "geo" in tools, Object.keys(tools.nowhere)]',
        [['geo', 'my_weather'], ['getCity', 'getRiver'], true, false, true, []],
      ],
      [
        'cannot be changed',
        'const tries = [() => { tools.geo = 1 }, () => { delete tools.geo }, () => { tools.geo.getCity = 1 }, () => { tools.geo.getCity.raw = 1 }, ' +
          '() => Object.setPrototypeOf(tools, {}), () => Object.defineProperty(tools, "x", { value: 1 }), () => { tools = 1 }];' +
          'return tries.map((f) => { try { f(); return "changed" } catch (e) { return e.name } })',
        Array(7).fill('TypeError'),
      ],
      [
        'that cannot be sent reject, so that a script can catch them',
        'return tools.geo.getCity({ f() {} }).catch((e) => [e instanceof ToolError, e.code, e.server, e.tool])',
        [true, 'invalid_input', 'geo', 'getCity'],
      ],
    ],
    { names },
  );

  it('can be awaited, printed and compared without calling anything', async () => {
    const handlers = new RecordingHandlers();
    const body =
      'await tools; await tools.geo; JSON.stringify(tools); console.log(tools.geo); tools.geo instanceof Object; Object.prototype.toString.call(tools.geo);' +
      'try { `${tools.geo}` } catch {} try { tools + 1 } catch {} return tools.geo.getCity === tools.geo.getCity';
    assert.deepEqual([await returned(sandbox(), body, { handlers, names }), handlers.calls], [true, []]);
  });

  const unsendable: readonly (readonly [what: string, body: string, said: string])[] = [
    ['a function', '\nawait tools.geo.getCity({ f() {} })', 'input.f is a function: '],
    [
      'a promise',
      '\nawait tools.geo.getCity({ city: Promise.resolve() })',
      'input.city is a Promise: await it',
    ],
    [
      'a cycle, however deep',
      'let a = {}; const top = a; for (let i = 0; i < 50; i++) a = a.b = {}; a.b = top\nawait tools.geo.getCity(top)',
      `input${'.b'.repeat(12)}… is circular: `,
    ],
  ];
  for (const [what, body, said] of unsendable) {
    it(`refuse ${what} in an input with a ToolError, at the line of the call`, async () => {
      const { code, message, position } = await failure(sandbox(), body);
      assert.deepEqual(
        [code, agreed(position, engine)],
        ['script_error', agreed({ line: 2, column: 17 }, engine)],
      );
      assert.ok(message.startsWith(`ToolError: tools.geo.getCity was not called: ${said}`), message);
    });
  }

  it('reject with what a getter of their input throws', async () => {
    const { message, position } = await failure(
      sandbox(),
      'await tools.geo.getCity({ get a() { throw new Error("no") } })',
    );
    assert.deepEqual(
      [message, agreed(position, engine)],
      ['Error: no', agreed({ line: 1, column: 43 }, engine)],
    );
  });

  it('refuse an input over the limit with a ToolError', async () => {
    const body =
      'try { await tools.geo.getCity("x".repeat(2000)) } catch (e) { return [e instanceof ToolError, e.code, e.message] }';
    const [isToolError, code, message] = (await returned(sandbox(), body, {
      limits: { resultBytes: 1000 },
    })) as [boolean, string, string];
    assert.deepEqual([isToolError, code], [true, 'limit_exceeded']);
    assert.match(
      message,
      /^tools\.geo\.getCity was not called: .* 1,000 bytes \(codeMode\.limits\.resultBytes\)/,
    );
  });

  it('refuse an input of too many parts with a ToolError, and pass as many numbers', async () => {
    const body =
      'await tools.geo.getCity(Array(400_000).fill(1)); try { await tools.geo.getCity(Array(200_000).fill([])) } catch (e) { return [e.code, e.message] }';
    const [code, message] = (await returned(sandbox(), body)) as [string, string];
    assert.equal(code, 'limit_exceeded');
    assert.match(message, /^tools\.geo\.getCity was not called: .* more than 200,000 texts/);
  });

  it('refuse a short input of too many new keys with a ToolError', async () => {
    const body =
      'const input = Array.from({ length: 20_000 }, (_, i) => ({ [String.fromCharCode(0x3400 + i)]: 1 })); try { await tools.geo.getCity(input) } catch (e) { return [e.code, JSON.stringify(input).length < 200_000] }';
    assert.deepEqual(await returned(sandbox(), body), ['limit_exceeded', true]);
  });

  it('pass large answers of any characters', async () => {
    const text = 'ü\u2028"\\\n😀'.repeat(200_000);
    const handlers = new RecordingHandlers(() => value({ text }));
    const body = 'const { text } = await tools.geo.getCity(); return [text.length, text.slice(0, 6)]';
    assert.deepEqual(await returned(sandbox(), body, { handlers }), [text.length, text.slice(0, 6)]);
  });

  it('warn about calls that were not awaited and finish all the same', async () => {
    const handlers = new RecordingHandlers();
    const names = 'tools.geo.getCity (line 1), tools.geo.getRiver (line 2)';
    assert.equal(
      await returned(sandbox(), 'tools.geo.getCity();\ntools.geo.getRiver();\nreturn 5', { handlers }),
      5,
    );
    assert.equal(handlers.logs.length, 1);
    const [{ level, text } = assert.fail()] = handlers.logs;
    assert.equal(level, 'warn');
    assert.ok(text.startsWith('2 calls were not awaited') && text.includes(`: ${names}. Await`), text);
  });

  it('answer with an error when a handler breaks, and say so in the log', async () => {
    const handlers = new RecordingHandlers(() => {
      throw new Error('a bug');
    });
    assert.equal(
      await returned(sandbox(), 'try { await tools.geo.getCity() } catch (e) { return e.code }', {
        handlers,
      }),
      'protocol_error',
    );
  });
});

onProcessEngine('ToolError', /^is what a failed call rejects with, all fields set$/, (sandbox) => {
  const handlers = () =>
    new RecordingHandlers(() => ({
      ok: false,
      error: toolError({ retryable: true, content: [{ type: 'text', text: 'why' }] }),
    }));

  it('is what a failed call rejects with, all fields set', async () => {
    const body =
      'try { await tools.geo.getCity() } catch (e) { return [e instanceof ToolError, e instanceof Error, e.name, e] }';
    assert.deepEqual(await returned(sandbox(), body, { handlers: handlers() }), [
      true,
      true,
      'ToolError',
      { name: 'ToolError', ...toolError({ retryable: true, content: [{ type: 'text', text: 'why' }] }) },
    ]);
  });

  it('has the data of the server’s error, and no such field without', async () => {
    const body = 'try { await tools.geo.getCity() } catch (e) { return ["data" in e, e.data?.[0].message] }';
    const withData = new RecordingHandlers(() => ({
      ok: false,
      error: toolError({ data: [{ message: 'must be odd' }] }),
    }));
    assert.deepEqual(await returned(sandbox(), body, { handlers: withData }), [true, 'must be odd']);
    assert.deepEqual(await returned(sandbox(), body, { handlers: handlers() }), [false, null]);
  });

  it('has the stack of the call', async () => {
    const body =
      'async function ask() {\n  return await tools.geo.getCity();\n}\ntry { await ask() } catch (e) { return e.stack }';
    assert.equal(
      await returned(sandbox(), body, { handlers: handlers() }),
      'ToolError: It broke.\n    at ask (script:2:26)\n    at script:4:13',
    );
  });

  it('comes out of Promise.allSettled as a reason', async () => {
    const body =
      'const [r] = await Promise.allSettled([tools.geo.getCity()]); return [r.status, r.reason.code]';
    assert.deepEqual(await returned(sandbox(), body, { handlers: handlers() }), ['rejected', 'tool_failed']);
  });
});

onProcessEngine('codemode', /^passes every method with the arguments that were given$/, (sandbox) => {
  it('passes every method with the arguments that were given', async () => {
    const handlers = new RecordingHandlers();
    await returned(
      sandbox(),
      'const { search, describe, store } = codemode; await search("q", { limit: 1 }); await search("q"); await describe(["a"]); await store.get("k"); await store.set("k", { v: 1 }); await store.delete("k"); await store.keys()',
      { handlers },
    );
    assert.deepEqual(
      handlers.calls.map((call) => call.target === 'codemode' && [call.sequence, call.method, call.params]),
      [
        [1, 'search', ['q', { limit: 1 }]],
        [2, 'search', ['q']],
        [3, 'describe', [['a']]],
        [4, 'store.get', ['k']],
        [5, 'store.set', ['k', { v: 1 }]],
        [6, 'store.delete', ['k']],
        [7, 'store.keys', []],
      ],
    );
  });

  it('has the arguments and earlier results', async () => {
    const input = { args: { a: { b: 1 } }, results: { r7: [1, 2] } };
    assert.deepEqual(
      await returned(sandbox(), 'return [codemode.args, codemode.results.r7, codemode.results.r8]', input),
      [{ a: { b: 1 } }, [1, 2], null],
    );
  });

  it('displays text and content blocks, known fields only', async () => {
    const handlers = new RecordingHandlers();
    await returned(
      sandbox(),
      'codemode.display("hi"); codemode.display({ type: "image", data: "AAAA", mimeType: "image/png", extra: 1 })',
      { handlers },
    );
    assert.deepEqual(handlers.displayed, [
      { type: 'text', text: 'hi' },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
    ]);
  });

  it('says what can be displayed', async () => {
    const { message } = await failure(sandbox(), 'codemode.display({ type: "picture" })');
    assert.match(message, /^TypeError: codemode\.display takes .*\{ type: "text", text \}/);
  });

  it('reports progress', async () => {
    const handlers = new RecordingHandlers();
    await returned(
      sandbox(),
      'codemode.progress("one"); codemode.progress("two", 0.5); codemode.progress("over", 7)',
      { handlers },
    );
    assert.deepEqual(handlers.progressed, [
      { message: 'one', fraction: undefined },
      { message: 'two', fraction: 0.5 },
      { message: 'over', fraction: 1 },
    ]);
  });
});
