// The package that `npm pack` makes of the built program, installed where nothing else is.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sharedFolder } from '../../fakes/temporaryFolder.ts';

const root = join(import.meta.dirname, '../../..');
const run = promisify(execFile);
// On Windows npm and what it installs are scripts, which only a shell starts.
const shell = process.platform === 'win32';
const npm = (cwd: string, ...args: readonly string[]) => run('npm', args, { cwd, shell });

describe('the package of npm pack', function () {
  this.timeout(120_000);
  const folder = sharedFolder('code-mode-package-');
  let files: readonly string[];

  before(async () => {
    // The existing build is packed without a new build, since other tests use it at the same time.
    const { stdout } = await npm(
      root,
      'pack',
      '--json',
      '--ignore-scripts',
      '--pack-destination',
      folder.path,
    );
    const [packed] = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[];
    files = packed?.files.map(({ path }) => path) ?? [];
    await writeFile(join(folder.path, 'package.json'), '{ "private": true }');
    await npm(
      folder.path,
      'install',
      '--offline',
      '--no-audit',
      '--no-fund',
      join(folder.path, packed?.filename ?? ''),
    );
  });

  const codeMode = (...args: readonly string[]) => {
    const home = {
      HOME: folder.path,
      USERPROFILE: folder.path,
      XDG_CACHE_HOME: folder.path,
      XDG_CONFIG_HOME: folder.path,
    };
    // Node would keep there what is ours to keep.
    const env = {
      ...process.env,
      ...home,
      LOCALAPPDATA: folder.path,
      APPDATA: folder.path,
      NODE_COMPILE_CACHE: undefined,
    };
    return run(join(folder.path, 'node_modules', '.bin', 'code-mode'), args, {
      cwd: folder.path,
      env,
      shell,
    });
  };

  it('has the terminal program, the README and the license, and nothing else', () => {
    assert.deepEqual(
      files
        .filter((path) => !/^dist\/(checker|cli|declarations|engine|sandbox|workspace)\//.test(path))
        .sort(),
      ['LICENSE', 'README.md', 'package.json'],
    );
    assert.ok(files.includes('dist/cli/main.js') && files.includes('dist/sandbox/wasm/quickjs.wasm'));
  });

  it('prints its version', async () =>
    assert.match((await codeMode('--version')).stdout, /^\d+\.\d+\.\d+\n$/));

  it('runs a script in an empty folder', async () => {
    assert.equal((await codeMode('run', '-e', 'return 1')).stdout, '1\n');
  });

  it('keeps its compiled code in the folder of its caches', () => {
    assert.ok(
      globSync('code-mode/modules/*/*', {
        cwd: join(folder.path, process.platform === 'darwin' ? 'Library/Caches' : ''),
      }).length > 0,
    );
  });

  it('checks types, with the library that it brings', async () => {
    const line = ['run', '--read-paths', '**', '-e', 'return await tools.workspace.readFile({ path: 3 })'];
    await assert.rejects(codeMode(...line), /type_error/);
  });

  it('runs a script in WebAssembly', async () => {
    assert.equal((await codeMode('run', '--engine', 'wasm', '-e', 'return 2')).stdout, '2\n');
  });
});
