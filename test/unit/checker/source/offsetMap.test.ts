import assert from 'node:assert/strict';
import {
  applyEdits,
  composeMaps,
  identityMap,
  originalOffset,
} from '../../../../src/checker/source/offsetMap.ts';

const original = 'abcdefghij';

describe('an offset map', () => {
  it('leads every kept character back', () => {
    const { text, map } = applyEdits(original, [
      { start: 2, end: 4, text: '' },
      { start: 6, end: 6, text: 'XYZ' },
      { start: 8, end: 9, text: '--' },
    ]);
    assert.equal(text, 'abefXYZgh--j');
    for (const [offset, letter] of Array.from(text).entries()) {
      if (/[a-j]/.test(letter)) assert.equal(original[originalOffset(map, offset)], letter);
    }
  });

  it('leads what was inserted to the place where it was inserted', () => {
    const { map } = applyEdits(original, [{ start: 6, end: 6, text: 'XYZ' }]);
    assert.deepEqual(
      [6, 7, 8, 9].map((offset) => originalOffset(map, offset)),
      [6, 6, 6, 6],
    );
  });

  it('composes: two steps back in one', () => {
    const first = applyEdits(original, [
      { start: 0, end: 1, text: '' },
      { start: 3, end: 3, text: '123' },
      { start: 5, end: 7, text: '4' },
    ]);
    const second = applyEdits(first.text, [
      { start: 0, end: 0, text: '<<' },
      { start: 2, end: 4, text: '' },
      { start: 7, end: 8, text: '>>>>' },
    ]);
    const map = composeMaps(second.map, first.map);
    for (const [offset, letter] of Array.from(second.text).entries()) {
      if (/[a-j]/.test(letter))
        assert.equal(original[originalOffset(map, offset)], letter, `${letter} of ${second.text}`);
    }
  });

  it('is empty for texts that are the same', () => {
    assert.deepEqual(applyEdits(original, []), { text: original, map: identityMap });
    assert.equal(originalOffset(identityMap, 7), 7);
  });
});
