import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { symlink, truncate, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { launchEnvironment } from '../../../../src/mcp/definitions/launchEnvironment.ts';
import { TemporaryFolder } from '../../../fakes/temporaryFolder.ts';

describe('launchEnvironment', () => {
  const envOf = async (
    env: Record<string, string | null>,
    host: Record<string, string>,
    envFile?: string,
  ) => {
    const outcome = await launchEnvironment({ env, ...(envFile !== undefined && { envFile }) }, host);
    assert.ok(outcome.ok);
    return outcome.env;
  };

  type Values = Readonly<Record<string, string | null>>;
  const cases: readonly (readonly [
    what: string,
    env: Values,
    host: Record<string, string>,
    found: Values,
  ])[] = [
    ['starts from the host’s environment', { B: '2' }, { A: '1' }, { A: '1', B: '2' }],
    [
      'does not pass on what is the editor’s own',
      {},
      { ELECTRON_RUN_AS_NODE: '1', VSCODE_PID: '7', VSCODE_IPC_HOOK: '/x', CODE: 'y' },
      { CODE: 'y' },
    ],
    [
      'does not pass on what answers the inputs of servers',
      {},
      { CODE_MODE_INPUT_KEY: 'k', CODE_MODE_DEBUG: '1' },
      { CODE_MODE_DEBUG: '1' },
    ],
    ['unsets with null', { A: null, C: null }, { A: '1', B: '2' }, { B: '2' }],
    ['appends to PATH', { PATH: '/more' }, { PATH: '/bin' }, { PATH: `/bin${delimiter}/more` }],
    ['sets PATH where the host has none', { PATH: '/more' }, {}, { PATH: '/more' }],
  ];
  for (const [what, env, host, found] of cases)
    it(what, async () => assert.deepEqual(await envOf(env, host), found));

  it('puts envFile between the host’s environment and env', async () => {
    using folder = new TemporaryFolder('code-mode-env-');
    const file = join(folder.path, '.env');
    await writeFile(file, '# comment\nA=file\nexport B="two words"\nC=file\n');
    assert.deepEqual(await envOf({ C: 'env' }, { A: 'host', D: 'host' }, file), {
      A: 'file',
      B: 'two words',
      C: 'env',
      D: 'host',
    });
  });

  it('reads an envFile that is a link to a file', async () => {
    using folder = new TemporaryFolder('code-mode-env-');
    await writeFile(join(folder.path, 'real.env'), 'A=1');
    await symlink(join(folder.path, 'real.env'), join(folder.path, '.env'), 'file');
    assert.deepEqual(await envOf({}, {}, join(folder.path, '.env')), { A: '1' });
  });

  const problemOf = async (envFile: string) => {
    const outcome = await launchEnvironment({ env: {}, envFile }, {});
    return outcome.ok ? '' : outcome.error;
  };

  it('does not read an envFile that is larger than anybody writes', async () => {
    using folder = new TemporaryFolder('code-mode-env-');
    const file = join(folder.path, '.env');
    await writeFile(file, '');
    await truncate(file, 11_000_000);
    assert.match(await problemOf(file), /\.env is unreadable \(11000000 bytes; the limit is 10485760\)\./);
  });

  if (process.platform !== 'win32')
    it('does not wait for an envFile that is a pipe, nor read a device without end', async () => {
      using folder = new TemporaryFolder('code-mode-env-');
      const [pipe, link] = [join(folder.path, 'pipe'), join(folder.path, 'link')];
      execFileSync('mkfifo', [pipe]);
      await symlink('/dev/zero', link);
      for (const file of [pipe, link, '/dev/zero'])
        assert.match(await problemOf(file), /is unreadable \(not a regular file\)\./);
    });

  if (process.platform === 'linux')
    it('reads of a file of the system no more than its size', async () =>
      assert.deepEqual(await envOf({}, {}, '/proc/self/pagemap'), {}));

  it('says which envFile cannot be read', async () =>
    assert.match(await problemOf('/no/such.env'), /"envFile" \/no\/such\.env is unreadable \(ENOENT\)\./));
});
