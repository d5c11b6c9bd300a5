// Tests the progress of calls that servers report, in the records of a run and in its receipt.
import assert from 'node:assert/strict';
import { receipt } from '../../src/engine/formatting/receipt.ts';
import { realServer } from '../mcp/realServer.ts';
import { EngineOverServers } from './engineOverServers.ts';
import { openedForAll } from '../fakes/opened.ts';

describe('the progress of a call', () => {
  const test = openedForAll(() =>
    EngineOverServers.open({ everything: realServer('everything') }, { typeCheck: 'error' }),
  );

  it('is kept with its record: what was told last', async () => {
    const { calls, errors } = await test.run(
      'await tools.everything.triggerLongRunningOperation({ duration: 0.2, steps: 2 });',
    );
    assert.deepEqual([calls[0]?.progress, errors], [{ message: '', fraction: 1 }, []]);
  });

  it('is told in the receipt of a run that is cut off', async () => {
    const controller = new AbortController();
    const { calls } = await test.run(
      'await tools.everything.triggerLongRunningOperation({ duration: 60, steps: 600 });',
      {
        signal: controller.signal,
        observer: { onProgress: () => controller.abort() },
      },
    );
    assert.match(
      receipt(calls).join('\n'),
      /triggerLongRunningOperation\(.*\), waited for \d+ ms, progress: 0 %$/,
    );
  });
});
