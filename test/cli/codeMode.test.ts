// Tests the terminal over real MCP servers.
import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { config, configWithFiles, servers, serversWithFiles, TestFolder } from './codeMode.ts';
import { forbidden } from '../fakes/hiddenTexts.ts';
import { realServer } from '../mcp/realServer.ts';

/** For behaviour that does not depend on the type check, which must load TypeScript first. */
const untyped = ['--type-check', 'off'];

describe('code-mode', () => {
  let folder: TestFolder;

  beforeEach(async () => {
    folder = await TestFolder.with({
      'mcp.json': servers,
      'files.json': serversWithFiles,
      'note.txt': 'hello',
    });
  });

  afterEach(() => folder[Symbol.dispose]());

  describe('run', () => {
    it('prints the result on stdout and the console on stderr', async () => {
      const script = 'console.log("working"); return { sum: await tools.everything.getSum({ a: 2, b: 3 }) }';
      const { code, stdout, stderr } = await folder.codeMode(['run', '-', ...untyped, ...config], script);
      assert.equal(code, 0);
      assert.match((JSON.parse(stdout) as { sum: string }).sum, /5/);
      assert.match(stderr, /^│ working$/m);
      assert.match(stderr, /^→ tools\.everything\.getSum \d+ ms$/m);
    });

    it('reads files of this folder with --read-paths', async () => {
      const script = 'return (await tools.workspace.readFile({ path: "note.txt" })).content';
      assert.equal(
        (await folder.codeMode(['run', '-', ...untyped, '--read-paths', '*.txt', ...config], script)).stdout,
        '"hello"\n',
      );
    });

    it('lists with --dry-run what it would write, and writes nothing', async () => {
      const script =
        'const written = await tools.workspace.writeFile({ path: "new.txt", content: "new" });\nreturn written.path';
      const options = ['--dry-run', '--write-paths', '*.txt', ...config];
      const { code, stdout, stderr } = await folder.codeMode(['run', '-', ...untyped, ...options], script);
      assert.equal(code, 0);
      assert.equal(stdout, '"(dry-run-1 tools.workspace.writeFile.path)"\n');
      assert.match(
        stderr,
        /1 call was not sent:\n {2}1\. tools\.workspace\.writeFile\(\{.*"new\.txt".*\}\), line 1$/m,
      );
      await assert.rejects(readFile(join(folder.path, 'new.txt')));
      const json = JSON.parse(
        (await folder.codeMode(['run', '-', ...untyped, '--json', ...options], script)).stdout,
      ) as {
        readonly dryRun: boolean;
        readonly calls: readonly {
          readonly state: string;
          readonly lines: readonly number[];
          readonly input: object;
        }[];
      };
      assert.equal(json.dryRun, true);
      assert.deepEqual(
        json.calls.map(({ state, lines, input }) => [state, lines, input]),
        [['dry_run', [1], { path: 'new.txt', content: 'new' }]],
      );
    });

    it('prints results that drive no terminal, with --json too', async () => {
      const value = { 'k\u202e': 'a\u009b2J\u007f\u2028\u200b\u{e0041}\ud800' };
      const script = `return ${JSON.stringify(value)}`;
      const plain = await folder.codeMode(['run', '-', ...untyped, ...config], script);
      const json = await folder.codeMode(['run', '-', ...untyped, '--json', ...config], script);
      for (const { stdout } of [plain, json]) {
        assert.doesNotMatch(stdout, forbidden);
        assert.match(stdout, /"k\\u202e": "a\\u009b2J\\u007f\\u2028\\u200b\\udb40\\udc41\\ud800"/);
      }
      assert.deepEqual(JSON.parse(plain.stdout), value);
      assert.deepEqual((JSON.parse(json.stdout) as { result: unknown }).result, value);
    });

    it('says on stderr what the script displays, and prints all of it with --json', async () => {
      const script =
        'codemode.display("a text"); codemode.display({ type: "image", data: "aGk=", mimeType: "image/png" }); return 1';
      const { stdout, stderr } = await folder.codeMode(['run', '-', ...untyped, ...config], script);
      assert.equal(stdout, '1\n');
      assert.match(stderr, /^│ a text\n│ \[image, image\/png\]$/m);
      const { displays } = JSON.parse(
        (await folder.codeMode(['run', '-', ...untyped, '--json', ...config], script)).stdout,
      ) as {
        displays: unknown;
      };
      assert.deepEqual(displays, [
        { type: 'text', text: 'a text' },
        { type: 'image', data: 'aGk=', mimeType: 'image/png' },
      ]);
    });

    it('prints one object with --json', async () => {
      const script =
        'console.warn("w"); const { content } = await tools.myFiles.readTextFile({ path: codemode.args.path }); return content';
      const path = join(folder.path, 'note.txt');
      const { code, stdout, stderr } = await folder.codeMode(
        ['run', '-', ...untyped, '--json', '--arg', `path=${path}`, ...configWithFiles],
        script,
      );
      assert.equal(code, 0, stderr);
      const { durationMs, calls, logs, runId, ...rest } = JSON.parse(stdout) as {
        durationMs: number;
        runId: string;
        calls: { ms: number }[];
        logs: { ms: number }[];
      };
      assert.deepEqual(rest, { ok: true, result: 'hello', errors: [] });
      assert.match(runId, /^\w{5}-\w{8}$/);
      assert.equal(typeof durationMs, 'number');
      assert.deepEqual(
        calls.map(({ ms: _ms, ...call }) => call),
        [
          {
            sequence: 1,
            server: 'my-files',
            tool: 'read_text_file',
            path: 'tools.myFiles.readTextFile',
            ok: true,
            state: 'finished',
            writes: false,
          },
        ],
      );
      assert.deepEqual(
        logs.map(({ ms: _ms, ...line }) => line),
        [{ level: 'warn', line: 1, text: 'w' }],
      );
    });

    it('refuses a script whose types are wrong', async () => {
      const { code, stderr } = await folder.codeMode(
        ['run', '-', ...config],
        'return tools.everything.getSum({ a: 2, b: "3" })',
      );
      assert.equal(code, 1);
      assert.match(
        stderr,
        /type_error.*`b` must be number, not "3".*tools\.everything\.getSum\(input: \{ a: number; b: number \}\)/s,
      );
    });

    it('exits with 1 and tells the place when the script fails', async () => {
      const { code, stdout } = await folder.codeMode(
        ['run', '-', '--json', ...config],
        'const a = 1;\nreturn tools.everything.getSumm({ a, b: 1 });',
      );
      assert.equal(code, 1);
      const { error } = JSON.parse(stdout) as { error: Record<string, unknown> };
      assert.equal(error['code'], 'unknown_tool');
      assert.equal(error['line'], 2);
      assert.equal(error['column'], 8);
      assert.match(String(error['hint']), /tools\.everything\.getSum\(input: \{/);
    });

    it('exits with 3 when a limit ends the script', async () => {
      const { code, stderr } = await folder.codeMode(
        ['run', '-', ...untyped, '--timeout', '300', ...config],
        'await new Promise((resolve) => setTimeout(resolve, 60000))',
      );
      assert.equal(code, 3);
      assert.match(stderr, /timeout/);
    });

    it('writes with --allow-writes', async () => {
      const script = `await tools.myFiles.writeFile({ path: ${JSON.stringify(join(folder.path, 'new.txt'))}, content: "x" })`;
      const { code, stderr } = await folder.codeMode(
        ['run', '-', ...untyped, '--allow-writes', ...configWithFiles],
        script,
      );
      assert.equal(code, 0, stderr);
      assert.equal(await readFile(join(folder.path, 'new.txt'), 'utf8'), 'x');
    });

    it('leaves an excluded tool out and names the pattern', async () => {
      const { code, stderr } = await folder.codeMode(
        ['run', '-', ...untyped, '--exclude', 'everything.get-*', ...config],
        'return tools.everything.getSum({ a: 1, b: 1 })',
      );
      assert.equal(code, 1);
      assert.match(stderr, /everything\.get-\*/);
    });
  });

  describe('search', () => {
    it('finds a tool by what it does', async () => {
      const { stdout } = await folder.codeMode([
        'search',
        'read',
        'text',
        'file',
        '--json',
        ...configWithFiles,
      ]);
      const [first] = JSON.parse(stdout) as {
        path: string;
        signature: string;
        summary: string;
        score: number;
      }[];
      assert.equal(first?.path, 'tools.myFiles.readTextFile');
      assert.match(first.signature, /^tools\.myFiles\.readTextFile\(input: \{/);
      assert.ok(first.score > 0);
    });

    it('types a tool of a well-known server that declares no output before it was called', async () => {
      await writeFile(
        join(folder.path, 'mcp.json'),
        JSON.stringify({ servers: { sheets: realServer('excel') } }),
      );
      const { stdout } = await folder.codeMode(['search', 'describe', 'sheets', '--wait', '60', ...config]);
      assert.match(
        stdout,
        /excelDescribeSheets\(.*\): Promise<\/\*\* recorded for this version \*\/ \{ backend: string; sheets:/,
      );
    });
  });

  it('prints its version', async () => {
    const { code, stdout } = await folder.codeMode(['--version']);
    assert.equal(code, 0);
    assert.match(stdout, /^\d+\.\d+\.\d+\n$/);
  });

  it('says how to configure servers where there are none', async () => {
    await rm(join(folder.path, 'mcp.json'));
    const { code, stderr } = await folder.codeMode(['tools']);
    assert.equal(code, 1);
    assert.match(stderr, /no MCP servers configured/);
  });

  it('says that --server leaves none where it does', async () => {
    const { stderr } = await folder.codeMode(['tools', '--server', 'nobody', ...config]);
    assert.match(stderr, /^code-mode: --server nobody matches no MCP server/);
  });

  it('ends quietly when nobody reads what it prints', async () => {
    const { child, ended } = folder.start(['run', '-', ...config]);
    child.stdout.destroy();
    child.stdin.end('return "x".repeat(500_000)');
    const { code, stderr } = await ended;
    assert.deepEqual([code, stderr], [0, '']);
  });

  describe('bad usage exits with 2', () => {
    const cases: readonly (readonly [what: string, args: readonly string[], says: RegExp])[] = [
      ['an unknown command', ['walk'], /no command "walk"/],
      ['a script that is not there', ['run', 'nowhere.ts'], /nowhere\.ts/],
      ['a configuration that is not there', ['run', '-', '--config', 'nowhere.json'], /nowhere\.json/],
      ['a configuration that is not JSON', ['tools', '--config', 'note.txt'], /note\.txt:1:1/],
    ];
    for (const [what, args, says] of cases) {
      it(what, async () => {
        const { code, stderr } = await folder.codeMode(args);
        assert.equal(code, 2, stderr);
        assert.match(stderr, says);
      });
    }
  });
});
