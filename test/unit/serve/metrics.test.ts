import assert from 'node:assert/strict';
import { Metrics } from '../../../src/serve/metrics.ts';
import { callRecord, runOutcome } from '../../fakes/startedRun.ts';

const spent = { code: 'x'.repeat(40), text: 'y'.repeat(80) };

function linesOf(metrics: Metrics, name: string): readonly string[] {
  return metrics
    .text(3)
    .split('\n')
    .filter((line) => line.startsWith(name));
}

describe('the metrics of serve', () => {
  it('count runs by how they ended', () => {
    const metrics = new Metrics();
    metrics.record(runOutcome(), spent);
    for (const code of ['timeout', 'cancelled', 'denied'] as const) {
      metrics.record(runOutcome({ ok: false, errors: [{ code, message: '' }] }), spent);
    }
    assert.deepEqual(
      linesOf(metrics, 'code_mode_runs_total'),
      ['done', 'failed', 'cancelled', 'denied'].map(
        (outcome) => `code_mode_runs_total{outcome="${outcome}"} 1`,
      ),
    );
  });

  it('count calls by server and state, with names escaped', () => {
    const metrics = new Metrics();
    const calls = [callRecord(), callRecord(), callRecord({ server: 'a"b\\c\nd', state: 'unknown' })];
    metrics.record(runOutcome({ calls }), spent);
    assert.deepEqual(linesOf(metrics, 'code_mode_calls_total'), [
      'code_mode_calls_total{server="shop",state="finished"} 2',
      'code_mode_calls_total{server="a\\"b\\\\c\\nd",state="unknown"} 1',
    ]);
  });

  it('hold a bounded number of names', () => {
    const metrics = new Metrics();
    const calls = Array.from({ length: 1_000 }, (_, sequence) =>
      callRecord({ server: `made-up-${sequence}` }),
    );
    metrics.record(runOutcome({ calls }), spent);
    assert.equal(linesOf(metrics, 'code_mode_calls_total').length, 201);
  });

  it('have durations as histograms whose buckets add up', () => {
    const metrics = new Metrics();
    for (const durationMs of [20, 200, 700_000]) metrics.record(runOutcome({ durationMs }), spent);
    const lines = linesOf(metrics, 'code_mode_run_duration_seconds');
    for (const line of [
      '_bucket{le="0.05"} 1',
      '_bucket{le="0.25"} 2',
      '_bucket{le="600"} 2',
      '_bucket{le="+Inf"} 3',
      '_sum 700.220',
      '_count 3',
    ]) {
      assert.ok(lines.includes(`code_mode_run_duration_seconds${line}`), line);
    }
  });

  it('estimate tokens of code and results', () => {
    const metrics = new Metrics();
    metrics.record(runOutcome(), spent);
    metrics.record(runOutcome(), { ...spent, code: undefined });
    assert.deepEqual(linesOf(metrics, 'code_mode_tokens'), [
      'code_mode_tokens_total{kind="code"} 10',
      'code_mode_tokens_total{kind="result"} 40',
    ]);
  });
});
