// Tests one script from code to outcome, over a real checker thread and catalog and a `FakeSandbox`. Tools are in
// memory.
import assert from 'node:assert/strict';
import { InMemorySource, textResult } from '../fakes/inMemorySource.ts';
import { RecordingApprover } from '../fakes/recordingApprover.ts';
import { sharedEngine, TestEngine } from '../fakes/testEngine.ts';
import { newSource, onlyError } from './cityTools.ts';

describe('Engine.execute', () => {
  const source = newSource();
  const test = sharedEngine([source], { exclusions: ['other.th*'] });
  beforeEach(() => source.calls.splice(0));

  describe('runs', () => {
    it('a script that chains calls and returns a value', async () => {
      const outcome = await test.run(`
        const cities = await tools.geo.listCities({});
        const found = await tools.geo.getCity({ name: cities[1] });
        return { found: found.city, of: cities.length };`);
      assert.deepEqual(outcome.value, { found: 'Bergen', of: 2 });
      assert.deepEqual(
        outcome.calls.map(({ path, state }) => [path, state]),
        [
          ['tools.geo.listCities', 'finished'],
          ['tools.geo.getCity', 'finished'],
        ],
      );
    });

    it('a tool by its MCP name', async () => {
      assert.deepEqual((await test.run('return await tools.geo["get_city"]({ name: "Oslo" })')).value, {
        city: 'Oslo',
        country: 'NO',
      });
    });

    it('calls of Promise.all at the same time', async () => {
      const outcome = await test.run('return Promise.race([tools.geo.never({}), tools.geo.listCities({})])');
      assert.deepEqual(outcome.value, ['Oslo', 'Bergen']);
    });

    it('with its arguments', async () => {
      assert.equal((await test.run('return codemode.args.n + 1', { args: { n: 2 } })).value, 3);
    });

    it('without starting servers it does not name', async () => {
      const before = source.listed.length;
      await test.run('return await tools.geo.listCities({})');
      assert.deepEqual(source.listed.slice(before), ['geo']);
    });

    it('with text and comments that look like imports', async () => {
      const { value } = await test.run(
        '// import("fs")\nreturn ["import(x)", `eval(${1}) <!--`, /import\\(/.source]; /* import( */',
      );
      assert.deepEqual(value, ['import(x)', 'eval(1) <!--', 'import\\(']);
    });

    it('and tells of a kept result that is not there, and which are', async () => {
      test.results.keep('test', [10, 20, 30], 10);
      const { notes } = await test.run(
        'return codemode.results.r1.length + (codemode.results.r99?.length ?? 0)',
      );
      assert.deepEqual(notes, ['No codemode.results.r99. Kept: r1.']);
    });

    it('with a kept result that it names by a computed handle', async () => {
      const handle = test.results.keep('test', [10, 20, 30], 10);
      const { value } = await test.run('return codemode.results[codemode.args.handle].length', {
        args: { handle },
      });
      assert.equal(value, 3);
    });

    it('and captures the console', async () => {
      const { logs } = await test.run('console.log("a", { b: 1 }); console.warn("w")');
      assert.deepEqual(
        logs.map(({ level }) => level),
        ['log', 'warn'],
      );
      assert.match(logs[0]?.text ?? '', /^a \{ b: 1 \}$/);
    });

    it('and says at which line of its source a line of the console was written', async () => {
      const { logs } = await test.run(
        'interface A {\n  a: number;\n}\nenum B {\n  One,\n}\nconsole.log(B.One as unknown as A);',
      );
      assert.deepEqual(
        logs.map(({ line }) => line),
        [7],
      );
    });

    it('and shows what is displayed without putting it into the result', async () => {
      const outcome = await test.run(
        'const [image] = await tools.geo.picture({}); codemode.display(image); return "shown"',
      );
      assert.equal(outcome.value, 'shown');
      assert.deepEqual(outcome.displays, [{ type: 'image', data: 'iVBORw==', mimeType: 'image/png' }]);
    });

    it('and remembers what a run stored that failed', async () => {
      const failed = await test.run('await codemode.store.set("done", [1, 2]); throw new Error("later")', {
        session: 'failing',
      });
      assert.equal(failed.ok, false);
      assert.deepEqual(
        (await test.run('return codemode.store.get("done")', { session: 'failing' })).value,
        [1, 2],
      );
    });

    it('and remembers what is stored for the next run of its session', async () => {
      await test.run('await codemode.store.set("n", 41)');
      assert.equal((await test.run('return (await codemode.store.get("n")) + 1')).value, 42);
      assert.equal(
        (await test.run('return (await codemode.store.get("n")) ?? "none"', { session: 'another' })).value,
        'none',
      );
    });

    it('and finds tools by search', async () => {
      const { value } = await test.run('return (await codemode.search("list cities"))[0].path');
      assert.equal(value, 'tools.geo.listCities');
    });

    it('and calls that succeed count for search, those that fail do not', async () => {
      const before = ['list_cities', 'fail'].map((tool) => test.catalog.usage.callsOf('geo', tool));
      await test.run('await tools.geo.listCities({}); await tools.geo.fail({}).catch(() => 0)');
      const after = ['list_cities', 'fail'].map((tool) => test.catalog.usage.callsOf('geo', tool));
      assert.deepEqual(
        after.map((calls, index) => calls - (before[index] ?? 0)),
        [1, 0],
      );
    });
  });

  describe('takes a tool that answers', () => {
    const answers: readonly (readonly [tool: string, code: string, value: unknown])[] = [
      ['nothing', 'return (await tools.geo.nothing({})) === undefined', true],
      ['an image', 'return (await tools.geo.picture({}))[0].mimeType', 'image/png'],
      ['several blocks', 'return (await tools.geo.several({})).map((block) => block.text)', ['a', 'b']],
      ['10 MB', 'return (await tools.geo.large({})).length', 100_000],
    ];
    for (const [what, code, value] of answers) {
      it(what, async () => {
        assert.deepEqual((await test.run(code)).value, value);
      });
    }

    it('isError, as a ToolError that can be caught', async () => {
      const { value } = await test.run(`
        try { await tools.geo.fail({}); } catch (error) {
          return { is: error instanceof ToolError, code: error.code, server: error.server, tool: error.tool, says: error.content[0].text };
        }`);
      assert.deepEqual(value, {
        is: true,
        code: 'tool_failed',
        server: 'geo',
        tool: 'fail',
        says: 'no such city',
      });
    });
  });

  describe('refuses before anything runs', () => {
    // errors/ has the other causes, with the whole text of each.
    it('empty code', async () => {
      assert.equal(onlyError(await test.run('  \n')).code, 'empty_code');
    });

    it('a timeout out of range', async () => {
      assert.equal(onlyError(await test.run('return 1', { timeoutMs: 0 })).code, 'invalid_request');
    });

    it('an unknown server and tool, and names the servers that are there', async () => {
      const error = onlyError(await test.run('return tools.web.fetchPage({})'));
      assert.equal(error.code, 'unknown_server');
      assert.match(error.hint ?? '', /Servers: geo, notes, other\./);
    });
  });

  describe('asks', () => {
    it('once before a run that names a tool that can write', async () => {
      const approver = new RecordingApprover();
      await test.run('await tools.notes.save({ text: "a" }); await tools.notes.save({ text: "b" });', {
        approver,
      });
      assert.deepEqual(approver.asked, ['run: tools.notes.save']);
      assert.equal(source.calls.length, 2);
    });

    it('nothing for a script that only reads', async () => {
      const approver = new RecordingApprover();
      await test.run('return tools.geo.listCities({})', { approver });
      assert.deepEqual(approver.asked, []);
    });

    it('again for a write that the code did not show', async () => {
      const approver = new RecordingApprover();
      await test.run('const name = ["sa", "ve"].join(""); await tools.notes[name]({ text: "a" });', {
        approver,
      });
      assert.deepEqual(approver.asked, ['call: tools.notes.save']);
    });
  });

  it('takes two tools that become the same name apart', async () => {
    const twins = new InMemorySource({
      s: [
        { name: 'get-it', answer: () => textResult('dash') },
        { name: 'get_it', answer: () => textResult('underscore') },
      ],
    });
    await using engine = new TestEngine([twins]);
    assert.deepEqual(
      (
        await engine.run(
          'return [await tools.s["get-it"]({}), await tools.s["get_it"]({}), Object.keys(tools.s)]',
        )
      ).value,
      ['dash', 'underscore', ['getIt', 'getIt2']],
    );
  });

  describe('accepts code as', () => {
    const forms: readonly (readonly [what: string, code: string])[] = [
      ['statements', 'const n: number = 41; return n + 1'],
      ['one expression', '41 + 1'],
      ['an async arrow function', 'async () => { return 42 }'],
      ['a function called main', 'async function main(): Promise<number> { return 42 }'],
      ['a module with a default export', 'export default async function run() { return 42 }'],
      ['a fenced block', 'Here it is:\n```ts\nreturn 42\n```'],
    ];
    for (const [what, code] of forms) {
      it(what, async () => {
        assert.equal((await test.run(code)).value, 42);
      });
    }
  });
});

