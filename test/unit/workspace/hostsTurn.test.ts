// Tests that the workspace tools let other work of the host run, however much the workspace contains.
import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/base/json.ts';
import { plainTextMatcher } from '../../../src/workspace/textMatcher.ts';
import type { FileLocation, WorkspaceFiles } from '../../../src/workspace/workspaceFiles.ts';
import { CountedTurns } from '../../fakes/countedTurns.ts';
import { TemporaryWorkspace } from '../../fakes/temporaryWorkspace.ts';

/** A folder of many files, each of which repeats one letter. It waits for nothing, so each turn is a given one. */
class MemoryFiles implements WorkspaceFiles {
  readonly #entries = Array.from({ length: 10_000 }, (_, index) => ({
    name: `${index}.txt`,
    kind: 'file' as const,
  }));
  readonly #text = Buffer.from('a'.repeat(200_000));

  folders = () => ['project'];
  resolveLinks = (location: FileLocation) => Promise.resolve({ kind: 'inside' as const, location });
  stat = ({ path }: FileLocation) =>
    path === '' || path.endsWith('.txt')
      ? Promise.resolve({ kind: path === '' ? ('folder' as const) : ('file' as const), size: 200_000 })
      : Promise.reject(new Error(`no ${path}`));
  read = () => Promise.resolve(this.#text);
  stream = () => undefined;
  write = () => Promise.resolve();
  list = () => Promise.resolve(this.#entries);
}

/** A text of which V8 compares nearly all with each place of such a file. */
const repeating = (length: number) => `${'a'.repeat(length / 2)}b${'a'.repeat(length / 2 - 1)}`;

describe('the workspace tools', () => {
  const calls: readonly (readonly [tool: string, input: JsonObject])[] = [
    ['listFiles', {}],
    ['findFiles', { pattern: '**/none' }],
    ['searchText', { query: repeating(1_000), include: '{1,2,3}.txt' }],
    ['editFile', { path: '1.txt', edits: [{ oldText: repeating(8_000), newText: '' }] }],
  ];
  for (const [tool, input] of calls)
    it(`let other work run during ${tool}`, async () => {
      using workspace = new TemporaryWorkspace({}, { files: new MemoryFiles() });
      const turns = new CountedTurns();
      await workspace.call(tool, input);
      assert.ok(turns.stop() > 2);
    });

  it('let other work run during a search of many lines', async () => {
    const turns = new CountedTurns();
    const found = await plainTextMatcher('x', false).find(`${'\n'.repeat(2_000_000)}x`, 1, 'a.txt');
    assert.ok(turns.stop() > 2);
    assert.deepEqual(found, [{ line: 2_000_000, column: 0 }]);
  });
});
