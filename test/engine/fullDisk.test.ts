// Tests that a run goes on when the disk has no room for its record, and that it is never resumed: the record lacks its
// later writes.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { fullTest } from '../fakes/everyTest.ts';
import { CountedRuns, writesIn } from '../fakes/countedRuns.ts';
import { TemporaryFolder } from '../fakes/temporaryFolder.ts';

const host = fileURLToPath(new URL('../fakes/runHost.ts', import.meta.url));
/** Limits files of the process to 16 or 32 kB, depending on the block size of the shell: 512 or 1,024 bytes. */
const withoutRoom = 'ulimit -f 32; exec "$0" "$@"';
const numbers = Array.from({ length: 20 }, (_, index) => index + 1);

describe('a run whose record is full', () => {
  if (process.platform !== 'win32')
    fullTest('makes all its calls, and none of them again', async () => {
      using folder = new TemporaryFolder('code-mode-full-');
      const arguments_ = [
        '-c',
        withoutRoom,
        process.execPath,
        '--no-warnings',
        host,
        folder.path,
        folder.path,
      ];
      const child = spawn('sh', arguments_, { stdio: ['pipe', 'inherit', 'ignore'] });
      child.stdin.end(
        `for (let n = 1; n <= 20; n++) { await tools.counting.add({ n }); console.log("x".repeat(2_000)); } throw new Error("x");`,
      );
      await once(child, 'exit');
      assert.deepEqual(writesIn(folder.path), numbers);
      await using runs = await CountedRuns.open(folder.path);
      const [run] = await runs.store.list();
      const record = await runs.record(run?.id);
      assert.ok(record.calls > 1 && record.calls < numbers.length, `${record.calls} calls are recorded`);
      const resumed = await runs.resume(record.id);
      assert.match(resumed.errors[0]?.message ?? '', /is not whole: writes may /);
      assert.deepEqual(writesIn(folder.path), numbers);
    });
});
