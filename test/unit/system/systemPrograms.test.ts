// Tests that programs of the operating system are started by their paths: none is searched in the current folder.
import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join, relative } from 'node:path';
import { browserOpener, findOnPath, windowsProgram } from '../../../src/base/systemPrograms.ts';
import { TemporaryFolder } from '../../fakes/temporaryFolder.ts';

describe('programs of the operating system', () => {
  it('are in the folder of Windows', () => {
    assert.equal(
      windowsProgram('tasklist', { SystemRoot: 'D:\\WINNT' }),
      'D:\\WINNT\\System32\\tasklist.exe',
    );
    assert.equal(
      windowsProgram('taskkill', { SYSTEMROOT: 'C:\\Windows' }),
      'C:\\Windows\\System32\\taskkill.exe',
    );
  });

  for (const root of [undefined, '', '.', 'Windows', '\\Windows', 'C:Windows', '\\\\server\\share']) {
    it(`are in C:\\Windows where SystemRoot is ${JSON.stringify(root)}`, () => {
      const env = root === undefined ? {} : { SystemRoot: root };
      assert.equal(windowsProgram('rundll32', env), 'C:\\Windows\\System32\\rundll32.exe');
    });
  }

  it('open the browser by their places on Windows and macOS', () => {
    assert.deepEqual(browserOpener('win32', {}), [
      'C:\\Windows\\System32\\rundll32.exe',
      'url.dll,FileProtocolHandler',
    ]);
    assert.deepEqual(browserOpener('darwin', { PATH: '/tmp' }), ['/usr/bin/open']);
  });

  it('are found on a PATH, but not in what depends on the current folder', async () => {
    using folder = new TemporaryFolder('code-mode-programs-');
    const [first, second] = [join(folder.path, 'a'), join(folder.path, 'b')];
    for (const place of [first, second]) {
      await mkdir(place);
      await writeFile(join(place, 'xdg-open'), '');
    }
    await chmod(join(second, 'xdg-open'), 0o755);
    const path = ['', '.', relative(process.cwd(), second), first, second].join(delimiter);
    assert.equal(findOnPath('xdg-open', path), join(second, 'xdg-open'));
    assert.deepEqual(browserOpener('linux', { PATH: path }), [join(second, 'xdg-open')]);
    assert.equal(findOnPath('xdg-open', relative(process.cwd(), second)), undefined);
  });

  it('are not found in the folders of a project that npm puts before the others', async () => {
    using folder = new TemporaryFolder('code-mode-programs-');
    const ofProject = join(folder.path, 'node_modules', '.bin');
    await mkdir(ofProject, { recursive: true });
    await writeFile(join(ofProject, 'bwrap'), '', { mode: 0o755 });
    assert.equal(findOnPath('bwrap', ofProject), undefined);
  });

  it('are started by no bare name anywhere in the sources, nor a utility process, which has no permission model', async () => {
    const source = join(import.meta.dirname, '../../../src');
    const files = (await readdir(source, { recursive: true })).filter((file) => file.endsWith('.ts'));
    const found: string[] = [];
    for (const file of files) {
      const text = await readFile(join(source, file), 'utf8');
      found.push(
        ...(text.match(
          /(?<!\.)\b(?:spawn|spawnSync|execFile|execFileSync|fork)\(\s*['"`](?!\/).*|utilityProcess.*/g,
        ) ?? []),
      );
    }
    assert.deepEqual(found, []);
  });
});
