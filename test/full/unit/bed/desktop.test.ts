// The runner of the desktop tests, with a program in place of VS Code that writes down how it was started.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compiledSources } from '../../../fakes/compiledSources.ts';
import { TemporaryFolder } from '../../../fakes/temporaryFolder.ts';

const runner = join(import.meta.dirname, '../../../editor/desktop.ts');
const passing = '[code-mode-test] {"kind":"passed","title":"it works","ms":3}';
const failing = '[code-mode-test] {"kind":"failed","title":"it breaks","error":"Error: no"}';

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function run(env: NodeJS.ProcessEnv, cwd = process.cwd()): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { cwd, env: { ...compiledSources, DISPLAY: ':99', ...env } };
    const child = execFile(process.execPath, [runner], options, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

describe('the tests in a desktop VS Code', function () {
  before(function () {
    // Windows starts no scripts as programs.
    if (process.platform === 'win32') this.skip();
  });

  let folder: TemporaryFolder;
  const starts = () =>
    readFileSync(join(folder.path, 'starts'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as string[]);

  /** As an installation is laid out: the program, and its command for the terminal. */
  function fakeEditor(says: readonly string[], exitCode: number): NodeJS.ProcessEnv {
    const mac = process.platform === 'darwin';
    const [app, cli] = mac
      ? ['Contents/MacOS/Electron', 'Contents/Resources/app/bin/code']
      : ['code', 'bin/code'];
    for (const [name, body] of [
      [
        app,
        `${says.map((line) => `console.log(${JSON.stringify(line)});`).join('')} process.exitCode = ${exitCode};`,
      ],
      [cli, ''],
    ] as const) {
      const file = join(folder.path, name);
      mkdirSync(join(file, '..'), { recursive: true });
      const log = `require('fs').appendFileSync(${JSON.stringify(join(folder.path, 'starts'))}, JSON.stringify(process.argv.slice(1)) + '\\n');`;
      writeFileSync(file, `#!${process.execPath}\n${log}${body}`);
      chmodSync(file, 0o755);
    }
    writeFileSync(join(folder.path, 'code-mode.vsix'), '');
    return { VSCODE_EXECUTABLE: join(folder.path, app), CODE_MODE_VSIX: join(folder.path, 'code-mode.vsix') };
  }

  beforeEach(() => (folder = new TemporaryFolder('fake-editor-')));
  afterEach(() => folder[Symbol.dispose]());

  it('installs the package, then runs the host tests in a profile of its own', async () => {
    const { code, stdout } = await run(fakeEditor([passing, passing], 0));
    assert.match(stdout, /✔ it works \(3 ms\)[^]*\n2 passed, 0 failed\n$/);
    assert.equal(code, 0);
    const [install = [], tests = []] = starts();
    assert.deepEqual(install.slice(1, 3), ['--install-extension', join(folder.path, 'code-mode.vsix')]);
    const profile = install.slice(3);
    assert.deepEqual(
      profile.map((option) => option.split('=')[0]),
      ['--user-data-dir', '--extensions-dir'],
    );
    assert.match(tests[1] ?? '', /my-project$/);
    for (const option of profile) assert.ok(tests.includes(option), option);
    assert.ok(tests.some((option) => /^--extensionDevelopmentPath=.+driver$/.test(option)));
    assert.ok(tests.some((option) => /^--extensionTestsPath=.+runTests\.cjs$/.test(option)));
  });

  it('fail with a test that failed', async () => {
    const { code, stdout } = await run(fakeEditor([passing, failing], 1));
    assert.match(stdout, /✖ it breaks\n +Error: no[^]*\n1 passed, 1 failed\n$/);
    assert.equal(code, 1);
  });

  it('fail where the editor ends without having run any', async () => {
    const { code, stdout } = await run(fakeEditor(['nothing'], 0));
    assert.match(stdout, /exit code 0 with 0 tests passed[^]*\n0 passed, 1 failed\n$/);
    assert.equal(code, 1);
  });

  it('say in one sentence that the program named is none', async () => {
    const { code, stderr } = await run({
      ...fakeEditor([], 0),
      VSCODE_EXECUTABLE: join(folder.path, 'absent'),
    });
    assert.match(stderr, /^VSCODE_EXECUTABLE is .+absent, which is not VS Code's own program[^.]*\.\n$/);
    assert.equal(code, 1);
  });

  it('say in one sentence that VS Code cannot be downloaded', async () => {
    // A proxy that is not there; in another folder, where no VS Code of an earlier run is.
    const unreachable = { VSCODE_EXECUTABLE: '', npm_config_https_proxy: 'http://127.0.0.1:9' };
    const { code, stderr } = await run({ ...fakeEditor([], 0), ...unreachable }, folder.path);
    assert.match(
      stderr,
      /^VS Code cannot be downloaded \(.+\): see to the network, or name .+ with VSCODE_EXECUTABLE\.\n$/,
    );
    assert.equal(code, 1);
  });
});
