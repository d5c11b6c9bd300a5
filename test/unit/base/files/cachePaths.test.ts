import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { cachePaths, workspaceHash } from '../../../../src/base/files/cachePaths.ts';
import { TemporaryFolder } from '../../../fakes/temporaryFolder.ts';

describe('the folder for caches', () => {
  const before = process.env['XDG_CACHE_HOME'];
  afterEach(() => {
    if (before === undefined) delete process.env['XDG_CACHE_HOME'];
    else process.env['XDG_CACHE_HOME'] = before;
  });

  it('is where XDG_CACHE_HOME says', () => {
    process.env['XDG_CACHE_HOME'] = join(homedir(), 'xdg');
    assert.equal(cachePaths('project').compiledCode, join(homedir(), 'xdg', 'code-mode', 'code'));
  });

  it('is never in the current folder, whose files may be those of a repository', () => {
    process.env['XDG_CACHE_HOME'] = '.cache';
    assert.ok(isAbsolute(cachePaths('project').compiledCode), cachePaths('project').compiledCode);
  });

  it('has the same files for a folder and a link to it', () => {
    using folder = new TemporaryFolder('code-mode-linked-');
    const [real, linked] = [join(folder.path, 'real'), join(folder.path, 'linked')];
    mkdirSync(real);
    symlinkSync(real, linked, 'junction');
    assert.equal(workspaceHash(linked), workspaceHash(real));
  });
});
