// The clock of a time zone, beside what the runtime says of it.
import assert from 'node:assert/strict';
import { zoneOffset } from '../../../src/sandbox/thread/zoneOffset.ts';

describe('zoneOffset', () => {
  const moments: readonly (readonly [zone: string, at: string, minutes: number])[] = [
    ['UTC', '2026-01-01T00:00:00Z', 0],
    ['Europe/Berlin', '2026-01-01T00:00:00Z', -60],
    ['Europe/Berlin', '2026-07-01T00:00:00Z', -120],
    ['America/New_York', '2026-03-08T06:59:59Z', 300],
    ['America/New_York', '2026-03-08T07:00:00Z', 240],
    ['Asia/Kolkata', '2026-01-01T00:00:00Z', -330],
    ['America/St_Johns', '2026-01-01T00:00:00Z', 210],
  ];
  for (const [zone, at, minutes] of moments) {
    it(`gives ${minutes} for ${zone} at ${at}`, () => {
      assert.equal(zoneOffset(zone)(Date.parse(at) / 1000), minutes);
    });
  }

  it('has an answer for moments that no date can hold', () => {
    for (const seconds of [1e300, -1e300]) assert.equal(Number.isFinite(zoneOffset('UTC')(seconds)), true);
  });
});
