import assert from 'node:assert/strict';
import { HttpAnswers } from '../../../../../src/mcp/transport/http/httpAnswers.ts';
import { CountedTurns, workFor } from '../../../../fakes/countedTurns.ts';

describe('HttpAnswers', () => {
  const answersOf = (first: Response, onMessage: () => void = () => undefined) =>
    new HttpAnswers(() => Promise.resolve(first), {
      firstMs: 1,
      capMs: 1,
      deliver: (messages) => {
        for (const message of messages) if ('method' in message) onMessage();
        return Promise.resolve();
      },
      onGarbage: () => undefined,
      onNotificationsLost: () => undefined,
      hide: (text: string) => text,
    });
  const asked = (first: Response) => answersOf(first).fetch('http://127.0.0.1/mcp', { method: 'GET' });

  it('takes a page in place of notifications as that there are none', async () => {
    const page = new Response('<html>', { headers: { 'content-type': 'text/html' } });
    assert.equal((await asked(page)).status, 405);
  });

  it('passes on that notifications are refused', async () => {
    assert.equal((await asked(new Response('', { status: 403 }))).status, 403);
  });

  it('delivers all events of one chunk, and lets others have their turn meanwhile', async () => {
    const progress = 'data: {"jsonrpc":"2.0","method":"notifications/progress"}\n\n';
    const events = `${progress.repeat(100)}data: {"jsonrpc":"2.0","id":1,"result":{}}\n\n`;
    let delivered = 0;
    const answers = answersOf(
      new Response(events, { headers: { 'content-type': 'text/event-stream' } }),
      () => {
        delivered += 1;
        workFor(2);
      },
    );
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call' });
    await answers.fetch('http://127.0.0.1/mcp', { method: 'POST', body });
    const others = new CountedTurns();
    await answers.deliver(1);
    assert.equal(delivered, 100);
    assert.ok(others.stop() > 3);
  });
});
