// Tests the list behind the view of runs: the number of reads, and the display of a process that dies without a sign.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { mock } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { WatchedRuns } from '../../../../src/journal/list/runFollower.ts';
import type { RunSummary } from '../../../../src/journal/record/runRecord.ts';
import { ListedRuns } from '../../../../src/vscode/views/listedRuns.ts';
import { recordOf } from '../../../fakes/runRecords.ts';
import { done, runOf, runStoreIn } from '../../../fakes/runStoreIn.ts';
import { compiledSources } from '../../../fakes/compiledSources.ts';
import { TemporaryFolder } from '../../../fakes/temporaryFolder.ts';

const writer = fileURLToPath(new URL('../../../fakes/runWriter.ts', import.meta.url));

const deaf: WatchedRuns = { hearOthers: () => Promise.resolve(), stop: () => undefined };

/** A store with the runs that a test sets. */
class SaidRuns {
  runs: readonly RunSummary[] = [];
  reads = 0;
  #listener: () => void = () => undefined;

  list(): Promise<readonly RunSummary[]> {
    this.reads += 1;
    return Promise.resolve(this.runs);
  }

  onDidChange(listener: () => void): WatchedRuns {
    this.#listener = listener;
    return deaf;
  }

  /** Resolves when all consequences of the new list are done. */
  async say(...runs: readonly RunSummary[]): Promise<void> {
    this.runs = runs;
    this.#listener();
    await settled();
  }
}

/** Resolves when no promise has more work to do. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('the list of the view of runs', () => {
  it('sees that the process of a run was killed, though nothing changes in the folder', async () => {
    using folder = new TemporaryFolder('code-mode-listed-');
    const child = spawn(process.execPath, [writer, folder.path, 'forever'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: compiledSources,
    });
    await once(child.stdout, 'data');
    const store = runStoreIn(folder.path);
    const { promise: changed, resolve } = Promise.withResolvers<undefined>();
    const runs = { list: () => store.list(), onDidChange: () => deaf };
    const listed = new ListedRuns({ runs, isCancellable: () => false, changed: () => resolve(undefined) });
    const states = async () => (await listed.take()).map(({ state }) => state);
    assert.deepEqual(await states(), ['running']);
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    await changed;
    assert.deepEqual(await states(), ['interrupted']);
    listed.dispose();
    await store.dispose();
  });

  it('hears of the first run of a workspace, where another process records it', async () => {
    using folder = new TemporaryFolder('code-mode-listed-');
    const [runs, terminal] = [runStoreIn(join(folder.path, 'runs')), runStoreIn(join(folder.path, 'runs'))];
    const { promise: changed, resolve } = Promise.withResolvers<undefined>();
    const listed = new ListedRuns({ runs, isCancellable: () => false, changed: () => resolve(undefined) });
    assert.equal(existsSync(join(folder.path, 'runs')), false);
    assert.deepEqual(await listed.take(), []);
    terminal.journal.begin(runOf('// First'))?.ended(done);
    await changed;
    assert.deepEqual(
      (await listed.take()).map(({ title }) => title),
      ['First'],
    );
    listed.dispose();
    await runs.dispose();
    await terminal.dispose();
  });

  describe('while time stands still', () => {
    let runs: SaidRuns;
    let listed: ListedRuns;
    let drawings: number;
    const ours = new Set<string>();
    const on = recordOf({ id: 'on', state: 'running' });
    const over = recordOf({ id: 'on', state: 'done' });

    beforeEach(() => {
      mock.timers.enable({ apis: ['setTimeout'] });
      runs = new SaidRuns();
      drawings = 0;
      ours.clear();
      listed = new ListedRuns({ runs, isCancellable: (id) => ours.has(id), changed: () => (drawings += 1) });
    });

    afterEach(() => {
      listed.dispose();
      mock.timers.reset();
    });

    const passes = async (ms: number) => {
      mock.timers.tick(ms);
      await settled();
    };

    it('is read once for each drawing', async () => {
      await listed.take();
      await runs.say(over);
      assert.deepEqual(await listed.take(), [over]);
      assert.deepEqual([runs.reads, drawings], [2, 1]);
    });

    it('is read again where more has changed before it is drawn', async () => {
      await listed.take();
      await runs.say(on);
      await runs.say(over);
      await passes(1_000);
      assert.deepEqual(await listed.take(), [over]);
    });

    it('is left alone while all runs are over, or are of this window', async () => {
      runs.runs = [over];
      await listed.take();
      await passes(60_000);
      ours.add('on');
      await runs.say(on);
      await listed.take();
      await passes(60_000);
      assert.equal(runs.reads, 2);
    });

    it('is looked at while a run of another process is on, and draws nothing that is the same', async () => {
      runs.runs = [on];
      await listed.take();
      for (let look = 0; look < 3; look += 1) await passes(2_000);
      assert.deepEqual([runs.reads, drawings], [4, 0]);
      runs.runs = [over];
      await passes(2_000);
      assert.equal(drawings, 1);
    });

    it('is not read while the view is hidden, but as soon as it is shown', async () => {
      runs.runs = [on];
      await listed.take();
      listed.setVisible(false);
      await passes(60_000);
      assert.equal(runs.reads, 1);
      runs.runs = [over];
      listed.setVisible(true);
      await settled();
      assert.deepEqual([runs.reads, drawings], [2, 1]);
    });

    it('is said to have changed while the view is hidden, for whoever else shows runs', async () => {
      await listed.take();
      listed.setVisible(false);
      await runs.say(over);
      assert.deepEqual([runs.reads, drawings], [1, 1]);
      listed.setVisible(true);
      assert.deepEqual(await listed.take(), [over]);
    });
  });
});
