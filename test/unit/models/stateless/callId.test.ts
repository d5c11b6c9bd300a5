import assert from 'node:assert/strict';
import { isOurs, readCallId, shortCallId, writeCallId } from '../../../../src/models/stateless/callId.ts';

describe('the id of a call', () => {
  const id = { turn: '00112233aabbccdd', index: 2, call: 17, state: 'abc-_9' };

  it('is read as it was written', () => {
    assert.deepEqual(readCallId(writeCallId(id)), id);
    const { state: _state, ...short } = id;
    assert.deepEqual(readCallId(writeCallId(short)), short);
  });

  it('has nothing that an id may not have', () => assert.match(writeCallId(id), /^[\w-]+$/));

  it('is shortened without what it carries', () => {
    assert.equal(shortCallId(writeCallId(id)), 'cm1_00112233aabbccdd_2_17');
    assert.equal(shortCallId('call_1'), 'call_1');
  });

  for (const other of [
    'cm1_',
    'cm1_0011_0_1',
    'cm1_00112233_x_1',
    'cm1_00112233_0',
    'cm1_00112233_0_1_a.b',
    'cm1_00112233_0_1 ',
    'cm1_00112233_9999_1',
  ]) {
    it(`is seen as damaged: ${other}`, () => {
      assert.ok(isOurs(other));
      assert.equal(readCallId(other), undefined);
    });
  }
});
