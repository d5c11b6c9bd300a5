import assert from 'node:assert/strict';
import type { CallRelay } from '../../../../src/catalog/toolSource.ts';
import { UserRequests } from '../../../../src/mcp/elicitation/userRequests.ts';

describe('pages that a client was asked to send its user to', () => {
  let requests: UserRequests;
  let ended: string[];
  const relay: CallRelay = {
    answers: () => true,
    ask: () => Promise.resolve({ action: 'accept' }),
    visitEnded: (id) => void ended.push(id),
  };
  /** In a call of its own: a server asks a few times in one. */
  const visit = async (elicitationId: string) => {
    const callEnds = requests.callBegins({ signal: new AbortController().signal, relay });
    await requests.relayed(1, { mode: 'url', elicitationId, url: 'https://example.com/', message: '' });
    callEnds();
  };

  beforeEach(() => {
    ended = [];
    requests = new UserRequests({ server: 'shop', origin: 'mcp.json', log: () => undefined });
  });

  it('are told to be done, once, also after the call', async () => {
    await visit('page');
    requests.visitEnded('page');
    requests.visitEnded('page');
    assert.deepEqual(ended, ['page']);
  });

  it('are forgotten when the session ends', async () => {
    await visit('page');
    requests.sessionEnded();
    requests.visitEnded('page');
    assert.deepEqual(ended, []);
  });

  it('are forgotten, the oldest first, where a server never says that they are done', async () => {
    for (let n = 0; n < 1_000; n++) await visit(`page ${n}`);
    requests.visitEnded('page 0');
    requests.visitEnded('page 999');
    assert.deepEqual(ended, ['page 999']);
  });
});
