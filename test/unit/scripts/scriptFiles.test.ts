import assert from 'node:assert/strict';
import { isScratchPath } from '../../../src/scripts/scriptNames.ts';

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
});
