// Tests commands whose output cannot be written, as on a full disk.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { config, servers, TestFolder } from './codeMode.ts';
import { built } from '../fakes/testEngine.ts';

const full = '/dev/full';

describe('a command whose output cannot be written', function () {
  if (!existsSync(full)) return;
  const folder = TestFolder.forAllTests({ 'mcp.json': servers });

  /** Runs a script with a standard stream on a full device, and prints the exit code at the end. */
  const run = (script: string, redirection: string) => {
    const line = `"${process.execPath}" "${built('cli/main.js')}" run -e '${script}' ${redirection} ${full}; echo $?`;
    return promisify(execFile)('sh', ['-c', line], { cwd: folder.path, env: folder.environment() });
  };

  it('says so, and exits with 1', async () => {
    const { stdout, stderr } = await run('return 1', '>');
    assert.equal(stdout, '1\n');
    assert.match(stderr, /^code-mode: cannot write to standard output: ENOSPC[^\n]*\n$/);
  });

  it('runs a script to its end without standard error', async () => {
    assert.equal((await run('console.log(1); return 2', '2>')).stdout, '2\n0\n');
  });

  it('does not fail a call whose line of the trace is lost', async () => {
    const script = 'return await tools.everything.echo({ message: "hi" })';
    const { code, stdout, stderr } = await folder.codeMode(['run', '-e', script, '--trace', full, ...config]);
    assert.deepEqual([code, stdout], [0, '"Echo: hi"\n']);
    assert.match(stderr, /^code-mode: the trace is not whole: ENOSPC/m);
  });
});
