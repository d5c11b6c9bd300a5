import assert from 'node:assert/strict';
import { advice, forReader } from '../../../../src/engine/formatting/advice.ts';

describe('our words for a user', () => {
  it('never speak of "the user"', () => {
    const spoken = Object.values(advice).map(({ model }) => forReader(model, 'user'));
    assert.deepEqual(
      spoken.filter((words) => /the user\b/.test(words)),
      [],
    );
  });

  it('leave out what they decide themselves, and keep the rest', () => {
    const text = `Run cancelled. ${advice.runAgainIfWanted.model}`;
    assert.equal(forReader(text, 'user'), 'Run cancelled.');
  });

  it('are those for a model, unchanged, when a model reads', () => {
    for (const { model } of Object.values(advice)) assert.equal(forReader(model, 'model'), model);
  });

  it('call them "you"', () => {
    assert.equal(forReader('The user refused to allow the call.', 'user'), 'You declined to allow the call.');
  });
});
