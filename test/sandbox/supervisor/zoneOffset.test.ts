// Tests the clock of a time zone against the runtime.
import assert from 'node:assert/strict';
import { localOffset, zoneOffset } from '../../../src/sandbox/supervisor/zoneOffset.ts';

describe('zoneOffset', () => {
  const moments: readonly (readonly [zone: string, at: string, minutes: number])[] = [
    ['UTC', '2026-01-01T00:00:00Z', 0],
    ['Europe/Berlin', '2026-01-01T00:00:00Z', -60],
    ['Europe/Berlin', '2026-07-01T00:00:00Z', -120],
    ['America/New_York', '2026-03-08T06:59:59Z', 300],
    ['America/New_York', '2026-03-08T07:00:00Z', 240],
    ['Asia/Kolkata', '2026-01-01T00:00:00Z', -330],
    // The offset was 53 minutes and 28 seconds.
    ['Europe/Berlin', '1850-01-01T00:00:00Z', -53],
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

describe('localOffset', () => {
  const times: readonly (readonly [what: string, zone: string, local: string, minutes: number])[] = [
    ['before a change', 'Europe/Berlin', '2026-03-29T01:59:59', -60],
    ['that is skipped, from before', 'Europe/Berlin', '2026-03-29T02:00:00', -60],
    ['after a change', 'Europe/Berlin', '2026-03-29T03:00:00', -120],
    ['that comes twice, the first time', 'Europe/Berlin', '2026-10-25T02:59:59', -120],
    ['after it has come twice', 'Europe/Berlin', '2026-10-25T03:00:00', -60],
    ['after a change in the west', 'America/Los_Angeles', '2026-03-08T03:00:00', 420],
    ['that comes twice in the west', 'America/Los_Angeles', '2026-11-01T01:30:00', 420],
    ['that is skipped by half an hour', 'Australia/Lord_Howe', '2026-10-04T02:15:00', -630],
    ['of a day that does not exist', 'Pacific/Apia', '2011-12-30T12:00:00', 600],
    ['after that day', 'Pacific/Apia', '2011-12-31T00:00:00', -840],
    ['where the clocks are never changed', 'Asia/Kolkata', '2026-03-29T02:00:00', -330],
  ];
  for (const [what, zone, local, minutes] of times) {
    it(`gives ${minutes} for a time ${what}: ${zone}, ${local}`, () => {
      assert.equal(localOffset(zoneOffset(zone))(Date.parse(`${local}Z`) / 1000), minutes);
    });
  }
});
