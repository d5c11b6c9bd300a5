// What the thread lets through of a guest's question to a server.
import assert from 'node:assert/strict';
import { readGuestMessages } from '../../../src/sandbox/thread/guestMessage.ts';

describe('a question to a server from the sandbox', () => {
  const read = (...message: readonly unknown[]) => readGuestMessages(JSON.stringify([message]));

  it('is rebuilt from its fields', () => {
    const event = { type: 'feature', call: 1, server: 'geo', method: '$prompts.list', input: undefined };
    assert.deepEqual(read('feature', 1, 'geo', '$prompts.list', null, 'more'), [{ type: 'event', event }]);
  });

  for (const message of [
    ['feature', 1, 'geo', '$tools.list', null],
    ['feature', 1, 'geo', 'getCity', null],
    ['feature', 1, 7, '$prompts.list', null],
    ['feature', 0, 'geo', '$prompts.list', null],
    ['feature', 1, 'geo', '$resources.read', { uri: 'a:b' }],
    ['feature', 1, 'x'.repeat(513), '$prompts.list', null],
  ]) {
    it(`is a breach as ${JSON.stringify(message).slice(0, 60)}`, () => assert.equal(read(...message), undefined));
  }
});
