// Tools of another extension (test/editor/driver/testTools.ts) through VS Code's own registry. Its confirmations are
// accepted in test windows.
import assert from 'node:assert/strict';
import { executeCode, invokeTool, setForUser } from './invoke.ts';

describe('tools.editor', () => {
  const choose = (globs: readonly string[] | undefined) => setForUser('codeMode.editorTools', globs);

  before(() => choose(['test_*', 'executeCode']));
  after(() => choose(undefined));

  it('has the tools of other extensions that the user named, and no others', async () => {
    assert.match(await invokeTool('findTools', { query: 'save a note' }), /tools\.editor\.testNote\(/);
    const text = await executeCode(`
      const text = await tools.editor.testAnswer({ kind: "text" });
      const { notes } = await tools.editor.testAnswer({ kind: "json" });
      return [text, notes.length, await tools.editor.testNote({ text: "a" })];`);
    assert.match(text, /\["plain text",\d+,"noted: a"\]/);
    await choose([]);
    const refused = await executeCode('return await tools.editor.testAnswer({ kind: "text" });');
    await choose(['test_*', 'executeCode']);
    assert.match(refused, /editor/);
    assert.doesNotMatch(refused, /plain text/);
  });
});
