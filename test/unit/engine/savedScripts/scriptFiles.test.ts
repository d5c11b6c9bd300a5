import assert from 'node:assert/strict';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createScriptFile } from '../../../../src/engine/savedScripts/scriptFiles.ts';
import { isSavedPath, isScratchPath } from '../../../../src/engine/savedScripts/scriptNames.ts';
import { freshFolder } from '../../../fakes/temporaryFolder.ts';

describe('the path of a script that a person runs', () => {
  it('is one of .code-mode, or of a saved script there', () => {
    for (const path of [
      '/p/.code-mode/a.ts',
      '/p/.code-mode/_a.ts',
      '/p/.code-mode/a.test.ts',
      '/p/.code-mode/scripts/a.ts',
      'c:\\p\\.code-mode\\a.ts',
    ])
      assert.ok(isScratchPath(path), path);
  });

  it('is none of declarations, nor of what is no saved script in the folder of those', () => {
    for (const name of [
      'tools.d.ts',
      'a.js',
      'other/a.ts',
      'scripts/a.test.ts',
      'scripts/_a.ts',
      'scripts/.a.ts',
      'scripts/a.d.ts',
      'scripts/b/a.ts',
    ])
      assert.ok(!isScratchPath(`/p/.code-mode/${name}`), name);
    assert.ok(!isScratchPath('/p/a.ts'));
  });

  it('is one of a saved script in the folder of those alone', () => {
    const paths = [
      '/p/.code-mode/scripts/a.ts',
      'c:\\p\\.code-mode\\scripts\\a.ts',
      '/p/.code-mode/a.ts',
      '/p/scripts/a.ts',
    ];
    assert.deepEqual(paths.map(isSavedPath), [true, true, false, false]);
  });
});

describe('a script file that is created', () => {
  const folder = freshFolder('code-mode-scripts-');

  it('has the code', async () => {
    const path = join(folder.path, 'a.ts');
    assert.equal(await createScriptFile(path, 'return 1'), true);
    assert.equal(readFileSync(path, 'utf8'), 'return 1');
  });

  it('takes the place of no file that came meanwhile, and follows no link', async () => {
    const inFolder = (name: string) => join(folder.path, name);
    const [path, link, outside] = [inFolder('a.ts'), inFolder('link.ts'), inFolder('outside.ts')];
    writeFileSync(path, 'theirs');
    symlinkSync(outside, link);
    assert.deepEqual(
      [await createScriptFile(path, 'ours'), await createScriptFile(link, 'ours')],
      [false, false],
    );
    assert.deepEqual([readFileSync(path, 'utf8'), existsSync(outside)], ['theirs', false]);
  });

  it('is an error where its folder is not there', () =>
    assert.rejects(createScriptFile(join(folder.path, 'none', 'a.ts'), ''), /ENOENT/));
});
