// Tests systems without confinement by the operating system: `required` runs nothing, `auto` runs, and both give the
// reason.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { relative } from 'node:path';
import { findOsConfinement } from '../../../src/sandbox/supervisor/findOsConfinement.ts';
import { everyTest } from '../../fakes/everyTest.ts';
import { built } from '../../fakes/testEngine.ts';
import { sharedFolder } from '../../fakes/temporaryFolder.ts';

describe('without a wall of the operating system', () => {
  const folder = sharedFolder('code-mode-denied-');
  before(() => {
    folder.program('bwrap', 'echo "bwrap: No permissions to create new namespace" >&2\nexit 1');
  });

  const places: readonly (readonly [where: string, path: () => string, why: RegExp])[] = [
    ['bubblewrap is missing', () => '', /bwrap is not on PATH\. Install bubblewrap/],
    [
      'it may make no namespaces',
      () => folder.path,
      /does not work here \(bwrap: No permissions to create new namespace\)\. .*user namespaces/,
    ],
  ];
  for (const [where, path, why] of places) {
    it(`required runs nothing where ${where}`, async () => {
      const { stdout, stderr } = await codeMode('required', path());
      assert.equal(stdout, '');
      assert.match(stderr, /sandbox_unavailable.*--sandbox-os/);
      assert.match(stderr, why);
    });

    // The reason is found in the same way, and is the same, as for the test above.
    if (!everyTest && where === 'bubblewrap is missing') continue;

    it(`auto runs, and logs that ${where}`, async () => {
      const { stdout, stderr } = await codeMode('auto', path());
      assert.equal(stdout, '42\n');
      assert.match(stderr, /^│ .*does not confine scripts/m);
      assert.match(stderr, why);
    });
  }

  it('off looks for none', async () => {
    assert.deepEqual(await codeMode('off', folder.path), { stdout: '42\n', stderr: '' });
  });

  it('says that it knows none for another system', async () => {
    const finding = await findOsConfinement({
      platform: 'win32',
      path: process.env['PATH'] ?? '',
      execPath: process.execPath,
    });
    assert.deepEqual(finding, { ok: false, why: 'win32 is not supported.' });
  });

  it('takes no program from a folder that is not absolute', async () => {
    const finding = await findOsConfinement({
      platform: 'linux',
      path: relative(process.cwd(), folder.path),
      execPath: process.execPath,
    });
    assert.match(finding.ok ? 'found' : finding.why, /is not on PATH/);
  });
});

/** Returns the output of `code-mode run` for a script that returns 42, with its log. */
function codeMode(mode: string, path: string): Promise<{ stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const args = [built('cli/main.js'), 'run', '-', '--sandbox-os', mode];
    const options = { cwd: tmpdir(), env: { PATH: path, CODE_MODE_DEBUG: '1' } };
    const child = execFile(process.execPath, args, options, (_error, stdout, stderr) =>
      resolve({ stdout, stderr }),
    );
    child.stdin?.end('return 40 + 2');
  });
}
