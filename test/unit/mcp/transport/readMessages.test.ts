import assert from 'node:assert/strict';
import { isAnswerTo, readMessages } from '../../../../src/mcp/transport/readMessages.ts';

const read = (value: unknown) => readMessages(JSON.stringify(value));

describe('readMessages', () => {
  it('leaves a message that is to the letter as it is', () => {
    const message = { jsonrpc: '2.0', id: 1, result: { content: [], _meta: { traceId: 'x' } } };
    assert.deepEqual(read(message), [message]);
  });

  it('reads a message after a byte order mark', () => {
    assert.equal(readMessages('\uFEFF{"jsonrpc":"2.0","method":"ping","id":1}').length, 1);
  });

  it('reads the first 100 requests and notifications of a batch', () => {
    const batch = Array.from({ length: 1_000 }, (_, sent) => ({ jsonrpc: '2.0', method: `m${sent}` }));
    assert.deepEqual(read(batch), batch.slice(0, 100));
  });

  it('reads the answers of a batch wherever they stand in it', () => {
    const noise = Array.from({ length: 200 }, () => ({ jsonrpc: '2.0', method: 'notifications/x' }));
    const answers = Array.from({ length: 200 }, (_, id) => ({ jsonrpc: '2.0', id, result: {} }));
    assert.deepEqual(read([...noise, ...answers]).slice(100), answers);
  });

  it('reads the first 1,000 answers of a batch', () => {
    const answers = Array.from({ length: 20_000 }, (_, id) => ({ jsonrpc: '2.0', id, result: {} }));
    assert.equal(read(answers).length, 1_000);
  });

  it('reads each message of a batch, without what is none', () => {
    const [first, second] = [
      { jsonrpc: '2.0', method: 'notifications/x' },
      { jsonrpc: '2.0', id: 1, result: {} },
    ];
    assert.deepEqual(read([first, 7, [second], null, second]), [first, second]);
  });

  it('takes null for what is not there in requests and notifications', () => {
    assert.deepEqual(read({ jsonrpc: '2.0', id: null, method: 'notifications/x', params: null }), [
      { jsonrpc: '2.0', method: 'notifications/x' },
    ]);
  });

  it('takes a result without its version, and whatever stands beside it', () => {
    const answer = [{ jsonrpc: '2.0', id: 1, result: { a: null } }];
    assert.deepEqual(read({ id: 1, result: { a: null, _meta: null }, error: null, extra: 1 }), answer);
  });

  it('keeps what an error of another form says', () => {
    const messageOf = (error: unknown) =>
      read({ jsonrpc: '2.0', id: 'a', error }).flatMap((message) =>
        'error' in message ? [message.error] : [],
      );
    assert.deepEqual(messageOf({ code: 'E', message: 'no' }), [{ code: -32_603, message: 'no' }]);
    assert.deepEqual(messageOf({ code: 7, reason: 'no' }), [
      { code: 7, message: '{"code":7,"reason":"no"}' },
    ]);
    assert.deepEqual(messageOf('no'), [{ code: -32_603, message: 'no' }]);
  });

  it('makes an error of an answer that has neither result nor error', () => {
    for (const answer of [
      { id: 1 },
      { id: 1, result: null },
      { id: 1, result: [] },
      { id: 1, result: 'done' },
    ]) {
      assert.match(
        JSON.stringify(read({ jsonrpc: '2.0', ...answer })),
        /"id":1,"error":\{"code":-32603,.*an object result/,
      );
    }
  });

  it('keeps an error about a request that could not be read', () => {
    const error = { code: -32_700, message: 'no' };
    assert.deepEqual(read({ jsonrpc: '2.0', id: null, error }), [{ jsonrpc: '2.0', error }]);
  });

  it('finds nothing in what is no JSON-RPC', () => {
    for (const value of [7, 'x', null, {}, [], { id: {}, result: {} }, { method: 7 }])
      assert.deepEqual(read(value), []);
    assert.deepEqual(readMessages('hello'), []);
  });
});

describe('isAnswerTo', () => {
  it('takes the number as a text, too', () => {
    assert.equal(isAnswerTo({ jsonrpc: '2.0', id: '1', result: {} }, 1), true);
  });

  it('is false for another id, none, and a request of that id', () => {
    assert.equal(isAnswerTo({ jsonrpc: '2.0', id: 2, result: {} }, 1), false);
    assert.equal(isAnswerTo({ jsonrpc: '2.0', error: { code: 1, message: 'no' } }, 1), false);
    assert.equal(isAnswerTo({ jsonrpc: '2.0', id: 1, method: 'ping' }, 1), false);
  });
});
