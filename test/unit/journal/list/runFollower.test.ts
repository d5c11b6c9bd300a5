import assert from 'node:assert/strict';
import { Listeners } from '../../../../src/base/listeners.ts';
import { watchRuns } from '../../../../src/journal/list/runFollower.ts';
import { TemporaryFolder } from '../../../fakes/temporaryFolder.ts';

describe('who follows the runs of a folder', () => {
  /** Mocha's listeners are removed, since they would count the planted rejection as a failure. */
  const others = process.listeners('unhandledRejection');
  const thrown: unknown[] = [];
  before(() =>
    process.removeAllListeners('unhandledRejection').on('unhandledRejection', (error) => thrown.push(error)),
  );
  after(() => {
    process.removeAllListeners('unhandledRejection');
    for (const other of others) process.on('unhandledRejection', other);
  });

  it('hears of later changes, too, after it threw', async function () {
    this.timeout(10_000);
    using folder = new TemporaryFolder('code-mode-follow-');
    const changes = new Listeners<string>();
    const again = Promise.withResolvers<undefined>();
    let heard = 0;
    const follower = watchRuns(folder.path, changes, () => {
      heard += 1;
      if (heard === 1) {
        changes.fire('a');
        throw new Error('planted');
      }
      again.resolve(undefined);
    });
    changes.fire('a');
    await again.promise;
    follower.stop();
    assert.match(String(thrown), /planted/);
  });
});
