import assert from 'node:assert/strict';
import type { RunStage } from '../../../../src/engine/runJournal.ts';
import { turnUsage } from '../../../../src/engine/usage/turnUsage.ts';

const stage = (name: RunStage['stage'], sent: number, received: number): RunStage => ({
  ...{ stage: name, text: '', ms: 1, requests: name === 'run' ? 0 : 1 },
  ...{ sent, received },
});
const stages = [stage('select', 1_000, 20), stage('write', 600, 80), stage('run', 0, 0), stage('interpret', 300, 50)];
const turn = { stages, isAnswered: true, asked: 40, servers: { github: { calls: 1, exchanged: 500 } } };

describe('the usage of a turn in stages', () => {
  it('is what all its requests sent and got', () => {
    const { requests, ours, servers } = turnUsage(turn, 5_000);
    assert.deepEqual([requests, ours, servers], [3, 2_050, turn.servers]);
  });

  it('has beside it two requests with the definitions where tools were called: one that calls, one that answers', () => {
    assert.equal(turnUsage(turn, 5_000).definitions, 2 * (5_000 + 40) + 50);
  });

  it('has one where none was called', () => {
    assert.equal(turnUsage({ ...turn, servers: {} }, 5_000).definitions, 5_000 + 40 + 50);
  });

  it('has none where no answer came', () => {
    assert.equal(turnUsage({ ...turn, isAnswered: false }, 5_000).definitions, 0);
  });
});
