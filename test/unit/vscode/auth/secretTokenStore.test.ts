import assert from 'node:assert/strict';
import { SecretTokenStore } from '../../../../src/vscode/auth/secretTokenStore.ts';
import { KeyringSecrets } from '../../../fakes/keyringSecrets.ts';

describe('SecretTokenStore', () => {
  it('reads what it could not store, not what was stored before', async () => {
    const secrets = new KeyringSecrets();
    const tokens = new SecretTokenStore(secrets);
    await tokens.set('vault', 'old');
    secrets.isLocked = true;
    await tokens.set('vault', 'renewed');
    secrets.isLocked = false;
    assert.deepEqual(await tokens.get('vault'), { ok: true, text: 'renewed' });
  });

  it('reads what another window stored after its own could be stored again', async () => {
    const secrets = new KeyringSecrets();
    const [tokens, others] = [new SecretTokenStore(secrets), new SecretTokenStore(secrets)];
    secrets.isLocked = true;
    await tokens.set('vault', 'in this window');
    secrets.isLocked = false;
    await tokens.set('vault', 'stored');
    await others.set('vault', 'of another window');
    assert.deepEqual(await tokens.get('vault'), { ok: true, text: 'of another window' });
  });
});
