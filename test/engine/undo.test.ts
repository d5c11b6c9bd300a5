// The script that undoes a run is checked like any other, and really reverses what the run wrote on real servers.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { realServer } from '../mcp/realServer.ts';
import { CountedRuns, countingServer, writesIn } from '../fakes/countedRuns.ts';
import { TemporaryFolder } from '../fakes/temporaryFolder.ts';

describe('undoing a run', () => {
  it('reverses what it wrote on the memory, filesystem and counting servers', async () => {
    using folder = new TemporaryFolder('code-mode-undo-');
    const memory = { ...realServer('memory'), env: { MEMORY_FILE_PATH: join(folder.path, 'memory.json') } };
    const servers = { memory, files: realServer('filesystem', '${workspaceFolder}'), counting: countingServer(folder.path) };
    await using runs = await CountedRuns.open(folder.path, { servers, typeCheck: 'error' });
    const files = join(runs.workspace, 'files');
    mkdirSync(files);
    writeFileSync(join(files, 'a.txt'), 'old\n');
    writeFileSync(join(files, 'b.txt'), 'one\ntwo\n');
    const graph = 'return await tools.memory.readGraph({});';
    await runs.run('await tools.memory.createEntities({ entities: [{ name: "old", entityType: "t", observations: ["o"] }] });');
    const before = await runs.run(graph);
    const path = (name: string) => JSON.stringify(join(files, name));
    const ran = await runs.run(`
      await tools.memory.createEntities({ entities: [{ name: "old", entityType: "t", observations: [] }, { name: "new", entityType: "t", observations: [] }] });
      await tools.memory.addObservations({ observations: [{ entityName: "old", contents: ["o", "p"] }] });
      await tools.memory.createRelations({ relations: [{ from: "old", to: "new", relationType: "knows" }] });
      await tools.files.readTextFile({ path: ${path('a.txt')} });
      await tools.files.writeFile({ path: ${path('a.txt')}, content: "new\\n" });
      await tools.files.editFile({ path: ${path('b.txt')}, edits: [{ oldText: "one", newText: "1" }] });
      await tools.files.moveFile({ source: ${path('b.txt')}, destination: ${path('c.txt')} });
      await tools.files.createDirectory({ path: ${path('d')} });
      await tools.counting.add({ n: 5 });`);
    assert.deepEqual(ran.errors, []);
    assert.notDeepEqual((await runs.run(graph)).value, before.value);
    const signal = new AbortController().signal;
    const undo = await runs.store.past.undo(runs.engine.engine, String(ran.runId), signal);
    assert.ok(undo.ok);
    assert.deepEqual([undo.reversed, undo.left], [7, 1], undo.code);
    const undone = await runs.run(undo.code);
    assert.deepEqual([undone.errors, undone.warnings], [[], []], undo.code);
    assert.deepEqual((await runs.run(graph)).value, before.value, undo.code);
    assert.deepEqual(readdirSync(files).sort(), ['a.txt', 'b.txt', 'd']);
    assert.deepEqual([readFileSync(join(files, 'a.txt'), 'utf8'), readFileSync(join(files, 'b.txt'), 'utf8')], ['old\n', 'one\ntwo\n']);
    assert.deepEqual(writesIn(folder.path), []);
    assert.match(undo.code, /createDirectory[^]*Not reversed: .* no tool that reverses/);
  });
});
