import assert from 'node:assert/strict';
import { MessageBounds, mostBytesOf } from '../../../../src/mcp/transport/messageBounds.ts';

const large = (id: number) =>
  JSON.stringify({ jsonrpc: '2.0', id, result: { tools: Array(200_000).fill(0) } });
const request = (id: number, method: string) => ({ jsonrpc: '2.0' as const, id, method });
const errorsIn = (messages: ReturnType<MessageBounds['refusal']>) =>
  messages?.map((message) => ('error' in message ? [message.id, message.error.message] : []));

describe('a message that is too much to be read at once', () => {
  it('is refused as the answer to a list, which it settles', () => {
    const bounds = new MessageBounds();
    bounds.sent(request(3, 'tools/list'));
    assert.deepEqual(errorsIn(bounds.refusal(large(3))), [[3, 'answer too large: over 150000 values']]);
  });

  it('is read as the answer to a call, also while a list is asked for', () => {
    const bounds = new MessageBounds();
    bounds.sent(request(3, 'tools/list'));
    bounds.sent(request(4, 'tools/call'));
    assert.equal(bounds.refusal(large(4)), undefined);
    assert.equal(bounds.refusal(large(3))?.length, 1);
  });

  it('is refused where its id stands last', () => {
    const bounds = new MessageBounds();
    bounds.sent(request(3, 'tools/list'));
    bounds.sent(request(4, 'tools/call'));
    const text = `{"result":{"tools":[${'0,'.repeat(200_000)}0]},"jsonrpc":"2.0","id":3}`;
    assert.equal(bounds.refusal(text)?.length, 1);
  });

  it('is read as the answer to a call that holds ids of its own', () => {
    const bounds = new MessageBounds();
    bounds.sent(request(1, 'tools/list'));
    bounds.sent(request(7, 'tools/call'));
    const items = JSON.stringify(Array.from({ length: 70_000 }, (_, id) => ({ id, name: 'a' })));
    const text = `{"result":{"structuredContent":{"id":1,"items":${items}}},"jsonrpc":"2.0","id":7}`;
    assert.equal(bounds.refusal(text), undefined);
  });

  it('is refused as the answer to a list whose tools hold ids of their own', () => {
    const bounds = new MessageBounds();
    bounds.sent(request(3, 'tools/list'));
    const text = `{"result":{"tools":[{"id":1},${'0,'.repeat(200_000)}0]},"jsonrpc":"2.0","id":3}`;
    assert.deepEqual(errorsIn(bounds.refusal(text)), [[3, 'answer too large: over 150000 values']]);
  });

  it('is refused where nobody asked for it', () => {
    const bounds = new MessageBounds();
    assert.deepEqual(bounds.refusal(large(9)), []);
    bounds.sent(request(4, 'tools/call'));
    bounds.came({ jsonrpc: '2.0', id: 4, result: {} });
    assert.deepEqual(bounds.refusal(large(4)), []);
  });

  it('has 6 MB, unless a script wants it', () => {
    assert.equal(mostBytesOf('tools/list'), 6 * 1024 * 1024);
    assert.equal(mostBytesOf(undefined), 6 * 1024 * 1024);
    assert.equal(mostBytesOf('tools/call'), 128 * 1024 * 1024);
  });
});
