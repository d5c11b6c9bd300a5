// `code-mode serve` in this process, over real MCP servers, as the SDK's client meets it.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { UsageTotals } from '../../../src/engine/usage/usageTotals.ts';
import { realServer } from '../../mcp/realServer.ts';
import { askingServer } from '../../fakes/askingServer.ts';
import { built } from '../../fakes/testEngine.ts';
import { everything } from '../../cli/codeMode.ts';
import { execute, ServingFolder, textOf, type Connected } from '../../cli/servingFolder.ts';

describe('code-mode serve', () => {
  let folder: ServingFolder;
  const remember =
    'return (await tools.memory.createEntities({ entities: [{ name: "a", entityType: "b", observations: [] }] })).entities.length';
  const memory = () => readFile(join(folder.path, 'memory.json'), 'utf8').catch(() => '');

  before(async () => {
    folder = new ServingFolder();
    const store = { env: { MEMORY_FILE_PATH: join(folder.path, 'memory.json') } };
    await folder.knowServers({
      everything,
      asking: askingServer(),
      memory: { ...realServer('memory', 'stdio'), ...store },
    });
  });
  after(() => folder[Symbol.dispose]());
  afterEach(() => folder.endServed());

  describe('a server that asks its user', () => {
    const ask = (requestedSchema: object) =>
      `return await tools.asking.ask(${JSON.stringify({ method: 'elicitation/create', params: { message: 'Which one?', requestedSchema } })})`;
    const form = {
      type: 'object',
      properties: { answer: { type: 'string', enum: ['Run it', 'other'] } },
      required: ['answer'],
    };

    it('gets an error where the client cannot ask', async () => {
      assert.match(
        textOf(await execute(await folder.connect(undefined, ['--allow-writes']), ask(form))),
        /"error"/,
      );
    });

    it('reaches the user of the client, who reads which server asks', async () => {
      const connected = await folder.connect('Run it', ['--allow-writes']);
      assert.match(
        textOf(await execute(connected, ask(form))),
        /"action":"accept","content":\{"answer":"Run it"\}/,
      );
      assert.deepEqual(connected.questions, ['The MCP server asking asks: Which one?']);
    });
  });

  describe('before a script writes', () => {
    it('asks for what a saved script writes, and runs it as a tool after a yes', async () => {
      const scripts = join('.code-mode', 'scripts');
      await folder.write(
        join(scripts, 'remember-one.ts'),
        `/** @param {string} name Whom */\n${remember.replace('"a"', 'codemode.args.name')}`,
      );
      const connected = await folder.connect('Run it', ['--scripts', scripts]);
      assert.equal(
        textOf(await execute(connected, 'return await tools.scripts.rememberOne({ name: "saved" })')),
        '1',
      );
      assert.match(await memory(), /"name":"saved"/);
      assert.match(
        connected.questions.join('\n'),
        /`tools\.memory\.createEntities` can write, once\n- `remember-one\.ts line 2`: /,
      );
    });
  });

  it('does not serve Code Mode itself', async () => {
    await folder.write('itself.json', {
      servers: {
        self: {
          type: 'stdio',
          command: process.execPath,
          args: [built('cli/main.js'), 'serve', '--config', 'itself.json'],
        },
      },
    });
    const { code, stderr } = await folder.codeMode(
      ['run', '-', '--config', 'itself.json'],
      'return await tools.self.executeCode({})',
    );
    assert.equal(code, 1);
    assert.match(stderr, /started this server itself/);
  });

  // These tests come last, since the observed media types are kept.
  describe('with a tool that answers with an image', () => {
    it('offers a tool that answered with an image as an ordinary tool from the next session on, and scripts go on calling it', async () => {
      const isOffered = async ({ client }: Connected) =>
        (await client.listTools()).tools.some(({ name }) => name === 'everything_get-tiny-image');
      const code = 'return (await tools.everything.getTinyImage({})).length > 0';
      const first = await folder.connect();
      assert.match(textOf(await execute(first, code)), /^true/);
      assert.equal(await isOffered(first), false);
      await folder.endServed();
      const second = await folder.connect();
      assert.equal(await isOffered(second), true);
      assert.match(textOf(await execute(second, code)), /^true/);
    });
  });

  it('offers to resume a failed run only where its record is kept', async () => {
    const failing = 'await tools.everything.echo({ message: "a" }); throw new Error("x")';
    assert.match(textOf(await execute(await folder.connect(), failing)), /^Resume: executeCode/m);
    assert.doesNotMatch(
      textOf(await execute(await folder.connect(undefined, ['--record', 'off', '--audit']), failing)),
      /Resume/,
    );
  });

  it('is counted by stats, with the calls and answers that the model was spared', async () => {
    const connected = await folder.connect();
    await connected.client.listTools();
    const echo = 'await tools.everything.echo({ message: "counted".repeat(1_000) });';
    await execute(connected, `${echo} ${echo} ${echo} return 3;`);
    await folder.endServed();
    const { code, stdout } = await folder.codeMode(['stats', '--json']);
    const { doors, servers } = JSON.parse(stdout) as UsageTotals; // of the program under test
    assert.equal(code, 0);
    const served = doors.find(({ door }) => door === 'serve');
    assert.ok(
      served && served.requests > 0 && served.sparedCalls >= 2 && served.unreadBytes > 20_000,
      JSON.stringify(doors),
    );
    assert.equal(served.definitions, 0);
    assert.ok(
      servers.some(({ name, calls, bytes }) => name === 'everything' && calls >= 3 && bytes > 21_000),
      JSON.stringify(servers),
    );
  });

  it('offers what the rules for a model say, which the workspace has', async () => {
    await folder.write('.vscode/settings.json', {
      'codeMode.models': [{ match: 'small-*', mode: 'tools', excludedTools: ['memory.*'] }],
    });
    const named = async (...args: readonly string[]) =>
      (await (await folder.connect(undefined, args)).client.listTools()).tools.map(({ name }) => name);
    const names = await named('--model', 'small-1');
    assert.ok(names.includes('everything_echo') && !names.includes('executeCode'), names.join(' '));
    assert.ok((await named()).includes('executeCode'));
  });
});
