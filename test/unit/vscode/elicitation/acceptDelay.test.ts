import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { AcceptDelay } from '../../../../src/vscode/elicitation/acceptDelay.ts';

describe('Enter in a question', () => {
  it('does nothing before the question is seen, however long that takes', async () => {
    const deaf = new AcceptDelay(20);
    await setTimeout(50);
    assert.ok(!deaf.isOver);
    deaf.seen();
    assert.ok(!deaf.isOver);
  });

  it('counts when the question was seen for a while', async () => {
    const deaf = new AcceptDelay(20);
    deaf.seen();
    await setTimeout(50);
    assert.ok(deaf.isOver);
    deaf.seen();
    assert.ok(deaf.isOver);
  });

  it('does nothing for a while after the user typed', async () => {
    const deaf = new AcceptDelay(20);
    deaf.seen();
    await setTimeout(50);
    deaf.restart();
    assert.ok(!deaf.isOver);
  });
});
