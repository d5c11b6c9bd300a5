// Tests the terminal if no sandbox process can be started: scripts run in WebAssembly, and one line on stderr says so.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { built } from '../fakes/testEngine.ts';
import { fullTest } from '../fakes/everyTest.ts';

interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `code-mode run -` in a process whose path of the runtime does not exist. */
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
  it('runs the script in WebAssembly, and says so once', async () => {
    const { stdout, stderr } = await codeMode('return 40 + 2');
    assert.equal(stdout, '42\n');
    assert.match(stderr, /^code-mode: .* in WebAssembly, .*\n$/);
  });

  fullTest('says so in what a script gets that needs Intl', async () => {
    const { stderr } = await codeMode('return new Intl.NumberFormat("de").format(1.5)');
    assert.match(stderr, /Intl is missing .*no sandbox process/);
  });

  fullTest('runs nothing where the wall of the operating system is required', async () => {
    const { stdout, stderr } = await codeMode('return 1', '--sandbox-os', 'required');
    assert.deepEqual([stdout, /sandbox_unavailable/.test(stderr)], ['', true], stderr);
  });

  fullTest('runs nothing where the process was chosen', async () => {
    const { stdout, stderr } = await codeMode('return 1', '--engine', 'process');
    assert.deepEqual([stdout, /sandbox_unavailable.*--engine wasm/s.test(stderr)], ['', true], stderr);
  });
});
