import assert from 'node:assert/strict';
import { RunTranscript } from '../../../src/engine/runTranscript.ts';

describe('what a run says to the user', () => {
  it('keeps progress in order, with its fraction where there is one', () => {
    const transcript = new RunTranscript();
    transcript.observer.onProgress('one', undefined, undefined);
    transcript.observer.onProgress('two\nlines', 0.5, 1);
    assert.deepEqual(transcript.all().progress, [
      { message: 'one' },
      { message: 'two lines', fraction: 0.5 },
    ]);
  });

  it('keeps the newest 100 of its progress', () => {
    const transcript = new RunTranscript();
    for (let n = 1; n <= 1_000; n++) transcript.observer.onProgress(`step ${n}`, undefined, undefined);
    const { progress } = transcript.all();
    assert.deepEqual([progress.length, progress.at(0)?.message], [100, 'step 901']);
  });

  it('keeps the first 50 texts for the user and counts the others', () => {
    const transcript = new RunTranscript();
    for (let n = 1; n <= 60; n++) transcript.observer.onForUser('tools.s.t', `text ${n}`);
    const { forUser } = transcript.all();
    assert.deepEqual(
      [forUser.length, forUser.at(0), forUser.at(-1)],
      [51, 'tools.s.t: text 1', '… and 10 more texts.'],
    );
  });
});
