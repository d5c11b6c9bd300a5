import assert from 'node:assert/strict';
import { limitLogRate } from '../../../../src/mcp/protocol/serverLog.ts';

describe('limitLogRate', () => {
  it('passes on the beginning of a flood, and in the next second how much was left out', () => {
    const logged: string[] = [];
    let now = 0;
    const log = limitLogRate(
      (line, level) => logged.push(`${level ?? ''} ${line}`),
      () => now,
    );
    for (let line = 1; line <= 1_000; line++) log(`line ${line}`, 'warn');
    now = 1_000;
    log('after it', 'error');
    assert.deepEqual(logged.slice(198), [
      'warn line 199',
      'warn line 200',
      ' … 800 more lines omitted',
      'error after it',
    ]);
  });
});
