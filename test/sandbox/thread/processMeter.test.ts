// What operating systems say of a process's time and memory.
import assert from 'node:assert/strict';
import { meterOf, parsePs, parseStat, parseStatus, parseTasklist, type Usage } from '../../../src/sandbox/thread/processMeter.ts';

describe('the process meter', () => {
  it('reads Linux, also when the command has parentheses and spaces', () => {
    const stat = '42 (a) (b c) S 1 2 3 4 5 6 7 8 9 10 150 50 0 0 20 0 11 0 1 2 3';
    assert.equal(parseStat(stat), 2_000);
    assert.equal(parseStatus('Name:\tnode\nVmRSS:\t   1024 kB\nThreads:\t1'), 1_048_576);
  });

  const lines: readonly (readonly [line: string, cpuMs: number, residentBytes: number])[] = [
    ['  0:01.50   2048', 1_500, 2_097_152],
    ['00:00:02 1', 2_000, 1_024],
    ['1-02:03:04 1', 93_784_000, 1_024],
  ];
  for (const [line, cpuMs, residentBytes] of lines) {
    it(`reads ps: ${line}`, () => {
      assert.deepEqual(parsePs(line), { cpuMs, residentBytes });
    });
  }

  it('reads tasklist, whatever separates thousands', () => {
    assert.deepEqual(parseTasklist('"node.exe","42","Console","1","1.234 K"'), { cpuMs: undefined, residentBytes: 1234 * 1024 });
  });

  it('says nothing of what it cannot read', () => {
    assert.deepEqual(
      [parseStat(''), parseStatus(''), parsePs('PID'), parseTasklist('INFO: No tasks')],
      [undefined, undefined, undefined, undefined],
    );
  });

  it('measures this very process', async () => {
    const usage = await new Promise<Usage | undefined>((resolve) => meterOf(process.platform).sample(process.pid, resolve));
    assert.ok(usage?.residentBytes !== undefined && Math.abs(usage.residentBytes - process.memoryUsage.rss()) < 50 * 1_048_576);
  });

  it('says of a process that is gone that it is', async () => {
    assert.equal(await new Promise((resolve) => meterOf(process.platform).sample(2 ** 22 + 1, resolve)), undefined);
  });
});
