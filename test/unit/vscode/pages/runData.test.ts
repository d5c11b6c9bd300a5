// Tests the data of a run on the page of a trace: the rows of the waterfall, and the calls of each line.
import assert from 'node:assert/strict';
import { RunData } from '../../../../src/vscode/pages/run/runData.ts';
import type { CallBar, RunFrame } from '../../../../src/journal/trace/runView.ts';

const frame: RunFrame = {
  endMs: 10_000,
  isOn: false,
  lanes: [
    { server: 'weather', calls: 3, failed: 0 },
    { server: 'chat', calls: 1, failed: 0 },
  ],
  tools: [
    { lane: 0, name: 'getForecast', path: 'tools.weather.getForecast', writes: false, lines: [5] },
    { lane: 1, name: 'postMessage', path: 'tools.chat.postMessage', writes: true, lines: [7, 9, 12] },
  ],
  script: [],
  scriptMs: 0,
  asked: [],
  marks: [],
  atOnce: [],
  mostAtOnce: 0,
};

const bar = (call: number, madeAt: number, change: Partial<CallBar> = {}): CallBar => ({
  call,
  tool: 0,
  state: 'finished',
  madeAt,
  sentAt: madeAt,
  endedAt: madeAt + 412,
  ...change,
});

function dataOf(...bars: readonly CallBar[]): RunData {
  const data = new RunData();
  data.frame = frame;
  data.put(bars);
  return data;
}

describe('the calls of a trace', () => {
  it('stand under their servers, and not where those are closed', () => {
    const data = dataOf(bar(1, 0), bar(2, 3_000, { tool: 1 }), bar(3, 5_000));
    const shown = (closed: readonly number[]) =>
      data
        .rows(new Set(closed))
        .map((row) =>
          row.kind === 'lane'
            ? `lane ${row.lane}`
            : `call ${row.bar.call}, ${row.position + 1} of ${row.siblings}`,
        );
    assert.deepEqual(shown([]), ['lane 0', 'call 1, 1 of 2', 'call 3, 2 of 2', 'lane 1', 'call 2, 1 of 1']);
    assert.deepEqual(shown([0]), ['lane 0', 'lane 1', 'call 2, 1 of 1']);
  });

  it('are replaced by what is known of them later', () => {
    const data = dataOf(bar(1, 0, { state: 'running' }), bar(2, 10));
    data.put([bar(1, 0, { state: 'failed', message: 'no such city' })]);
    assert.deepEqual(
      data.bars.map(({ call, state }) => [call, state]),
      [
        [1, 'failed'],
        [2, 'finished'],
      ],
    );
    assert.equal(data.indexOf(3), -1);
  });

  it('that are too close to be told apart are one span of their server, and calls that were not sent are none', () => {
    const { sentAt: _never, ...unsent } = bar(4, 9_000);
    const [lane] = dataOf(bar(1, 0), bar(2, 415), bar(3, 5_000, { state: 'failed' }), unsent).rows(
      new Set([0, 1]),
    );
    assert.ok(lane?.kind === 'lane');
    assert.deepEqual(lane.busy, [
      { from: 0, to: 827 },
      { from: 5_000, to: 5_412 },
    ]);
    assert.deepEqual(lane.failed, [{ from: 5_000, to: 5_412 }]);
  });

  it('are known by the lines that may have made them', () => {
    const byLine = dataOf(bar(1, 0), bar(2, 500), bar(3, 900, { tool: 1 })).callsByLine();
    assert.deepEqual([byLine.get(5), byLine.get(9), byLine.get(6)], [[1, 2], [3], undefined]);
  });
});
