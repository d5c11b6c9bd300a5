// The terminal where no sandbox process can be started: scripts run in WebAssembly, and that is said once on stderr.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { built } from '../../fakes/testEngine.ts';

interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

/** `code-mode run -` in a process that takes a program for its runtime which is not there. */
function codeMode(script: string, ...options: readonly string[]): Promise<Printed> {
  return new Promise((resolve) => {
    const withoutRuntime = 'data:text/javascript,process.execPath="/nowhere/node"';
    const args = ['--import', withoutRuntime, built('cli/main.js'), 'run', '-', ...options];
    const child = execFile(process.execPath, args, { cwd: tmpdir() }, (_error, stdout, stderr) =>
      resolve({ stdout, stderr }),
    );
    child.stdin?.end(script);
  });
}

describe('code-mode run where no sandbox process can be started', () => {
  it('says so in what a script gets that needs Intl', async () => {
    const { stderr } = await codeMode('return new Intl.NumberFormat("de").format(1.5)');
    assert.match(stderr, /Intl is missing .*no sandbox process/);
  });

  it('runs nothing where the wall of the operating system is required', async () => {
    const { stdout, stderr } = await codeMode('return 1', '--sandbox-os', 'required');
    assert.deepEqual([stdout, /sandbox_unavailable/.test(stderr)], ['', true], stderr);
  });

  it('runs nothing where the process was chosen', async () => {
    const { stdout, stderr } = await codeMode('return 1', '--engine', 'process');
    assert.deepEqual([stdout, /sandbox_unavailable.*--engine wasm/s.test(stderr)], ['', true], stderr);
  });
});
