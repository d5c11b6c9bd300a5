// Tests the terminal over real MCP servers.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { config, configWithFiles, servers, serversWithFiles, TestFolder } from './codeMode.ts';
import { fullTest } from '../fakes/everyTest.ts';
import { forbidden } from '../fakes/hiddenTexts.ts';

/** For behaviour that does not depend on the type check, which must load TypeScript first. */
const untyped = ['--type-check', 'off'];

describe('code-mode', () => {
  const folder = TestFolder.forEachTest({
    'mcp.json': servers,
    'files.json': serversWithFiles,
    'note.txt': 'hello',
  });

  const run = (script: string, ...options: readonly string[]) =>
    folder.codeMode(['run', '-', ...options], script);

  describe('run', () => {
    it('prints the result on stdout and the console on stderr', async () => {
      const script = 'console.log("working"); return { sum: await tools.everything.getSum({ a: 2, b: 3 }) }';
      const { code, stdout, stderr } = await run(script, ...untyped, ...config);
      assert.equal(code, 0);
      assert.match((JSON.parse(stdout) as { sum: string }).sum, /5/);
      assert.match(stderr, /^│ working$/m);
      assert.match(stderr, /^→ tools\.everything\.getSum \d+ ms$/m);
    });

    it('reads files of this folder with --read-paths', async () => {
      const script = 'return (await tools.workspace.readFile({ path: "note.txt" })).content';
      assert.equal((await run(script, ...untyped, '--read-paths', '*.txt', ...config)).stdout, '"hello"\n');
    });

    it('lists with --dry-run what it would write, and writes nothing', async () => {
      const script =
        'const written = await tools.workspace.writeFile({ path: "new.txt", content: "new" });\nreturn written.path';
      const options = ['--dry-run', '--write-paths', '*.txt', ...config];
      const { code, stdout, stderr } = await run(script, ...untyped, ...options);
      assert.equal(code, 0);
      assert.equal(stdout, '"(dry-run-1 tools.workspace.writeFile.path)"\n');
      assert.match(
        stderr,
        /1 call was not sent:\n {2}1\. tools\.workspace\.writeFile\(\{.*"new\.txt".*\}\), line 1$/m,
      );
      await assert.rejects(readFile(join(folder.path, 'new.txt')));
      const json = JSON.parse((await run(script, ...untyped, '--json', ...options)).stdout) as {
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
      const plain = await run(script, ...untyped, ...config);
      const json = await run(script, ...untyped, '--json', ...config);
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
      const { stdout, stderr } = await run(script, ...untyped, ...config);
      assert.equal(stdout, '1\n');
      assert.match(stderr, /^│ a text\n│ \[image, image\/png\]$/m);
      const { displays } = JSON.parse((await run(script, ...untyped, '--json', ...config)).stdout) as {
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
      const { code, stdout, stderr } = await run(
        script,
        ...untyped,
        '--json',
        '--arg',
        `path=${path}`,
        ...configWithFiles,
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
      const { code, stderr } = await run('return tools.everything.getSum({ a: 2, b: "3" })', ...config);
      assert.equal(code, 1);
      assert.match(
        stderr,
        /type_error.*`b` must be number, not "3".*tools\.everything\.getSum\(input: \{ a: number; b: number \}\)/s,
      );
    });

    it('exits with 3 when a limit ends the script', async () => {
      const { code, stderr } = await run(
        'await new Promise((resolve) => setTimeout(resolve, 60000))',
        ...untyped,
        '--timeout',
        '300',
        ...config,
      );
      assert.equal(code, 3);
      assert.match(stderr, /timeout/);
    });

    it('writes with --allow-writes', async () => {
      const script = `await tools.myFiles.writeFile({ path: ${JSON.stringify(join(folder.path, 'new.txt'))}, content: "x" })`;
      const { code, stderr } = await run(script, ...untyped, '--allow-writes', ...configWithFiles);
      assert.equal(code, 0, stderr);
      assert.equal(await readFile(join(folder.path, 'new.txt'), 'utf8'), 'x');
    });

    it('leaves an excluded tool out and names the pattern', async () => {
      const { code, stderr } = await run(
        'return tools.everything.getSum({ a: 1, b: 1 })',
        ...untyped,
        '--exclude',
        'everything.get-*',
        ...config,
      );
      assert.equal(code, 1);
      assert.match(stderr, /everything\.get-\*/);
    });

    fullTest('remembers nothing with --no-learn', async () => {
      await run('return await tools.everything.getSum({ a: 2, b: 3 })', '--no-learn', ...config);
      assert.doesNotMatch((await folder.codeMode(['types', ...config])).stdout, /observed/);
    });

    fullTest('knows no problems of an editor', async () => {
      const script = 'return await tools.workspace.diagnostics({})';
      assert.match((await run(script, '--read-paths', '*.txt', ...config)).stderr, /diagnostics/);
    });

    fullTest('has no workspace tools unless asked for', async () => {
      const script = 'return await tools.workspace.readFile({ path: "note.txt" })';
      assert.equal((await run(script, ...config)).code, 1);
    });

    fullTest('has what tools say to the user, and progress, with --json', async () => {
      const script =
        'codemode.progress("half", 0.5); await tools.everything.getAnnotatedMessage({ messageType: "success" }); codemode.progress("done")';
      const { stdout } = await run(script, '--json', ...config);
      const { forUser, progress } = JSON.parse(stdout) as { forUser: unknown; progress: unknown };
      assert.deepEqual(forUser, ['tools.everything.getAnnotatedMessage: Operation completed successfully']);
      assert.deepEqual(progress, [{ message: 'half', fraction: 0.5 }, { message: 'done' }]);
    });

    fullTest('runs it all the same with --type-check warn, and tells', async () => {
      const script =
        'const graph = await tools.everything.getTinyImage.raw({}); return graph.nodes ?? "none"';
      const { code, stdout, stderr } = await run(script, '--type-check', 'warn', ...config);
      assert.deepEqual([code, stdout], [0, '"none"\n']);
      assert.match(stderr, /Warning \(type_error\) at 1:73: `graph` has no property `nodes`/);
    });

    fullTest('takes limits, and names the one that ends the script', async () => {
      const { code, stderr } = await run(
        'for (;;) console.log("x")',
        '--limit',
        'calls=100',
        '--limit',
        'logBytes=1024',
        ...config,
      );
      assert.equal(code, 3);
      assert.match(stderr, /1,024 bytes \(--limit logBytes=\)/);
    });

    fullTest('writes a trace of the calls', async () => {
      await run('await tools.everything.echo({ message: "hi" })', '--trace', 'calls.jsonl', ...config);
      const [line] = (await readFile(join(folder.path, 'calls.jsonl'), 'utf8')).trimEnd().split('\n');
      const call = JSON.parse(line ?? '') as Record<string, unknown>;
      assert.deepEqual(
        [call['tool'], call['input'], call['output']],
        ['echo', { message: 'hi' }, 'Echo: hi'],
      );
    });

    fullTest('remembers the shape of what tools answer for the next script', async () => {
      await run('return await tools.everything.getSum({ a: 2, b: 3 })', ...config);
      const { stdout } = await folder.codeMode(['types', ...config]);
      assert.match(stdout, /\/\*\* observed, 1 call \*\/ string/);
    });
  });

  describe('search', () => {
    it('finds a tool by what it does', async () => {
      const line = ['search', 'read', 'text', 'file', '--json', ...configWithFiles];
      const { stdout } = await folder.codeMode(line);
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

  describe('types', () => {
    fullTest('writes declarations that compile under tsc --strict', async () => {
      const line = ['types', '-o', 'tools.d.ts', '--wait', '60', ...configWithFiles];
      const { code, stderr } = await folder.codeMode(line);
      assert.equal(code, 0, stderr);
      await folder.write(
        'use.ts',
        'export async function main(): Promise<string> { return (await tools.myFiles.readTextFile({ path: "x" })).content; }\n',
      );
      const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
      execFileSync(
        process.execPath,
        [tsc, '--strict', '--noEmit', '--target', 'ES2024', '--lib', 'ES2024', 'tools.d.ts', 'use.ts'],
        { cwd: folder.path, encoding: 'utf8' },
      );
    });
  });

  fullTest('describes a tool in full, with an example call where that says more than the types', async () => {
    const line = ['describe', 'tools.myFiles.editFile', ...configWithFiles];
    const { code, stdout } = await folder.codeMode(line);
    assert.equal(code, 0);
    assert.match(stdout, /^\/\*\*\n \* .*\n/);
    assert.match(stdout, /await tools\.myFiles\.editFile\(\{ path: .*edits: \[\{ oldText: /);
    assert.doesNotMatch(stdout, /codemode\.describe/);
  });

  fullTest('a search names the other tools of the servers, and says how many are shown', async () => {
    const { stdout } = await folder.codeMode(['search', 'read', 'text', 'file', ...configWithFiles]);
    assert.match(stdout, /^Others of myFiles \(\d+ of \d+ shown\): .*createDirectory/m);
  });

  fullTest('describes the tools that there are, and says which there are not', async () => {
    const paths = ['tools.myFiles.readTextFil', 'tools.myFiles.writeFile'];
    const { code, stdout, stderr } = await folder.codeMode(['describe', ...paths, ...configWithFiles]);
    assert.equal(code, 1);
    assert.match(stdout, /^\/\*\*[^]*tools\.myFiles\.writeFile/);
    assert.match(stderr, /^code-mode: .*readTextFil.*readTextFile/m);
  });

  it('exits with 2 for a configuration that is not JSON', async () => {
    const { code, stderr } = await folder.codeMode(['tools', '--config', 'note.txt']);
    assert.equal(code, 2);
    assert.match(stderr, /note\.txt:1:1/);
  });
});
