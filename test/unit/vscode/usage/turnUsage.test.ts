import assert from 'node:assert/strict';
import type { RunStage } from '../../../../src/engine/runJournal.ts';
import { turnDefinitions, turnRequests } from '../../../../src/vscode/usage/turnUsage.ts';

const stage = (name: RunStage['stage'], sent: number, received: number): RunStage => ({
  stage: name,
  text: '',
  ms: 1,
  requests: name === 'run' ? 0 : 1,
  sent,
  received,
});
const stages = [
  stage('select', 1_000, 20),
  stage('write', 600, 80),
  stage('run', 0, 0),
  stage('interpret', 300, 50),
];
const turn = { stages, isAnswered: true, asked: 40, hasCalled: true };
const ours = 2_050;

describe('the usage of a turn in stages', () => {
  it('has all its requests', () => {
    assert.equal(turnRequests(turn), 3);
  });

  it('has beside it two requests with the definitions where tools were called: one that calls, one that answers', () => {
    assert.equal(turnDefinitions(turn, 5_000), 2 * (5_000 + 40) + 50 - ours);
  });

  it('has one where none was called', () => {
    assert.equal(turnDefinitions({ ...turn, hasCalled: false }, 5_000), 5_000 + 40 + 50 - ours);
  });

  it('has none where no answer came', () => {
    assert.equal(turnDefinitions({ ...turn, isAnswered: false }, 5_000), -ours);
  });
});
