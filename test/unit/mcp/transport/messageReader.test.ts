import assert from 'node:assert/strict';
import { MessageReader } from '../../../../src/mcp/transport/messageReader.ts';

const large = (id: number) =>
  JSON.stringify({ jsonrpc: '2.0', id, result: { tools: Array(200_000).fill(0) } });
const request = (id: number, method: string) => ({ jsonrpc: '2.0' as const, id, method });
const newReader = () => new MessageReader((text) => text);
/** Returns the errors in place of the text. */
const errorsFor = (reader: MessageReader, text: string) =>
  reader
    .read(text)
    .messages.flatMap((message) => ('error' in message ? [[message.id, message.error.message]] : []));

describe('a message that is too much to be read at once', () => {
  it('is refused as the answer to a list, which it settles', () => {
    const reader = newReader();
    reader.sent(request(3, 'tools/list'));
    assert.deepEqual(errorsFor(reader, large(3)), [[3, 'answer too large: over 150000 values']]);
  });

  it('is read as the answer to a call, also while a list is asked for', () => {
    const reader = newReader();
    reader.sent(request(3, 'tools/list'));
    reader.sent(request(4, 'tools/call'));
    assert.deepEqual(errorsFor(reader, large(4)), []);
    assert.equal(errorsFor(reader, large(3)).length, 1);
  });

  it('is refused where its id stands last', () => {
    const reader = newReader();
    reader.sent(request(3, 'tools/list'));
    reader.sent(request(4, 'tools/call'));
    const text = `{"result":{"tools":[${'0,'.repeat(200_000)}0]},"jsonrpc":"2.0","id":3}`;
    assert.equal(errorsFor(reader, text).length, 1);
  });

  it('is read as the answer to a call that holds ids of its own', () => {
    const reader = newReader();
    reader.sent(request(1, 'tools/list'));
    reader.sent(request(7, 'tools/call'));
    const items = JSON.stringify(Array.from({ length: 70_000 }, (_, id) => ({ id, name: 'a' })));
    const text = `{"result":{"structuredContent":{"id":1,"items":${items}}},"jsonrpc":"2.0","id":7}`;
    assert.deepEqual(errorsFor(reader, text), []);
  });

  it('is refused as the answer to a list whose tools hold ids of their own', () => {
    const reader = newReader();
    reader.sent(request(3, 'tools/list'));
    const text = `{"result":{"tools":[{"id":1},${'0,'.repeat(200_000)}0]},"jsonrpc":"2.0","id":3}`;
    assert.deepEqual(errorsFor(reader, text), [[3, 'answer too large: over 150000 values']]);
  });

  it('is refused where nobody asked for it', () => {
    const reader = newReader();
    assert.deepEqual(reader.read(large(9)), { messages: [], isMcp: false });
    reader.sent(request(4, 'tools/call'));
    reader.came({ jsonrpc: '2.0', id: 4, result: {} });
    assert.deepEqual(reader.read(large(4)), { messages: [], isMcp: false });
  });

  it('has 6 MB, unless a script wants it', () => {
    const reader = newReader();
    assert.equal(reader.maxBytes, 6 * 1024 * 1024);
    reader.sent(request(3, 'tools/list'));
    assert.equal(reader.maxBytes, 6 * 1024 * 1024);
    reader.sent(request(4, 'tools/call'));
    assert.equal(reader.maxBytes, 128 * 1024 * 1024);
  });
});
