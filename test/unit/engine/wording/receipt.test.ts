import assert from 'node:assert/strict';
import { receipt } from '../../../../src/engine/wording/receipt.ts';
import type { CallRecord } from '../../../../src/engine/runOutcome.ts';

function record(sequence: number, tool: string, state: CallRecord['state'], writes = false): CallRecord {
  return { sequence, server: 's', tool, path: `tools.s.${tool}`, state, writes, ms: 1 };
}

describe('receipt', () => {
  it('says that nothing was called', () => {
    assert.deepEqual(receipt([]), ['Receipt: no tool was called.']);
  });

  it('lists what finished, what failed and what is unknown, and marks what can write', () => {
    const lines = receipt([
      record(1, 'list', 'finished'),
      record(2, 'save', 'finished', true),
      record(3, 'load', 'failed'),
      record(4, 'send', 'unknown', true),
    ]);
    assert.deepEqual(lines, [
      'Receipt of the calls made:',
      '  finished (do not repeat the ones that write):',
      '    tools.s.list',
      '    tools.s.save (can write)',
      '  failed:',
      '    tools.s.load',
      '  in flight, so it is unknown whether they took effect (check before repeating the ones that write):',
      '    tools.s.send (can write), waited for 1 ms',
    ]);
  });

  it('counts repeated calls instead of repeating the line', () => {
    assert.ok(receipt([record(1, 'list', 'finished'), record(2, 'list', 'finished')]).includes('    tools.s.list × 2'));
  });

  it('tells the longest wait of repeated calls that are in flight', () => {
    const lines = receipt([record(1, 'send', 'unknown'), { ...record(2, 'send', 'unknown'), ms: 12.4 }]);
    assert.ok(lines.includes('    tools.s.send × 2, waited for up to 12 ms'), lines.join('\n'));
  });

  it('tells what was last heard of a call that is in flight', () => {
    const lines = receipt([{ ...record(1, 'send', 'unknown', true), progress: { message: 'page 3 of "all"', fraction: 0.5 } }]);
    assert.ok(
      lines.includes('    tools.s.send (can write), waited for 1 ms, last heard of: "page 3 of \\"all\\"", 50 %'),
      lines.join('\n'),
    );
  });

  it('cuts what was last heard', () => {
    const lines = receipt([{ ...record(1, 'send', 'unknown'), progress: { message: 'x'.repeat(300) } }]);
    assert.ok(lines.includes(`    tools.s.send, waited for 1 ms, last heard of: "${'x'.repeat(100)}…"`), lines.join('\n'));
  });
});
