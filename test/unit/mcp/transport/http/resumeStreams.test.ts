import { MarkedIntegers } from '../../../../../src/mcp/transport/http/markedIntegers.ts';
import assert from 'node:assert/strict';
import { resumeStreams } from '../../../../../src/mcp/transport/http/resumeStreams.ts';

describe('resumeStreams', () => {
  const asked = (first: Response) =>
    resumeStreams(() => Promise.resolve(first), {
      firstMs: 1,
      capMs: 1,
      integers: new MarkedIntegers(),
      onNotificationsLost: () => undefined,
      hide: (text: string) => text,
    })('http://127.0.0.1/mcp', {
      method: 'GET',
    });

  it('takes a page in place of notifications as that there are none', async () => {
    const page = new Response('<html>', { headers: { 'content-type': 'text/html' } });
    assert.equal((await asked(page)).status, 405);
  });

  it('passes on that notifications are refused', async () => {
    assert.equal((await asked(new Response('', { status: 403 }))).status, 403);
  });
});
