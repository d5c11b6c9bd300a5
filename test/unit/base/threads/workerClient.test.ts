import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WorkerClient } from '../../../../src/base/threads/workerClient.ts';
import { freshFolder } from '../../../fakes/temporaryFolder.ts';
import { openedForEach } from '../../../fakes/opened.ts';

const echo = `import { parentPort } from 'node:worker_threads';
parentPort.on('message', ({ id }) => parentPort.postMessage({ id, data: id }));
parentPort.postMessage('ready');`;
const never = new AbortController().signal;

describe('the client of a thread', () => {
  const folder = freshFolder('code-mode-thread-');
  const client = openedForEach(async () => {
    const threadFile = join(folder.path, 'echo.mjs');
    await writeFile(threadFile, echo);
    const times = { timeoutMs: 60_000, startMs: 60_000, idleMs: 60_000 };
    return new WorkerClient({ name: 'echo', threadFile, log: () => undefined, heapMb: 64, ...times });
  });

  for (const when of ['before', 'after'])
    it(`fails a request that is nested too deeply to be sent, made ${when} the thread is ready, and answers the next`, async () => {
      if (when === 'after') await client.request({}, never);
      let deep: object = {};
      for (let depth = 0; depth < 100_000; depth++) deep = { deep };
      const [refused, answered] = await Promise.all([
        client.request({ deep }, never),
        client.request({}, never),
      ]);
      assert.deepEqual([refused.ok || refused.why, answered.ok], ['failed', true]);
    });
});
