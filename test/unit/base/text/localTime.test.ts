import assert from 'node:assert/strict';
import { localTime, localTimeWithZone } from '../../../../src/base/text/localTime.ts';

/** Node reads the zone again whenever `TZ` is set. */
function inZone(zone: string, at: number): string {
  const own = process.env['TZ'] ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  try {
    process.env['TZ'] = zone;
    return localTimeWithZone(at);
  } finally {
    process.env['TZ'] = own;
  }
}

describe('a moment', () => {
  it('is told in the zone of the machine', () => {
    const at = new Date(2026, 0, 2, 3, 4, 5).getTime();
    assert.equal(localTime(at), '2026-01-02 03:04:05');
    assert.ok(localTimeWithZone(at).startsWith('2026-01-02 03:04:05 (UTC'));
  });

  for (const [zone, shown] of [
    ['Europe/Berlin', '2026-07-01 14:00:00 (UTC+02:00)'],
    ['America/St_Johns', '2026-07-01 09:30:00 (UTC-02:30)'],
    ['UTC', '2026-07-01 12:00:00 (UTC+00:00)'],
  ] as const)
    it(`says which zone that is in ${zone}`, () =>
      assert.equal(inZone(zone, Date.UTC(2026, 6, 1, 12)), shown));
});
