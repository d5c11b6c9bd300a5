// Each arm of `npm run bench:agents` over its real servers, with the scripted model: one task that reads and one that
// writes.
import assert from 'node:assert/strict';
import { armNames } from '../bench/agents/arms.ts';
import { PerfectModel } from '../bench/agents/perfectModel.ts';
import { tasks } from '../bench/agents/tasks.ts';
import { tryTask } from '../bench/agents/tryTask.ts';
import { openedForAll } from '../fakes/opened.ts';

describe('the bench of agents', () => {
  const model = openedForAll(() => PerfectModel.start());

  for (const task of tasks.filter(({ name }) => ['commits by team', 'letters by year'].includes(name))) {
    for (const arm of armNames) {
      it(`has the task "${task.name}" solved: ${arm}`, async () => {
        const outcome = await tryTask(model.endpoint, arm, task);
        assert.deepEqual('attempt' in outcome ? outcome.isRight : outcome, true);
      });
    }
  }
});
