import assert from 'node:assert/strict';
import { join } from 'node:path';
import { fileVariable } from '../../../../src/mcp/definitions/variables.ts';

const folder = join('/', 'w', 'app');
const file = { path: join(folder, 'src', 'main.test.ts'), folder };

describe('fileVariable', () => {
  const known: readonly (readonly [name: string, value: string])[] = [
    ['file', file.path],
    ['fileBasename', 'main.test.ts'],
    ['fileBasenameNoExtension', 'main.test'],
    ['fileExtname', '.ts'],
    ['fileDirname', join(folder, 'src')],
    ['fileDirnameBasename', 'src'],
    ['fileWorkspaceFolder', folder],
    ['fileWorkspaceFolderBasename', 'app'],
    ['relativeFile', join('src', 'main.test.ts')],
    ['relativeFileDirname', 'src'],
  ];
  for (const [name, value] of known)
    it(`${name} is ${value}`, () => assert.equal(fileVariable(name, file, folder), value));

  it('relativeFileDirname is a dot for a file in the folder itself', () => {
    assert.equal(fileVariable('relativeFileDirname', { ...file, path: join(folder, 'a.ts') }, folder), '.');
  });

  it('relativeFile is the whole path where the definition belongs to no folder', () => {
    assert.equal(fileVariable('relativeFile', file, undefined), file.path);
  });

  it('fileWorkspaceFolder is nothing for a file outside of the workspace', () => {
    assert.equal(fileVariable('fileWorkspaceFolder', { ...file, folder: undefined }, folder), undefined);
  });
});
