// The terminal's front door over real MCP servers.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { config, configWithFiles, servers, serversWithFiles, TestFolder } from '../../cli/codeMode.ts';

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
    it('remembers nothing with --no-learn', async () => {
      await folder.codeMode(
        ['run', '-', '--no-learn', ...config],
        'return await tools.everything.getSum({ a: 2, b: 3 })',
      );
      assert.doesNotMatch((await folder.codeMode(['types', ...config])).stdout, /observed/);
    });

    it('searches them by a regular expression', async () => {
      const script =
        'return (await tools.workspace.searchText({ query: "^h.*o$", regex: true })).matches[0]?.path';
      assert.equal(
        (await folder.codeMode(['run', '-', '--read-paths', '*.txt', ...config], script)).stdout,
        '"note.txt"\n',
      );
    });

    it('knows no problems of an editor', async () => {
      const script = 'return await tools.workspace.diagnostics({})';
      assert.match(
        (await folder.codeMode(['run', '-', '--read-paths', '*.txt', ...config], script)).stderr,
        /diagnostics/,
      );
    });

    it('writes files of this folder with --write-paths and --allow-writes', async () => {
      const script = 'await tools.workspace.writeFile({ path: "new.txt", content: "new" })';
      await folder.codeMode(['run', '-', '--write-paths', '*.txt', '--allow-writes', ...config], script);
      assert.equal(await readFile(join(folder.path, 'new.txt'), 'utf8'), 'new');
    });

    it('has no workspace tools unless asked for', async () => {
      const script = 'return await tools.workspace.readFile({ path: "note.txt" })';
      assert.equal((await folder.codeMode(['run', '-', ...config], script)).code, 1);
    });

    it('has what tools say to the user, and progress, with --json', async () => {
      const script =
        'codemode.progress("half", 0.5); await tools.everything.getAnnotatedMessage({ messageType: "success" }); codemode.progress("done")';
      const { stdout } = await folder.codeMode(['run', '-', '--json', ...config], script);
      const { forUser, progress } = JSON.parse(stdout) as { forUser: unknown; progress: unknown };
      assert.deepEqual(forUser, ['tools.everything.getAnnotatedMessage: Operation completed successfully']);
      assert.deepEqual(progress, [{ message: 'half', fraction: 0.5 }, { message: 'done' }]);
    });

    it('runs it all the same with --type-check warn, and tells', async () => {
      const script =
        'const graph = await tools.everything.getTinyImage.raw({}); return graph.nodes ?? "none"';
      const { code, stdout, stderr } = await folder.codeMode(
        ['run', '-', '--type-check', 'warn', ...config],
        script,
      );
      assert.deepEqual([code, stdout], [0, '"none"\n']);
      assert.match(stderr, /Warning \(type_error\) at 1:73: `graph` has no property `nodes`/);
    });

    it('takes limits, and names the one that ends the script', async () => {
      const { code, stderr } = await folder.codeMode(
        ['run', '-', '--limit', 'calls=100', '--limit', 'logBytes=1024', ...config],
        'for (;;) console.log("x")',
      );
      assert.equal(code, 3);
      assert.match(stderr, /1,024 bytes \(--limit logBytes=\)/);
    });

    it('refuses a script that can write, where there is no terminal to ask on', async () => {
      const script = `await tools.myFiles.writeFile({ path: ${JSON.stringify(join(folder.path, 'new.txt'))}, content: "x" })`;
      const { code, stderr } = await folder.codeMode(['run', '-', ...configWithFiles], script);
      assert.equal(code, 1);
      assert.match(stderr, /tools\.myFiles\.writeFile.*--allow-writes/s);
      await assert.rejects(readFile(join(folder.path, 'new.txt')));
    });

    it('writes a trace of the calls', async () => {
      await folder.codeMode(
        ['run', '-', '--trace', 'calls.jsonl', ...config],
        'await tools.everything.echo({ message: "hi" })',
      );
      const [line] = (await readFile(join(folder.path, 'calls.jsonl'), 'utf8')).trimEnd().split('\n');
      const call = JSON.parse(line ?? '') as Record<string, unknown>;
      assert.deepEqual(
        [call['tool'], call['input'], call['output']],
        ['echo', { message: 'hi' }, 'Echo: hi'],
      );
    });

    it('remembers the shape of what tools answer for the next script', async () => {
      await folder.codeMode(['run', '-', ...config], 'return await tools.everything.getSum({ a: 2, b: 3 })');
      const { stdout } = await folder.codeMode(['types', ...config]);
      assert.match(stdout, /\/\*\* observed, 1 call \*\/ string/);
    });
  });

  describe('types', () => {
    it('writes declarations that compile under tsc --strict', async () => {
      const { code, stderr } = await folder.codeMode([
        'types',
        '-o',
        'tools.d.ts',
        '--wait',
        '60',
        ...configWithFiles,
      ]);
      assert.equal(code, 0, stderr);
      await writeFile(
        join(folder.path, 'use.ts'),
        'export async function main(): Promise<string> { return (await tools.myFiles.readTextFile({ path: "x" })).content; }\n',
      );
      const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
      execFileSync(
        process.execPath,
        [tsc, '--strict', '--noEmit', '--target', 'ES2024', '--lib', 'ES2024', 'tools.d.ts', 'use.ts'],
        {
          cwd: folder.path,
          encoding: 'utf8',
        },
      );
    });
  });

  it('exits with 130 when it is interrupted, and tells which call is unknown', async () => {
    const { child, ended } = folder.start(['run', '-', ...config]);
    // When the second call has ended, the first is on its way.
    child.stdin.end(
      `const call = tools.everything.triggerLongRunningOperation({ duration: 60, steps: 600 });
       await tools.everything.echo({ message: "now" });
       await call;`,
    );
    let said = '';
    child.stderr.on('data', (text: string) => (said += text));
    while (!said.includes('tools.everything.echo')) await once(child.stderr, 'data');
    child.kill('SIGINT');
    const { code, stderr } = await ended;
    assert.equal(code, 130);
    assert.match(
      stderr,
      /cancelled.*in flight when the run ended:\n +tools\.everything\.triggerLongRunningOperation/s,
    );
  });

  it('describes a tool in full, with an example call where that says more than the types', async () => {
    const { code, stdout } = await folder.codeMode([
      'describe',
      'tools.myFiles.editFile',
      ...configWithFiles,
    ]);
    assert.equal(code, 0);
    assert.match(stdout, /^\/\*\*\n \* .*\n/);
    assert.match(stdout, /await tools\.myFiles\.editFile\(\{ path: .*edits: \[\{ oldText: /);
    assert.doesNotMatch(stdout, /codemode\.describe/);
  });

  it('a search names the other tools of the servers, and says how many are shown', async () => {
    const { stdout } = await folder.codeMode(['search', 'read', 'text', 'file', ...configWithFiles]);
    assert.match(stdout, /^Others of myFiles \(\d+ of \d+ shown\): .*createDirectory/m);
  });

  it('describes the tools that there are, and says which there are not', async () => {
    const { code, stdout, stderr } = await folder.codeMode([
      'describe',
      'tools.myFiles.readTextFil',
      'tools.myFiles.writeFile',
      ...configWithFiles,
    ]);
    assert.equal(code, 1);
    assert.match(stdout, /^\/\*\*[^]*tools\.myFiles\.writeFile/);
    assert.match(stderr, /^code-mode: .*readTextFil.*readTextFile/m);
  });
});
