import assert from 'node:assert/strict';
import { lastRunLenses, runLenses } from '../../../../src/vscode/scratch/scriptLenses.ts';

const titles = (lenses: readonly { readonly title: string }[]) =>
  lenses.map(({ title }) => title.replace(/^\$\(\S+\) /, ''));

describe('what stands above a script', () => {
  it('is how to run it, and how its last run went', () => {
    assert.deepEqual(titles(runLenses({ isRunning: false, takesArguments: false, last: undefined })), [
      'Run',
      'Dry Run',
      'Debug',
    ]);
    const last = 'Finished at 14:05:59, 1.2 s';
    assert.deepEqual(titles(runLenses({ isRunning: false, takesArguments: true, last })), [
      ...['Run', 'Run with Arguments…', 'Dry Run', 'Debug', last],
    ]);
  });

  it('is how to stop it while it runs, in place of all else', () => {
    assert.deepEqual(titles(runLenses({ isRunning: true, takesArguments: true, last: 'Finished' })), [
      'Stop',
      'Running',
    ]);
    assert.deepEqual(lastRunLenses(true, true), []);
  });

  it('is what can be done with its last recorded run', () => {
    assert.deepEqual(
      [true, false, undefined].map((canReplay) => titles(lastRunLenses(false, canReplay))),
      [['Replay', 'Last Trace'], ['Last Trace'], []],
    );
  });
});
