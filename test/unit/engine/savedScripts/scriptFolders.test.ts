import assert from 'node:assert/strict';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  isSameFolder,
  namedFolders,
  scriptFolders,
} from '../../../../src/engine/savedScripts/scriptFolders.ts';

const workspace = join(tmpdir(), 'project');
const elsewhere = join(tmpdir(), 'elsewhere');
const paths = (...named: Parameters<typeof scriptFolders>[1]) =>
  scriptFolders(workspace, named).map(({ path }) => path);

describe('the folders of saved scripts', () => {
  it('are that of the workspace, and those that settings name', () =>
    assert.deepEqual(paths({ path: 'shared', by: 'workspace' }, { path: elsewhere, by: 'user' }), [
      join(workspace, '.code-mode', 'scripts'),
      join(workspace, 'shared'),
      elsewhere,
    ]));

  it('are anywhere for a user, also below the home folder', () =>
    assert.equal(paths({ path: '~/scripts', by: 'user' })[1], join(homedir(), 'scripts')));

  it('are within the workspace for its own settings, where links lead as well', () => {
    assert.deepEqual(
      paths({ path: elsewhere, by: 'workspace' }, { path: '~/scripts', by: 'workspace' }).length,
      1,
    );
    for (const { within } of scriptFolders(workspace, [{ path: '../elsewhere', by: 'workspace' }]))
      assert.equal(within, workspace);
  });

  it('are read from a setting that may hold anything', () => {
    assert.deepEqual(namedFolders(['a', 1, null, { path: 'b' }], 'user'), [{ path: 'a', by: 'user' }]);
    for (const value of [undefined, 'a', { 0: 'a' }]) assert.deepEqual(namedFolders(value, 'user'), []);
  });

  it('are the same in another case where file systems are so', () => {
    const isSame = (platform: NodeJS.Platform) => isSameFolder('/x/Reports', '/x/reports', platform);
    assert.deepEqual([isSame('win32'), isSame('darwin'), isSame('linux')], [true, true, false]);
    assert.ok(!isSameFolder('/x/reports', '/x/report', 'win32'));
  });

  it('are at most 20 beside that of the workspace', () =>
    assert.equal(
      paths(...Array.from({ length: 30 }, (_, n) => ({ path: `f${n}`, by: 'user' as const }))).length,
      21,
    ));
});
