import assert from 'node:assert/strict';
import { normalisedText } from '../../../../src/engine/flow/normalisedText.ts';

const pieces = [
  ...['Ann', 'LEE', '4711', '1234-', '1234-5', '-', '2026-03-04', '2026-03-04T10:20:30.5Z', '7f6c1f0e-9a53-4b0e'],
  ...['http:', 'https://', '//www.', 'https://www.', ':', '%41', '%zz', '%', '\\n', '\\u0041', '\\', '&amp;', '&'],
  ...[' ', '\n', '!', '"', '{', '_', '~', '\u007f', '\u0000'],
];

describe('text as it is compared', () => {
  it('is the same whether it is ASCII alone or stands in other text', () => {
    let state = 5;
    const next = (below: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
      return (state >>> 8) % below;
    };
    for (let round = 0; round < 5_000; round += 1) {
      const text = Array.from({ length: 1 + next(12) }, () => pieces[next(pieces.length)] ?? '').join('');
      assert.equal(`${normalisedText(text)}é`, normalisedText(`${text} é`), JSON.stringify(text));
    }
  });

  it('has neither dates nor how addresses begin', () => {
    assert.equal(normalisedText('On 2026-03-04T10:20:30Z see https://www.example.com/A-1?b=%43'), 'onseeexamplecoma1bc');
  });
});
