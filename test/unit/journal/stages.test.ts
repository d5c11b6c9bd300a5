// Tests the stages of a request in the record of its run: the stages that led to it and those that followed.
import assert from 'node:assert/strict';
import { appendFile, rm } from 'node:fs/promises';
import type { RunStage } from '../../../src/engine/runJournal.ts';
import { eventsFile } from '../../../src/journal/record/runFolder.ts';
import { stageText } from '../../../src/journal/trace/runTexts.ts';
import { freshRuns } from '../../fakes/runStoreIn.ts';

const chosen: RunStage = {
  stage: 'select',
  text: 'tools.geo.getCity: it fits',
  ms: 1_200,
  requests: 1,
  sent: 900,
  received: 40,
};
const interpreted: RunStage = {
  stage: 'interpret',
  text: 'done',
  ms: 800,
  requests: 1,
  sent: 300,
  received: 60,
};

describe('the stages in the record of a run', () => {
  const runs = freshRuns();
  const recorded = () => runs.run('return 1;', { stages: [chosen] });

  it('are those before it and those after its end', async () => {
    const id = recorded();
    await runs.store.addStages(id, [interpreted]);
    const record = await runs.store.read(id);
    assert.deepEqual(
      [record?.stages, record?.state, record?.notWhole],
      [[chosen, interpreted], 'done', undefined],
    );
  });

  it('are not added to a record that was deleted', async () => {
    const id = recorded();
    await runs.store.read(id);
    await rm(eventsFile(runs.folder, id));
    await runs.store.addStages(id, [interpreted]);
    assert.equal(await runs.store.read(id), undefined);
  });

  it('are left out where somebody wrote something else, and are at most 100 after it', async () => {
    const id = recorded();
    await runs.store.read(id);
    const many = Array.from({ length: 300 }, () => interpreted);
    const lines = [
      { stages: [{ stage: 'other' }, 7, { stage: 'write', text: 5, ms: 1 }] },
      { stages: many },
      { stages: many },
    ];
    const text = lines.map((line) => JSON.stringify({ t: 'stages', at: 0, ...line })).join('\n');
    await appendFile(eventsFile(runs.folder, id), `${text}\n`);
    assert.equal((await runs.store.read(id))?.stages.length, 101);
  });

  it('are read as what came of them and what they took', () => {
    assert.match(stageText(chosen), /^select: tools\.geo\.getCity: it fits \(1\.2 s, 940 tokens\)$/);
  });
});
