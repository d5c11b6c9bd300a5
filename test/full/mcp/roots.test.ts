// The order between roots and calls in many lives of the real server-filesystem.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { McpWorkspace } from '../../mcp/mcpWorkspace.ts';
import { realServer } from '../../mcp/realServer.ts';

it('server-filesystem is called in none of ten lives before it works in the roots', async () => {
  const workspace = await McpWorkspace.create({ files: realServer('filesystem', '${workspaceFolder}/own') });
  try {
    await workspace.write('own/note.txt', 'own');
    await workspace.write('note.txt', 'of the root');
    for (let life = 1; life <= 10; life++) {
      const [first, second] = await Promise.all(
        ['note.txt', 'own/note.txt'].map((file) =>
          workspace.result('files', 'read_text_file', { path: join(workspace.folder, file) }),
        ),
      );
      assert.deepEqual([first?.isError, second?.isError], [false, false]);
      await workspace.source.restartServer('files');
    }
  } finally {
    await workspace.dispose();
  }
});
