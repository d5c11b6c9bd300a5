import assert from 'node:assert/strict';
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadCached } from '../../../../src/base/threads/cachedCode.ts';
import { freshFolder } from '../../../fakes/temporaryFolder.ts';

describe('loadCached', () => {
  const folder = freshFolder('code-mode-test-');
  let file: string;
  let cache: string;

  beforeEach(() => {
    file = join(folder.path, 'code.cjs');
    cache = join(folder.path, 'cache', 'code');
    writeFileSync(
      file,
      'const path = require("node:path"); exports.value = () => [1, path.basename(__filename)];',
    );
  });

  const valueOf = () => {
    const code = loadCached({ file, folder: cache });
    const value = (code.exports as { value: () => unknown }).value();
    code.save();
    return value;
  };
  const kept = () => readdirSync(cache).map((name) => join(cache, name));

  it('gives what the file exports, and keeps its machine code', () => {
    assert.deepEqual(valueOf(), [1, 'code.cjs']);
    assert.equal(kept().length, 1);
    assert.deepEqual(valueOf(), [1, 'code.cjs']);
  });

  it('writes nothing where its machine code is kept already', () => {
    valueOf();
    const before = kept().map((name) => statSync(name).ino);
    valueOf();
    assert.deepEqual(
      kept().map((name) => statSync(name).ino),
      before,
    );
  });

  it('runs a file that was changed, also to one of the same length', () => {
    valueOf();
    writeFileSync(file, readFileSync(file, 'utf8').replace('[1,', '[2,'));
    assert.deepEqual(valueOf(), [2, 'code.cjs']);
    assert.deepEqual(valueOf(), [2, 'code.cjs']);
  });

  it('does not use what is damaged, and replaces it', () => {
    valueOf();
    const [name = ''] = kept();
    const whole = readFileSync(name);
    const damaged = Buffer.from(whole);
    damaged.writeUInt8(damaged.readUInt8(damaged.length - 5) ^ 0xff, damaged.length - 5);
    for (const content of [damaged, whole.subarray(0, 100), Buffer.alloc(0)]) {
      writeFileSync(name, content);
      assert.deepEqual(valueOf(), [1, 'code.cjs']);
      assert.equal(statSync(name).size, whole.length);
    }
  });

  it('uses only what no other user could have written, and replaces the rest', () => {
    valueOf();
    const [name = ''] = kept();
    chmodSync(name, 0o622);
    assert.deepEqual(valueOf(), [1, 'code.cjs']);
    if (process.platform === 'win32') return; // there is no such permission
    assert.deepEqual(
      [cache, name].map((path) => statSync(path).mode & 0o777),
      [0o700, 0o600],
    );
  });

  it('works where nothing can be written', () => {
    writeFileSync(join(folder.path, 'cache'), 'a file');
    assert.deepEqual(valueOf(), [1, 'code.cjs']);
  });

  it('keeps a few files', () => {
    valueOf();
    for (const name of 'abcdefghi') writeFileSync(join(cache, name), '');
    writeFileSync(file, 'exports.value = () => 3');
    valueOf();
    assert.equal(kept().length, 8);
  });
});
