import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { launchEnvironment } from '../../../../src/mcp/definitions/launchEnvironment.ts';
import { TemporaryFolder } from '../../../fakes/temporaryFolder.ts';

describe('launchEnvironment', () => {
  const envOf = async (env: Record<string, string | null>, host: Record<string, string>, envFile?: string) => {
    const outcome = await launchEnvironment({ env, ...(envFile !== undefined && { envFile }) }, host);
    assert.ok(outcome.ok);
    return outcome.env;
  };

  it('starts from the host’s environment', async () => {
    assert.deepEqual(await envOf({ B: '2' }, { A: '1' }), { A: '1', B: '2' });
  });

  it('does not pass on what is the editor’s own', async () => {
    assert.deepEqual(await envOf({}, { ELECTRON_RUN_AS_NODE: '1', VSCODE_PID: '7', VSCODE_IPC_HOOK: '/x', CODE: 'y' }), { CODE: 'y' });
  });

  it('does not pass on what answers the inputs of servers', async () => {
    assert.deepEqual(await envOf({}, { CODE_MODE_INPUT_KEY: 'k', CODE_MODE_DEBUG: '1' }), { CODE_MODE_DEBUG: '1' });
  });

  it('unsets with null', async () => {
    assert.deepEqual(await envOf({ A: null, C: null }, { A: '1', B: '2' }), { B: '2' });
  });

  it('appends to PATH', async () => {
    assert.deepEqual(await envOf({ PATH: '/more' }, { PATH: '/bin' }), { PATH: `/bin${delimiter}/more` });
  });

  it('sets PATH where the host has none', async () => {
    assert.deepEqual(await envOf({ PATH: '/more' }, {}), { PATH: '/more' });
  });

  it('puts envFile between the host’s environment and env', async () => {
    using folder = new TemporaryFolder('code-mode-env-');
    const file = join(folder.path, '.env');
    await writeFile(file, '# comment\nA=file\nexport B="two words"\nC=file\n');
    assert.deepEqual(await envOf({ C: 'env' }, { A: 'host', D: 'host' }, file), { A: 'file', B: 'two words', C: 'env', D: 'host' });
  });

  it('says which envFile cannot be read', async () => {
    const environment = await launchEnvironment({ env: {}, envFile: '/no/such.env' }, {});
    assert.match(environment.ok ? '' : environment.error, /"envFile" \/no\/such\.env is unreadable\./);
  });
});
