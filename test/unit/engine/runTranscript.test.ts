import assert from 'node:assert/strict';
import { RunMessages } from '../../../src/engine/runMessages.ts';

describe('what a run says to the user', () => {
  it('keeps progress in order, with its fraction where there is one', () => {
    const messages = new RunMessages();
    messages.progress('one', undefined);
    messages.progress('two\nlines', 0.5);
    assert.deepEqual(messages.allProgress(), [{ message: 'one' }, { message: 'two lines', fraction: 0.5 }]);
  });

  it('keeps the newest 100 of its progress', () => {
    const messages = new RunMessages();
    for (let n = 1; n <= 1_000; n++) messages.progress(`step ${n}`, undefined);
    assert.deepEqual([messages.allProgress().length, messages.allProgress().at(0)?.message], [100, 'step 901']);
  });

  it('keeps the first 50 texts for the user and counts the others', () => {
    const messages = new RunMessages();
    for (let n = 1; n <= 60; n++) messages.forUser('tools.s.t', `text ${n}`);
    const all = messages.allForUser();
    assert.deepEqual([all.length, all.at(0), all.at(-1)], [51, 'tools.s.t: text 1', '… and 10 more texts for the user.']);
  });
});
