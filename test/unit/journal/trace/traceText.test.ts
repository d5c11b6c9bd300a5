import assert from 'node:assert/strict';
import { runViewOf } from '../../../../src/journal/trace/buildRunView.ts';
import { traceText } from '../../../../src/journal/trace/traceText.ts';
import { callOf, recordOf } from '../../../fakes/runRecords.ts';

const same = (text: string) => text;
const style = { bold: same, dim: same, good: same, warning: same, bad: same };
const record = recordOf({
  callList: [
    callOf(1, 'geo.getCity', [100, 100, 300]),
    callOf(2, 'weather.getForecast', [300, 300, 800]),
    callOf(3, 'weather.getForecast', [300, 500, 1_000], {
      state: 'failed',
      error: { code: 'tool_failed', message: 'no such city', failure: { bytes: 3 } },
    }),
  ],
  ticks: [
    { at: 300, tick: [200, 1] },
    { at: 800, tick: [700, 2] },
    { at: 1_000, tick: [900, 3] },
  ],
  questions: [{ from: 20, to: 80 }],
  output: [{ kind: 'progress', at: 300, message: 'Comparing' }],
});
const named = [
  { server: 'geo', tool: 'getCity', position: { line: 1 } },
  { server: 'weather', tool: 'getForecast', position: { line: 3 } },
  { server: 'weather', tool: 'getForecast', position: { line: 4 } },
];
const model = runViewOf(record, named, 0);

describe('a trace as text', () => {
  it('draws the run', () =>
    assert.deepEqual(traceText(model, { columns: 80, style }), [
      '                  |0                  |500 ms',
      'script            ░░░░█       █                   █       █ ░ preparing',
      'waits for you     ▓▓▓                                       60 ms',
      'progress                      ◆',
      'calls at once         ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄████████████▄▄▄▄▄▄▄▄  at most 2',
      'geo · 1 call',
      '  getCity :1          ████████                              200 ms',
      'weather · 2 calls, 1 failed',
      '  getForecast :3?             ████████████████████          500 ms',
      '  getForecast :3?             ░░░░░░░░████████████████████  700 ms failed: no s…',
      '░ not sent yet  █ at the server  :3 its line  :3? perhaps',
    ]));

  for (const columns of [60, 80, 200]) {
    it(`fits into ${columns} columns`, () => {
      for (const line of traceText(model, { columns, style }))
        assert.ok(line.length <= columns, `${line.length}: ${line}`);
    });
  }

  it('shows no control characters of servers', () => {
    const callList = [
      callOf(1, 'geo.\u001b[31mred', [1, 2, 3], {
        state: 'failed',
        error: { code: 'tool_failed', message: '\u001b]0;x\u0007', failure: { bytes: 0 } },
      }),
    ];
    assert.doesNotMatch(
      traceText(runViewOf(recordOf({ callList }), [], 0), { columns: 100, style }).join('\n'),
      /[\u0000-\u0009\u001b]/,
    );
  });

  it('shows those that failed before others where there are too many, and counts the rest', () => {
    const callList = Array.from({ length: 1_000 }, (_, index) =>
      callOf(index + 1, 'geo.getCity', [index, index, index + 1], index === 900 ? { state: 'failed' } : {}),
    );
    const lines = traceText(runViewOf(recordOf({ callList }), [], 0), { columns: 100, style });
    assert.equal(lines.filter((line) => line.startsWith('  getCity')).length, 500);
    assert.equal(lines.filter((line) => line.includes('failed')).length, 2);
    assert.ok(lines.includes('  … 500 more calls'));
  });
});
