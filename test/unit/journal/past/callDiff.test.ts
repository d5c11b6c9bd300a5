import assert from 'node:assert/strict';
import type { JsonValue } from '../../../../src/base/json.ts';
import { callDiff, type NumberedCall } from '../../../../src/journal/past/callDiff.ts';
import type { CallShape } from '../../../../src/journal/record/callKey.ts';

const shape = (name: string, input: JsonValue | undefined): CallShape => ({
  target: 'tool',
  server: 'bank',
  name,
  form: 'value',
  input,
});
const recorded = (
  call: number,
  name: string,
  input: JsonValue | undefined,
  served = false,
): NumberedCall => ({
  ...shape(name, input),
  call,
  served,
});

describe('the diff of a call', () => {
  it('compares it with the nearest call of the same tool, field by field', () => {
    const calls = [
      recorded(1, 'pay', { to: 'Ann', amount: 1, tags: ['a', 'b'] }),
      recorded(2, 'pay', { to: 'Bob', amount: 5, tags: ['a', 'b'] }),
      recorded(3, 'list', {}),
    ];
    assert.equal(
      callDiff(shape('pay', { to: 'Bob', amount: 6, tags: ['a'], note: 'x' }), 2, calls),
      [
        'Call 2 is not in the record: tools.bank.pay was called with another input. Nearest is call 2:',
        '  amount: 6, recorded: 5',
        '  tags[1]: nothing, recorded: "b"',
        '  note: "x", recorded: nothing',
      ].join('\n'),
    );
  });

  it('says that a call was made more often than in the record', () => {
    const text = callDiff(shape('pay', { a: 1 }), 3, [
      recorded(1, 'pay', { a: 1 }, true),
      recorded(2, 'pay', { a: 1 }, true),
    ]);
    assert.match(text, /was called with this input 2 times, and now once more\.$/);
  });

  it('names the recorded call in whose place it came', () => {
    assert.match(
      callDiff(shape('refund', {}), 1, [recorded(1, 'pay', {})]),
      /tools\.bank\.refund was not called\. The recorded call 1 is tools\.bank\.pay\./,
    );
    assert.match(
      callDiff(shape('refund', {}), 7, [recorded(1, 'pay', {})]),
      /The recorded run called tools\.bank\.pay\./,
    );
    assert.match(callDiff(shape('refund', {}), 1, []), /recorded run made no calls/);
  });

  it('is short, however much differs', () => {
    const many = (value: number) =>
      Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`k${index}`, value]));
    const text = callDiff(shape('pay', { ...many(1), text: 'x'.repeat(100_000) }), 1, [
      recorded(1, 'pay', many(2)),
    ]);
    assert.ok(text.length < 1_000 && text.split('\n').length < 12, text);
    assert.match(text, /… and many more$/);
  });
});