describe('a tool that does not say what it answers', () => {
  const calls = 'await tools.geo.listCities()';
  const describes = 'return codemode.describe("tools.geo.listCities")';

  it('is typed from its first answer on', async () => {
    await using test = new TestEngine([newSource()]);
    assert.match(JSON.stringify((await test.run(describes)).value), /Promise<ToolOutput>/);
    await test.run(calls);
    assert.match(
      JSON.stringify((await test.run(describes)).value),
      /Promise<\/\*\* observed, 1 call \*\/ string\[\]>/,
    );
  });

  it('teaches nothing when it fails', async () => {
    await using test = new TestEngine([newSource()]);
    await test.run('await tools.geo.fail().catch(() => 0)');
    assert.match(
      JSON.stringify((await test.run('return codemode.describe("tools.geo.fail")')).value),
      /Promise<ToolOutput>/,
    );
  });
});

describe('codemode.describe', () => {
  const description = 'Finds a city. '.repeat(500).trim();
  const described = (options: string) => `return codemode.describe("tools.geo.find"${options})`;

  it('cuts long comments unless all is asked for', async () => {
    await using test = new TestEngine([new InMemorySource({ geo: [{ name: 'find', description }] })]);
    const [brief, whole] = [
      await test.run(described('')),
      await test.run(described(', { whole: true }')),
    ].map(({ value }) => JSON.stringify(value));
    assert.match(brief ?? '', /shortened: the description; codemode\.describe/);
    assert.ok(whole?.includes(description), whole);
  });
});
