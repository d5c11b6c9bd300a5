// Tests the hash in a record of the tools that its script names: a resumed run says which tools have changed since.
import assert from 'node:assert/strict';
import { resumeIn } from '../fakes/countedRuns.ts';
import { InMemorySource, textResult, type InMemoryTool } from '../fakes/inMemorySource.ts';
import { freshRuns } from '../fakes/runStoreIn.ts';
import { TestEngine } from '../fakes/testEngine.ts';

describe('the tools that a recorded script names', () => {
  const runs = freshRuns();

  const engineWith = (get: Partial<InMemoryTool>, also: readonly InMemoryTool[] = []) => {
    const source = new InMemorySource({
      web: [
        { name: 'get', ...get },
        { name: 'fail', answer: () => ({ ...textResult('x'), isError: true }) },
        ...also,
      ],
    });
    return new TestEngine([source], { journal: runs.store.journal });
  };
  const failing = 'await tools.web.get({}); await tools.web.fail({});';

  const catalogOf = async (engine: TestEngine, code: string) => {
    const { runId } = await engine.run(code);
    return { runId: String(runId), catalog: (await runs.store.read(String(runId)))?.script?.catalog };
  };
  const notesOf = async (engine: TestEngine, run: string, code?: string) =>
    (await resumeIn(runs.store, engine, run, { code })).notes;

  it('are in its record as a hash, of these and no others; without any there is none', async () => {
    await using engine = engineWith({});
    await using other = engineWith({}, [{ name: 'another' }]);
    await using changed = engineWith({ description: 'Gets a page.' });
    const { catalog } = await catalogOf(engine, failing);
    assert.match(catalog ?? '', /^[0-9a-f]{16}$/);
    assert.equal((await catalogOf(other, failing)).catalog, catalog);
    assert.notEqual((await catalogOf(changed, failing)).catalog, catalog);
    assert.equal((await catalogOf(engine, 'return 1')).catalog, undefined);
  });

  it('are said to have changed by a run that goes on with the same code', async () => {
    await using engine = engineWith({});
    await using changed = engineWith({ outputSchema: { type: 'object' } });
    const { runId } = await catalogOf(engine, failing);
    const note = `have changed since run ${runId};`;
    const said = (notes: readonly string[]) => notes.some((text) => text.includes(note));
    assert.equal(said(await notesOf(engine, runId)), false);
    assert.equal(said(await notesOf(changed, runId, 'return await tools.web.get({})')), false);
    assert.equal(said(await notesOf(changed, runId)), true);
  });
});
