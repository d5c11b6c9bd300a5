import assert from 'node:assert/strict';
import { TerminalTrust } from '../../../../src/cli/interaction/terminalTrust.ts';
import { TrustStore } from '../../../../src/mcp/definitions/index.ts';

class UnwritableStore extends TrustStore {
  override approve(): Promise<void> {
    return Promise.reject(new Error('EROFS: read-only file system'));
  }
}

describe('TerminalTrust', () => {
  it('trusts for one command what cannot be stored, and says so', async () => {
    const told: string[] = [];
    const trust = new TerminalTrust({
      trust: [],
      trustWorkspace: false,
      folder: '/project',
      store: new UnwritableStore(),
      questions: { canAsk: true, agrees: () => Promise.resolve(true) },
      tell: (line) => told.push(line),
    });
    const item = {
      kind: 'server',
      name: 'geo',
      origin: '/project/.mcp.json',
      hash: 'a',
      folder: '/project',
    } as const;
    assert.equal(await trust.approve({ ...item, covers: [] }, AbortSignal.timeout(60_000)), true);
    assert.equal(trust.isApproved(item), true);
    assert.deepEqual(told, ['your trust in geo ends with this command: EROFS: read-only file system']);
  });
});
