import assert from 'node:assert/strict';
import { constraintsOf } from '../../../../src/declarations/schema/constraintText.ts';

describe('the constraints of a schema in words', () => {
  it('read the exclusive bounds of draft-04 as what they mean', () => {
    assert.deepEqual(
      constraintsOf({ minimum: 5, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: true }),
      ['more than 5', 'less than 9'],
    );
    assert.deepEqual(constraintsOf({ minimum: 5, exclusiveMinimum: false, maximum: 9 }), [
      'minimum 5',
      'maximum 9',
    ]);
    assert.deepEqual(constraintsOf({ exclusiveMinimum: true }), []);
  });

  it('name the arguments of a choice', () => {
    assert.deepEqual(constraintsOf({ oneOf: [{ required: ['a', 'b'] }, { required: ['c'] }] }), [
      'give exactly one of `a` with `b`, `c`',
    ]);
    assert.deepEqual(constraintsOf({ allOf: [{ anyOf: [{ required: ['a'] }, { required: ['b'] }] }] }), [
      'give `a` or `b` (or both)',
    ]);
  });

  it('see no choice where an alternative says more or nothing', () => {
    assert.deepEqual(
      constraintsOf({
        anyOf: [{ required: ['a'] }, { required: ['b'], properties: { b: { type: 'string' } } }],
      }),
      [],
    );
    assert.deepEqual(constraintsOf({ anyOf: [{ required: ['a'] }, {}] }), []);
    assert.deepEqual(constraintsOf({ oneOf: [{ required: ['a'] }, { required: 'b' }, 1] }), []);
  });
});
