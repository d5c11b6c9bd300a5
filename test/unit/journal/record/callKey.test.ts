import assert from 'node:assert/strict';
import { callKey, callShapeOf, type CallShape } from '../../../../src/journal/record/callKey.ts';
import { toolCall } from '../../../fakes/startedRun.ts';

const call = (input: CallShape['input'], more: Partial<CallShape> = {}) =>
  callKey({ target: 'tool', server: 's', name: 't', input, ...more });

describe('the key of a call', () => {
  it('does not depend on the order of keys', () => {
    assert.equal(call({ a: 1, b: { c: [1, 2], d: null } }), call({ b: { d: null, c: [1, 2] }, a: 1 }));
    const long = 'x'.repeat(1_000);
    assert.equal(call({ a: long, b: 1 }), call({ b: 1, a: long }));
  });

  it('tells apart values, forms, tools and kinds of calls', () => {
    const keys = [
      call({ a: 1 }),
      call({ a: '1' }),
      call([1]),
      call(undefined),
      call(null),
      call({ a: 1 }, { form: 'raw' }),
      call({ a: 1 }, { name: 'u' }),
      call({ a: 1 }, { target: 'feature' }),
    ];
    assert.equal(new Set(keys).size, keys.length);
  });

  it('is that of a call without a form where the script wants the value', () => {
    assert.equal(callKey(callShapeOf(toolCall(1, 's.t', { a: 1 }))), call({ a: 1 }));
  });
});
