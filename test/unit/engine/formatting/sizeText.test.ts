import assert from 'node:assert/strict';
import { sizeText } from '../../../../src/engine/formatting/sizeText.ts';

describe('the text of a size', () => {
  const texts: readonly (readonly [bytes: number, text: string])[] = [
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1_000, '1.0 kB'],
    [999_949, '999.9 kB'],
    [999_950, '1 MB'],
    [1_240_000, '1.2 MB'],
    [4_321_000_000, '4,321 MB'],
  ];
  for (const [bytes, text] of texts) it(`of ${bytes} is ${text}`, () => assert.equal(sizeText(bytes), text));
});
