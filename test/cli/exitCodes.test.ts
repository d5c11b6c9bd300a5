// Tests the exit codes of failed commands, and their output with `--json`.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { config, everything, TestFolder } from './codeMode.ts';

const broken = { command: 'no-such-command-here' };

describe('an exit code', () => {
  const folder = TestFolder.forEachTest({
    'mcp.json': { servers: { broken } },
    'one.json': { servers: { everything, broken } },
  });

  for (const command of ['tools', 'types']) {
    it(`is 1 for ${command} where every server failed`, async () =>
      assert.equal((await folder.codeMode([command, ...config])).code, 1));

    it(`is 1 for ${command} where there is no server`, async () => {
      assert.equal((await folder.codeMode([command, '--server', 'nobody', ...config])).code, 1);
    });

    it(`is 0 for ${command} where one server has answered`, async () => {
      assert.equal((await folder.codeMode([command, '--config', 'one.json'])).code, 0);
    });
  }

  it('is 1 for types -o where every server failed, and the file is left as it was', async () => {
    await folder.write('tools.d.ts', '// of yesterday');
    const { code, stderr } = await folder.codeMode(['types', '-o', 'tools.d.ts', ...config]);
    assert.equal(code, 1);
    assert.equal(await readFile(join(folder.path, 'tools.d.ts'), 'utf8'), '// of yesterday');
    assert.match(stderr, /tools\.d\.ts not written/);
  });

  it('is 1 for a search that finds nothing, with --json too', async () => {
    const plain = await folder.codeMode(['search', 'anything', ...config]);
    const json = await folder.codeMode(['search', 'anything', '--json', ...config]);
    assert.deepEqual([plain.code, json.code], [1, 1]);
  });

  it('is 1 for a path that names nothing', async () => {
    assert.equal((await folder.codeMode(['describe', 'tools.nobody.nothing', ...config])).code, 1);
  });
});

describe('a command with --json that cannot begin', () => {
  const folder = TestFolder.forAllTests({});
  const nowhere = ['--config', 'nowhere.json'];

  for (const [line, says] of [
    [['run', 'nosuch.ts'], /nosuch\.ts/],
    [['run', '-e', 'return 1', ...nowhere], /nowhere\.json/],
    [['run', '-e', 'return 1', '--arg', 'bad'], /--arg takes/],
  ] as const)
    it(`prints the object of a run for ${line.join(' ')}`, async () => {
      const { code, stdout, stderr } = await folder.codeMode([...line, '--json']);
      const { ok, error, calls } = JSON.parse(stdout) as {
        ok: boolean;
        error: { code: string; message: string };
        calls: unknown[];
      };
      assert.deepEqual([code, ok, error.code, calls], [2, false, 'invalid_request', []]);
      assert.match(error.message, says);
      assert.match(stderr, says);
    });

  for (const [line, says] of [
    [['runs', 'replay', 'nosuch'], /no run of this folder/],
    [['runs', 'resume', 'last', ...nowhere], /nowhere\.json/],
    [['runs', 'show', 'nosuch'], /no run of this folder/],
    [['tools', ...nowhere], /nowhere\.json/],
    [['search'], /search takes <words>/],
    [['trust', 'add', 'nosuch'], /nothing named "nosuch"/],
  ] as const)
    it(`prints an object with the error for ${line.join(' ')}`, async () => {
      const { code, stdout } = await folder.codeMode([...line, '--json']);
      assert.equal(code, 2);
      assert.match((JSON.parse(stdout) as { error: string }).error, says);
    });
});
