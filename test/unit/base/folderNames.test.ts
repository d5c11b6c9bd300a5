import assert from 'node:assert/strict';
import { folderNames } from '../../../src/base/folderNames.ts';
import { pathText, parsePath } from '../../../src/workspace/parsePath.ts';

describe('folderNames', () => {
  it('keeps names that are different and can begin a path', () => {
    assert.deepEqual(folderNames(['web', 'Web', '.config', 'my api', 'пример']), [
      'web',
      'Web',
      '.config',
      'my api',
      'пример',
    ]);
  });

  it('counts folders of one name', () => {
    assert.deepEqual(folderNames(['src', 'src', 'src-2', 'src']), ['src', 'src-2', 'src-2-2', 'src-3']);
  });

  it('gives every folder a name that a path can begin with', () => {
    const names = folderNames(['packages/web: ui', 'a\\b', '~', '..', '', 'end. ', 'a\nb', '\uD800']);
    for (const [folder] of names.entries())
      assert.deepEqual(parsePath(pathText({ folder, path: 'a.ts' }, names), names), { folder, path: 'a.ts' });
  });
});
