// Tests `code-mode serve` in this process, over real MCP servers, from the view of the SDK's client.
import {
  CallToolResultSchema,
  LoggingMessageNotificationSchema,
  type CallToolResult,
} from '@modelcontextprotocol/sdk/types.js';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { countingServer, writesIn } from '../fakes/countedRuns.ts';
import { everything } from './codeMode.ts';
import { config } from './testFolder.ts';
import { execute, ServingFolder, textOf, type Connected } from './servingFolder.ts';

describe('code-mode serve', () => {
  let folder: ServingFolder;
  /** A client that cannot ask, of a command without options; several tests share it. */
  let plain: Connected;
  const write = 'return (await tools.counting.add({ n: 1 })).total';

  before(async () => {
    folder = new ServingFolder();
    await folder.knowServers({ everything, counting: countingServer(folder.path) });
    plain = await folder.connect();
  });
  after(async () => {
    await folder.endServed();
    folder[Symbol.dispose]();
  });
  afterEach(() => folder.endServed(1));

  it('offers executeCode and findTools, with signatures of every server in the description', async () => {
    const { client } = plain;
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.slice(0, 2).map(({ name }) => name),
      ['executeCode', 'findTools'],
    );
    assert.match(tools[0]?.description ?? '', /^tools\.everything\.\w+\([^]*^tools\.counting\.\w+\(/m);
  });

  it('says how long a result may be: as long as it is', async () => {
    const own = await folder.connect();
    const { tools } = await own.client.listTools();
    const [, said = ''] = /Results over ([\d,]+) characters/.exec(tools[0]?.description ?? '') ?? [];
    const most = Number(said.replace(',', ''));
    assert.ok(most > 8_000);
    const result = async (length: number) => textOf(await execute(own, `return "x".repeat(${length - 2})`));
    assert.equal((await result(most)).length, most);
    assert.match(await result(most + 1), /Truncated from/);
  });

  it('answers a first message that follows a byte order mark, as Codex writes it on Windows', async () => {
    const command = folder.begin(['serve', ...config]);
    const ping = (id: number) => `${JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })}\n`;
    command.stdin.write(`\uFEFF${ping(1)}`);
    command.stdin.write(ping(2));
    await once(command.stdout, 'data');
    command.stdin.end();
    assert.match((await command.ended).stdout, /"id":1\}/);
  });

  it('has no signatures in the description with --description-tokens 0', async () => {
    const { client } = await folder.connect(undefined, ['--description-tokens', '0']);
    const { tools } = await client.listTools();
    assert.doesNotMatch(tools[0]?.description ?? '', /tools\.counting/);
  });

  it('offers a tool that is excluded from scripts beside them, and calls it', async () => {
    const { client } = await folder.connect(undefined, ['--exclude', 'everything.get-sum']);
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name).filter((name) => !/image/.test(name)),
      ['executeCode', 'findTools', 'everything_get-sum'],
    );
    assert.match(
      textOf(
        (await client.callTool({ name: 'everything_get-sum', arguments: { a: 2, b: 3 } })) as CallToolResult,
      ),
      /\b5\b/,
    );
  });

  it('says of a tool that is not there that there is none', async () => {
    const { client } = plain;
    await assert.rejects(
      client.callTool({ name: 'everything_get-sum', arguments: {} }),
      /no tool "everything_get-sum"/,
    );
  });

  it('asks about a script, and records it, under the title that the model gave', async () => {
    const asked = await folder.connect('Do not run it');
    await execute(asked, { code: write, title: 'Add one' });
    assert.match(asked.questions[0] ?? '', /^Run the script `Add one`\? It calls:/);
    assert.match((await folder.codeMode(['runs', 'list'])).stdout, / Add one$/m);
  });

  it('finds tools', async () => {
    const { client } = plain;
    const result = (await client.callTool({
      name: 'findTools',
      arguments: { query: 'add two numbers' },
    })) as CallToolResult;
    assert.match(textOf(result), /tools\.everything\.getSum/);
  });

  it('gives images as images', async () => {
    const code =
      'const { content } = await tools.everything.getTinyImage.raw({}); codemode.display(content.find((b) => b.type === "image"))';
    const { content } = await execute(plain, code);
    assert.ok(content.some(({ type }) => type === 'image'));
  });

  it('gives no half of a character that a script displays', async () => {
    const { content } = await execute(plain, 'codemode.display("😀".slice(0, 1))');
    assert.deepEqual(content[1], { type: 'text', text: '\ufffd' });
  });

  it('keeps the store and large results for later scripts of the client', async () => {
    const connected = plain;
    await execute(connected, 'await codemode.store.set("a", 1); return "x".repeat(100_000)');
    assert.equal(
      textOf(await execute(connected, 'return [await codemode.store.get("a"), codemode.results.r1.length]')),
      '[1,100000]',
    );
  });

  it('sends what a script logs, from the level on that the client set', async () => {
    const connected = plain;
    const lines: unknown[] = [];
    connected.client.setNotificationHandler(
      LoggingMessageNotificationSchema,
      ({ params }) => void lines.push([params.level, params.data]),
    );
    await connected.client.setLoggingLevel('warning');
    await execute(connected, 'console.log("a"); console.warn("b")');
    assert.deepEqual(lines, [['warning', 'b']]);
  });

  it('cancels a script with its call', async () => {
    const { client } = plain;
    const aborter = new AbortController();
    const code = 'codemode.progress("runs"); await new Promise(() => setTimeout(() => {}, 100_000))';
    const call = client.callTool({ name: 'executeCode', arguments: { code } }, CallToolResultSchema, {
      signal: aborter.signal,
      onprogress: () => aborter.abort(),
    });
    await assert.rejects(call);
    assert.equal(textOf(await execute({ client, questions: [] }, 'return 1')), '1');
  });

  describe('before a script writes', () => {
    it('asks, names the tool and the line, and lets it write after a yes', async () => {
      const connected = await folder.connect('Run it');
      assert.equal(textOf(await execute(connected, write)), '1');
      assert.deepEqual(writesIn(folder.path), [1]);
      assert.match(connected.questions.join('\n'), /`tools\.counting\.add` can write, once\n- line 1: /);
    });

    for (const answer of ['Do not run it', 'cancel'] as const) {
      it(`runs nothing after ${answer}`, async () => {
        const before = writesIn(folder.path);
        const result = await execute(await folder.connect(answer), write);
        assert.equal(result.isError, true);
        assert.match(textOf(result), /said no/);
        assert.deepEqual(writesIn(folder.path), before);
      });
    }

    it('lists what it would write in a dry run, for a client that cannot ask, too', async () => {
      const before = writesIn(folder.path);
      const result = await execute(plain, { code: write, dryRun: true });
      assert.match(textOf(result), /1 call was not sent:\n {2}1\. tools\.counting\.add\(/);
      assert.deepEqual(writesIn(folder.path), before);
    });

    it('refuses it for a client that cannot ask, and says what would allow it', async () => {
      const result = await execute(plain, write);
      assert.equal(result.isError, true);
      assert.match(textOf(result), /--allow-writes/);
    });

    it('asks nothing with --allow-writes, and says to the client that it writes', async () => {
      const connected = await folder.connect('Do not run it', ['--allow-writes']);
      const { tools } = await connected.client.listTools();
      assert.deepEqual(
        tools.slice(0, 2).map(({ annotations }) => annotations?.readOnlyHint),
        [false, true],
      );
      await execute(connected, write.replace('1', '7'));
      assert.equal(writesIn(folder.path).at(-1), 7);
      assert.deepEqual(connected.questions, []);
    });

    it('has the model decide whether a failed write took effect, for a client that cannot ask', async () => {
      const connected = await folder.connect(undefined, ['--allow-writes']);
      const failed = textOf(await execute(connected, write.replace('add({ n: 1 })', 'shaky({ n: 31 })')));
      const [, run = ''] = /^Resume: executeCode\(\{ resume: "([^"]+)" \}\)/m.exec(failed) ?? [];
      assert.match(failed, /add inFlight: \{ "1": "happened" \}/);
      const refused = textOf(await execute(connected, { resume: run }));
      assert.match(
        refused,
        /sent tools\.counting\.shaky \(call 1\) .* failed: 503 .* called with n: 31\n.*resume with inFlight/,
      );
      const [, again = ''] = /^Resume: executeCode\(\{ resume: "([^"]+)" \}\)/m.exec(refused) ?? [];
      const resumed = textOf(await execute(connected, { resume: again, inFlight: { 1: 'not-happened' } }));
      assert.match(resumed, /^\d+$/);
      assert.deepEqual(writesIn(folder.path).slice(-2), [31, 31]);
    });

    for (const [options, isReadOnly] of [
      [[], true],
      [['--approve', 'counting.*=ask'], true],
      [['--approve', 'counting.*=deny'], true],
      [['--write-paths', '**'], true],
      [['--approve', 'counting.add=allow'], false],
      [['--approve', 'workspace.*=allow', '--write-paths', '**'], false],
      [['--allow-writes', '--approve', '*=ask'], false],
    ] as const) {
      it(`says with ${options.join(' ') || 'no options'} that scripts ${isReadOnly ? 'write nothing' : 'may write'} unasked`, async () => {
        const { tools } = await (await folder.connect('Do not run it', options)).client.listTools();
        assert.equal(tools.find(({ name }) => name === 'executeCode')?.annotations?.readOnlyHint, isReadOnly);
      });
    }
  });

  it('ends with 0 when its client closes standard input', async () => {
    const { child, ended } = folder.start(['serve', '--config', 'mcp.json']);
    const initialize = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    };
    child.stdin.write(
      `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize })}\n`,
    );
    await once(child.stdout, 'data');
    child.stdin.end();
    assert.equal((await ended).code, 0);
  });
});
