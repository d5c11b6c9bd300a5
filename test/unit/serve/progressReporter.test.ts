import assert from 'node:assert/strict';
import type { ProgressReport } from '../../../src/serve/clientCall.ts';
import { callRecord } from '../../fakes/startedRun.ts';
import { progressReporter } from '../../../src/serve/progressReporter.ts';

describe('the progress of a script', () => {
  let reports: ProgressReport[];
  let clock: number;
  let observer: ReturnType<typeof progressReporter>;

  beforeEach(() => {
    [reports, clock] = [[], 0];
    observer = progressReporter(
      (report) => reports.push(report),
      () => clock,
    );
  });

  const later = (report: () => void) => {
    clock += 100;
    report();
  };
  const started = () => observer.onCallStarted?.({ sequence: 1, path: 'tools.geo.getCity' });

  it('counts calls', () => {
    later(started);
    later(started);
    assert.deepEqual(
      reports.map(({ message }) => message),
      ['tools.geo.getCity (0 of 1 calls done)', 'tools.geo.getCity (0 of 2 calls done)'],
    );
  });

  it('tells calls that are made from those whose answers are from the record', () => {
    const exchange = { input: undefined, reply: { ok: true, value: 1 } } as const;
    for (const served of [true, undefined])
      later(() => observer.onCallEnded?.(callRecord({ ...(served && { served }) }), exchange));
    assert.deepEqual(
      reports.map(({ message }) => message),
      ['tools.shop.addItem from the record (1 of 0 calls done)', 'tools.shop.addItem (2 of 0 calls done)'],
    );
  });

  it('grows with each report, whatever fractions come', () => {
    for (const fraction of [0.5, 0.1, undefined, 1])
      later(() => observer.onProgress?.('works', fraction, undefined));
    const all = reports.map(({ progress }) => progress);
    assert.deepEqual(
      all,
      all.toSorted((a, b) => a - b),
    );
    assert.equal(new Set(all).size, 4);
  });

  it('has a total where the fraction is known', () => {
    for (const fraction of [0.25, undefined, 0, 1])
      later(() => observer.onProgress?.('works', fraction, undefined));
    assert.deepEqual(
      reports.map(({ progress, total }) => total && progress / total),
      [0.25, undefined, undefined, 1],
    );
  });

  it('is reported at most ten times a second', () => {
    for (clock = 0; clock < 1_000; clock += 1) started();
    assert.equal(reports.length, 10);
  });

  it('hides nothing in its message', () => {
    observer.onProgress?.('half\u202edone', undefined, undefined);
    assert.doesNotMatch(reports[0]?.message ?? '\u202e', /\u202e/);
  });
});
