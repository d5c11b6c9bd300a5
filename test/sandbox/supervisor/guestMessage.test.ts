// What the thread lets through of a guest's question to a server, and of its failure.
import assert from 'node:assert/strict';
import { readGuestMessages } from '../../../src/sandbox/supervisor/guestMessage.ts';

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

describe('a failure from the sandbox', () => {
  const read = (stack: unknown) => readGuestMessages(JSON.stringify([['fail', 'script_error', 'Error: a', 1, 2, null, null, stack]]));

  it('is rebuilt with the functions on the way to it', () => {
    const [message] =
      read([
        ['f', 1, 2, 'more'],
        [null, 3, 4],
      ]) ?? [];
    assert.deepEqual(message?.type === 'fail' && message.stack, [
      { name: 'f', line: 1, column: 2 },
      { line: 3, column: 4 },
    ]);
  });

  for (const stack of [
    'f',
    undefined,
    [1],
    [['f', 0, 1]],
    [['f', 1, '1']],
    [[7, 1, 1]],
    [['x'.repeat(101), 1, 1]],
    Array.from({ length: 11 }, () => ['f', 1, 1]),
  ]) {
    it(`is a breach with the stack ${JSON.stringify({ stack }).slice(0, 40)}`, () => assert.equal(read(stack), undefined));
  }
});
