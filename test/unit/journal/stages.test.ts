// Tests the stages of a request in the record of its run: the stages that led to it and those that followed.
import assert from 'node:assert/strict';
import { appendFile, rm } from 'node:fs/promises';
import type { RunStage } from '../../../src/engine/runJournal.ts';
import { eventsFile } from '../../../src/journal/record/runFolder.ts';
import type { RunStore } from '../../../src/journal/runStore.ts';
import { stageText } from '../../../src/journal/trace/runTexts.ts';
import { done, runOf, runStoreIn } from '../../fakes/runStoreIn.ts';
import { TemporaryFolder } from '../../fakes/temporaryFolder.ts';

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
  let folder: TemporaryFolder;
  let store: RunStore;
  beforeEach(() => {
    folder = new TemporaryFolder('code-mode-stages-');
    store = runStoreIn(folder.path);
  });
  afterEach(async () => {
    await store.dispose();
    folder[Symbol.dispose]();
  });

  /** Returns the id of a run that is over. */
  const recorded = (): string => {
    const recorder = store.journal.begin(runOf('return 1;', { stages: [chosen] }));
    assert.ok(recorder?.id !== undefined);
    recorder.ended(done);
    return recorder.id;
  };

  it('are those before it and those after its end', async () => {
    const id = recorded();
    await store.addStages(id, [interpreted]);
    const record = await store.read(id);
    assert.deepEqual(
      [record?.stages, record?.state, record?.notWhole],
      [[chosen, interpreted], 'done', undefined],
    );
  });

  it('are not added to a record that was deleted', async () => {
    const id = recorded();
    await store.read(id);
    await rm(eventsFile(folder.path, id));
    await store.addStages(id, [interpreted]);
    assert.equal(await store.read(id), undefined);
  });

  it('are left out where somebody wrote something else, and are at most 100 after it', async () => {
    const id = recorded();
    await store.read(id);
    const many = Array.from({ length: 300 }, () => interpreted);
    const lines = [
      { stages: [{ stage: 'other' }, 7, { stage: 'write', text: 5, ms: 1 }] },
      { stages: many },
      { stages: many },
    ];
    const text = lines.map((line) => JSON.stringify({ t: 'stages', at: 0, ...line })).join('\n');
    await appendFile(eventsFile(folder.path, id), `${text}\n`);
    assert.equal((await store.read(id))?.stages.length, 101);
  });

  it('are read as what came of them and what they took', () => {
    assert.match(stageText(chosen), /^select: tools\.geo\.getCity: it fits \(1\.2 s, 940 tokens\)$/);
  });
});
