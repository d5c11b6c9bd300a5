import assert from 'node:assert/strict';
import { brokenAnswers } from '../../../../src/mcp/transport/brokenAnswers.ts';

/** Returns the ids in `pending` that get an error. */
const broken = (text: string, pending: readonly number[]) =>
  brokenAnswers(text, pending, (shown) => shown.replaceAll('sesame', '<hidden>')).map(
    (message) => 'id' in message && message.id,
  );

describe('brokenAnswers', () => {
  it('finds the request of an answer that is not JSON, before its result or after it', () => {
    assert.deepEqual(broken('{"jsonrpc":"2.0","id":3,"result":{"id":4,"price":NaN}}', [3, 4]), [3]);
    assert.deepEqual(broken('{"result":{"id":4,"price":Infinity},"jsonrpc":"2.0","id":3}', [3, 4]), [3]);
    assert.deepEqual(
      broken(`{"jsonrpc":"2.0","result":{"text":"${'a'.repeat(100_000)}","price":NaN},"id":3}`, [3, 4]),
      [3],
    );
  });

  it('finds the request of an answer in the form of another language', () => {
    assert.deepEqual(broken(`{'jsonrpc': '2.0', 'id': 3, 'result': {'done': True}}`, [3, 4]), [3]);
    assert.deepEqual(broken('{"jsonrpc":"2.0","id":"3","result":{"done":undefined}}', [3, 4]), [3]);
  });

  it('finds the request of an answer that is cut off', () => {
    assert.deepEqual(broken('{"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"te', [3, 4]), [3]);
  });

  it('finds the requests of answers that ran into each other', () => {
    const [first, second] = [3, 4].map((id) => `{"jsonrpc":"2.0","id":${id},"result":{"content":[]}}`);
    assert.deepEqual(broken(`${first}${second}`, [3, 4]), [3, 4]);
    assert.deepEqual(broken(`${first?.slice(0, 40)}${second}`, [3, 4]), [3, 4]);
  });

  it('takes an answer without its id for that of the only request', () => {
    const cut = '{"jsonrpc":"2.0","result":{"content":[{"ty';
    assert.deepEqual(broken(cut, [3]), [3]);
    assert.deepEqual(broken(cut, [3, 4]), []);
  });

  it('does not trust an id that is cut off', () => {
    assert.deepEqual(broken('{"jsonrpc":"2.0","id":1', [1, 12]), []);
  });

  it('leaves the answer to another request, requests, notifications and lines of a log alone', () => {
    for (const line of [
      '{"jsonrpc":"2.0","id":9,"result":{"price":NaN}}',
      '{"jsonrpc":"2.0","id":3,"method":"elicitation/create","params":{"price":NaN}}',
      '{"method":"notifications/progress","params":{"progress":NaN},"jsonrpc":"2.0"}',
      'Sending {"jsonrpc":"2.0","id":3,"result":{"price":NaN}}',
      '{"level":"info","id":3,"result":NaN}',
      '{ id: 3 }',
      '{"jsonrpc":"2.0","id":null,"result":{}}',
    ])
      assert.deepEqual(broken(line, [3]), [], line);
  });

  it('says where the text is no JSON, and quotes it without secrets', () => {
    const [message] = brokenAnswers(
      '{"jsonrpc":"2.0","id":3,"result":{"key":"sesame","price":NaN}}',
      [3],
      (shown) => shown.replaceAll('sesame', '<hidden>'),
    );
    const said = message && 'error' in message ? message.error.message : '';
    assert.match(
      said,
      /^it is not JSON \(Unexpected token 'N'.*\): \{"jsonrpc":"2.0","id":3,"result":\{"key":"<hidden>","price":NaN/,
    );
  });
});
