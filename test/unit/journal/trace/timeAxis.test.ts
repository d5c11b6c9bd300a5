import assert from 'node:assert/strict';
import { axisText, axisTicks, durationText } from '../../../../src/journal/trace/timeAxis.ts';

describe('the marks of a time axis', () => {
  for (const [from, to, most, ticks] of [
    [0, 1_000, 5, [0, 200, 400, 600, 800, 1_000]],
    [0, 3, 3, [0, 1, 2, 3]],
    [950, 2_100, 4, [1_000, 1_500, 2_000]],
    [0, 90_000, 4, [0, 30_000, 60_000, 90_000]],
    [0, 3_600_000, 4, [0, 900_000, 1_800_000, 2_700_000, 3_600_000]],
    [0, 0, 5, []],
  ] as const) {
    it(`from ${from} to ${to} ms, at most ${most} apart`, () =>
      assert.deepEqual(axisTicks(from, to, most), ticks));
  }

  it('are never more than asked for', () => {
    for (let to = 1; to < 1e10; to = to * 1.37 + 0.1) assert.ok(axisTicks(0, to, 6).length <= 7, String(to));
  });

  for (const [ms, text] of [
    [0, '0'],
    [0.5, '0.5 ms'],
    [250, '250 ms'],
    [1_500, '1.5 s'],
    [150_000, '2:30 min'],
  ] as const) {
    it(`say ${text}`, () => assert.equal(axisText(ms), text));
  }
});

describe('how long something took', () => {
  for (const [ms, text] of [
    [12.3, '12 ms'],
    [999.9, '1.0 s'],
    [3_440, '3.4 s'],
    [59_990, '1 min 0 s'],
    [125_000, '2 min 5 s'],
  ] as const) {
    it(text, () => assert.equal(durationText(ms), text));
  }
});
