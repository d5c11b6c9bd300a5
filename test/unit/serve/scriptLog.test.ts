import type { LoggingLevel, LoggingMessageNotification } from '@modelcontextprotocol/sdk/types.js';
import assert from 'node:assert/strict';
import { scriptLog } from '../../../src/serve/scriptLog.ts';

describe('the console of a script, for the client', () => {
  const sentAt = (least: LoggingLevel, write: (observer: ReturnType<typeof scriptLog>) => void) => {
    const sent: LoggingMessageNotification['params'][] = [];
    write(scriptLog(least, (params) => void sent.push(params)));
    return sent;
  };

  it('has the levels of MCP', () => {
    const sent = sentAt('debug', ({ onLog }) => {
      for (const level of ['debug', 'log', 'info', 'warn', 'error'] as const)
        onLog({ level, text: 'a', ms: 0 });
    });
    assert.deepEqual(
      sent.map(({ level }) => level),
      ['debug', 'info', 'info', 'warning', 'error'],
    );
  });

  it('has no line below the level that the client set', () => {
    const sent = sentAt('warning', ({ onLog }) => {
      onLog({ level: 'log', text: 'a', ms: 0 });
      onLog({ level: 'warn', text: 'b', ms: 0 });
    });
    assert.deepEqual(sent, [{ level: 'warning', logger: 'executeCode', data: 'b' }]);
  });

  it('is bounded in lines and in their length', () => {
    const sent = sentAt('info', ({ onLog }) => {
      for (let line = 0; line < 1_000; line += 1) onLog({ level: 'log', text: 'x'.repeat(10_000), ms: 0 });
    });
    assert.deepEqual([sent.length, String(sent[0]?.data).length], [200, 2_000]);
  });
});
